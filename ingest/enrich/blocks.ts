/** A slice of a text in UTF-16 units, `end` exclusive. */
export type Span = { readonly start: number; readonly end: number }

/**
 * What the structure of a text keeps together. `startsSection`: a heading stands at its beginning.
 */
export type Block = Span & { readonly startsSection: boolean }

const HEADING =
  /^[ ]?(?:#{1,6} |\*\*[^*]+\*\*$|(?:livre|titre|chapitre|section|sous-section|paragraphe|partie|annexe|títol|capítol|title|chapter|part|annex) )/i
/**
 * `12.`, `(4)`, `**(4)**`, `1°`, `a)`, `II.`, `Art. 3` at the beginning of a line: a paragraph of
 * its own.
 */
const NUMBERED =
  /^[ ]?(?:\*\*)?(?:[([]?(?:\d{1,4}|[IVXLC]{1,6}|[a-z])(?:[-–]\d{1,3})?(?:°|[.)\]])|(?:article|art\.) )/i
const VISIBLE = /\S/
const LINE_SHOWN = 200

type Line = Span & { readonly kind: 'blank' | 'heading' | 'numbered' | 'plain' }

const kindOf = (line: string): Line['kind'] => {
  if (!VISIBLE.test(line)) return 'blank'
  const start = line.slice(0, LINE_SHOWN)
  if (HEADING.test(start)) return 'heading'
  return NUMBERED.test(start) ? 'numbered' : 'plain'
}

const linesOf = (text: string): Line[] => {
  const lines: Line[] = []
  let start = 0
  while (start < text.length) {
    const lineFeed = text.indexOf('\n', start)
    const end = lineFeed < 0 ? text.length : lineFeed
    lines.push({ start, end, kind: kindOf(text.slice(start, end)) })
    start = end + 1
  }
  return lines
}

/** The span without the blanks at its ends; never empty where it holds a visible character. */
export const trimmed = (text: string, { start, end }: Span): Span => {
  const slice = text.slice(start, end)
  const lead = slice.length - slice.trimStart().length
  return { start: start + lead, end: start + slice.trimEnd().length }
}

/** Whether a line goes on with what stands before it; a heading belongs to what it heads. */
const joins = (line: Line, before: Line['kind']): boolean =>
  before === 'heading' || (line.kind === 'plain' && before !== 'blank')

/**
 * Cuts a text where its own structure does: at headings, blank lines and numbered paragraphs.
 * Together the blocks hold every visible character, each once; they begin and end with one.
 */
export const blocksOf = (text: string): Block[] => {
  const blocks: Block[] = []
  let before: Line['kind'] = 'blank'
  for (const line of linesOf(text)) {
    if (line.kind === 'blank') {
      // A blank line after a heading does not part it from its text.
      if (before !== 'heading') before = 'blank'
      continue
    }
    const last = blocks.at(-1)
    if (last !== undefined && joins(line, before)) {
      blocks[blocks.length - 1] = { ...last, end: line.end }
    } else blocks.push({ start: line.start, end: line.end, startsSection: line.kind === 'heading' })
    before = line.kind
  }
  return blocks.map((block) => ({ ...block, ...trimmed(text, block) }))
}
