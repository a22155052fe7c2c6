import { HEADING_LINE } from '#contracts/law/headings/heading-line.ts'

/** A slice of a text in UTF-16 units, `end` exclusive. */
export type Span = { readonly start: number; readonly end: number }

/** A part of a text that is not cut. `startsSection`: it begins with a heading. */
export type Block = Span & { readonly startsSection: boolean }

/**
 * `12.`, `(4)`, `**(4)**`, `1°`, `a)`, `II.`, `Art. 3` at the beginning of a line start a
 * paragraph.
 */
const NUMBERED =
  /^[ ]?(?:\*\*)?(?:[([]?(?:\d{1,4}|[IVXLC]{1,6}|[a-z])(?:[-–]\d{1,3})?(?:°|[.)\]])|(?:article|art\.) )/i
const VISIBLE = /\S/
const LINE_SHOWN = 200

type Line = Span & { readonly kind: 'blank' | 'heading' | 'numbered' | 'plain' }

const kindOf = (line: string): Line['kind'] => {
  if (!VISIBLE.test(line)) return 'blank'
  const start = line.slice(0, LINE_SHOWN)
  if (HEADING_LINE.test(start)) return 'heading'
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

/** The span without the blanks at its ends. */
const trimmed = (text: string, { start, end }: Span): Span => {
  const slice = text.slice(start, end)
  const lead = slice.length - slice.trimStart().length
  return { start: start + lead, end: start + slice.trimEnd().length }
}

/** Whether a line continues the line before it; a heading belongs to its text. */
const joins = (line: Line, before: Line['kind']): boolean =>
  before === 'heading' || (line.kind === 'plain' && before !== 'blank')

/**
 * Cuts a text at headings, blank lines and numbered paragraphs. The blocks contain every visible
 * character once, and begin and end with one.
 */
export const blocksOf = (text: string): Block[] => {
  const blocks: Block[] = []
  let before: Line['kind'] = 'blank'
  for (const line of linesOf(text)) {
    if (line.kind === 'blank') {
      // A blank line after a heading does not separate it from its text.
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

/**
 * Sizes of a passage in UTF-16 units. Models read some 500 tokens, about 1,800 letters of French.
 */
export const PASSAGES = {
  /** Blocks are joined up to this size. */
  target: 900,
  /** Largest passage, its overlap included. */
  max: 1_400,
  /** Overlap with the passage before, if no heading separates them. */
  overlap: 150,
  /** A shorter passage is joined with the next block or section within `max`. */
  min: 300,
  /** Most characters of the title before every embedded passage. */
  titlePrefix: 200,
} as const

const OWN_MAX = PASSAGES.max - PASSAGES.overlap

// A full stop after up to three letters is an abbreviation more often than an end (art. 5, M. Roy,
// al. 2).
const SENTENCE_END =
  /(?<!(?:^|[\s('’])\p{L}{1,3})[.!?…]["»”)\]]*\s+(?=[\p{Lu}\d«"“–—(*])|[;:]\s*\n\s*/gu
const LINE_END = /\n\s*/g
const BLANK = /\s+/g

const endsOf = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map((match) => match.index + match[0].length)

/** The last place within the target, or else the first beyond it; 0 if there is none. */
const placeNear = (places: readonly number[]): number =>
  places.findLast((place) => place <= PASSAGES.target) ?? places[0] ?? 0

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

/**
 * The place to cut a long block: after a sentence, a line or a word; as a last resort between two
 * characters.
 */
const cutIn = (text: string, start: number): number => {
  const window = text.slice(start, start + OWN_MAX)
  for (const pattern of [SENTENCE_END, LINE_END, BLANK]) {
    const places = endsOf(window, pattern).filter((place) => place < window.length)
    const place = placeNear(places)
    if (place > 0) return start + place
  }
  const end = start + OWN_MAX
  return isLowSurrogate(text.charCodeAt(end)) ? end - 1 : end
}

/** Cuts a block into pieces that fit a passage. */
const piecesOf = (text: string, block: Block): Block[] => {
  const pieces: Block[] = []
  let { start } = block
  while (block.end - start > OWN_MAX) {
    const cut = cutIn(text, start)
    pieces.push({ start, end: cut, startsSection: block.startsSection && start === block.start })
    start = cut
  }
  pieces.push({
    start,
    end: block.end,
    startsSection: block.startsSection && start === block.start,
  })
  return pieces
    .map((piece) => ({ ...piece, ...trimmed(text, piece) }))
    .filter(({ start: from, end }) => end > from)
}

const fits = (current: Block, next: Block): boolean => {
  const length = current.end - current.start
  const together = next.end - current.start
  if (length < PASSAGES.min) return together <= OWN_MAX
  return !next.startsSection && together <= PASSAGES.target
}

const gathered = (pieces: readonly Block[]): Block[] => {
  const passages: Block[] = []
  for (const piece of pieces) {
    const current = passages.at(-1)
    if (current !== undefined && fits(current, piece)) {
      passages[passages.length - 1] = { ...current, end: piece.end }
    } else passages.push(piece)
  }
  return passages
}

/** Extends a passage back to the beginning of a sentence or word of the passage before. */
const withOverlap = (text: string, passage: Block, before: Block | undefined): Span => {
  const { start, end } = passage
  if (before === undefined || passage.startsSection) return { start, end }
  const from = Math.max(before.start, start - PASSAGES.overlap)
  const window = text.slice(from, start)
  const place = endsOf(window, SENTENCE_END)[0] ?? endsOf(window, BLANK)[0] ?? window.length
  return trimmed(text, { start: from + place, end })
}

/**
 * Cuts a text into passages by its structure, in order: they contain every visible character, are
 * at most `PASSAGES.max` long, and split no pair of surrogates. Pure.
 */
export const passagesOf = (contentClean: string): Span[] => {
  const pieces = blocksOf(contentClean).flatMap((block) => piecesOf(contentClean, block))
  const passages = gathered(pieces)
  return passages.map((passage, index) => withOverlap(contentClean, passage, passages[index - 1]))
}

/** The title before a passage, cut at a word. */
export const titlePrefix = (title: string): string => {
  if (title.length <= PASSAGES.titlePrefix) return title
  const cut = title.slice(0, PASSAGES.titlePrefix).toWellFormed()
  const lastBlank = cut.lastIndexOf(' ')
  return lastBlank > 0 ? cut.slice(0, lastBlank) : cut.replace(/\uFFFD$/, '')
}

/** The embedded text of a passage, with the title, since a provision seldom repeats its subject. */
export const embeddedPassage = (
  title: string,
  contentClean: string,
  { start, end }: Span,
): string => `${titlePrefix(title)}\n${contentClean.slice(start, end)}`

/** The embedded text of a headnote: its summary. */
export const embeddedHeadnote = (summary: string): string => summary
