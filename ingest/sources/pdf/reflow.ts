/** Paragraphs and headings from printed lines. */
import type { PdfLine } from './lines.ts'

/** Sizes of type differ by more than this share between a heading and the text. */
const OTHER_SIZE = 0.08
const HEADING_SIZE = 1.12
const HEADING_CHARACTERS_MAX = 200
const HEADING_LEVELS_MAX = 3
/** A gap wider than this many usual ones ends a paragraph. */
const WIDE_GAP = 1.35
const INDENT_SHARE = 0.7
/** A line that ends this share of the column before its edge is the last one of a paragraph. */
const SHORT_SHARE = 0.12
const VERY_SHORT_SHARE = 0.35

/** The number of a footnote may follow. */
const ENDS_SENTENCE = /[.!?…:;»”"]\d{0,3}$/u
const LIST_MARK =
  /^(?:[-–—•*·▪◦]\s|\(?\d{1,3}[.)°]\s|\(?[a-z][.)]\s|[IVX]{1,5}[.)]\s|(?:article|art\.)\s+[A-Z]?\.?\s?\d)/iu
const STARTS_SMALL = /^[\p{Ll}(«“,;]/u

const mostFrequent = <T>(values: readonly (readonly [T, number])[]): T | undefined => {
  const counts = new Map<T, number>()
  for (const [value, weight] of values) counts.set(value, (counts.get(value) ?? 0) + weight)
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0]
}

type Shape = {
  readonly bodySize: number
  readonly bodyFont: string | undefined
  readonly gap: number
  /** The edges of the column of a line. */
  edges(line: PdfLine): { readonly left: number; readonly right: number }
}

const halfPoints = (size: number): number => Math.round(size * 2) / 2

/** The size that most letters are printed in. */
export const bodySizeOf = (lines: readonly PdfLine[]): number =>
  mostFrequent(lines.map(({ size, text }) => [halfPoints(size), text.length] as const)) ?? 0

/** Columns begin at most as far apart as this many letters. */
const COLUMN_LETTERS = 4

const shapeOf = (lines: readonly PdfLine[]): Shape => {
  const bodySize = bodySizeOf(lines)
  const gaps = lines.flatMap((line, index) => {
    const before = lines[index - 1]
    const gap = before?.page === line.page ? before.y - line.y : 0
    return gap > 0 && Math.abs(line.size - bodySize) < 1 ? [[Math.round(gap), 1] as const] : []
  })
  const bucket = (line: PdfLine): string =>
    `${line.page} ${Math.round(line.left / (COLUMN_LETTERS * (bodySize || 1)))}`
  const columns = new Map<string, { left: number; right: number }>()
  for (const line of lines) {
    const known = columns.get(bucket(line))
    columns.set(bucket(line), {
      left: Math.min(known?.left ?? Infinity, line.left),
      right: Math.max(known?.right ?? 0, line.right),
    })
  }
  return {
    bodySize,
    bodyFont: mostFrequent(lines.map(({ font, text }) => [font, text.length] as const)),
    gap: mostFrequent(gaps) ?? bodySize * 1.2,
    edges: (line) => columns.get(bucket(line)) ?? line,
  }
}

/** By how much of its column a line ends before the edge. */
const shortfall = (line: PdfLine, shape: Shape): number => {
  const { left, right } = shape.edges(line)
  return right > left ? (right - line.right) / (right - left) : 0
}

const isHeading = (line: PdfLine, shape: Shape): boolean => {
  if (line.text.length > HEADING_CHARACTERS_MAX) return false
  if (line.size >= shape.bodySize * HEADING_SIZE) return true
  const isOtherFont = line.font !== shape.bodyFont && line.size >= shape.bodySize * (1 - OTHER_SIZE)
  return (
    isOtherFont &&
    shortfall(line, shape) > SHORT_SHARE &&
    /^[\p{Lu}\d]/u.test(line.text) &&
    !/[.,;:]$/u.test(line.text)
  )
}

/** Whether a paragraph that stops at the end of a page or column goes on in the next. */
const goesOn = (before: PdfLine, line: PdfLine): boolean =>
  STARTS_SMALL.test(line.text) || !ENDS_SENTENCE.test(before.text)

const isNewParagraph = (before: PdfLine, line: PdfLine, shape: Shape): boolean => {
  const headings = [isHeading(before, shape), isHeading(line, shape)]
  const isOtherSize = Math.abs(before.size - line.size) > before.size * OTHER_SIZE
  if (headings[0] !== headings[1] || isOtherSize) return true
  const down = before.y - line.y
  if (before.page !== line.page || down <= 0) return headings[0] === true || !goesOn(before, line)
  if (down > shape.gap * WIDE_GAP * (line.size / (shape.bodySize || 1))) return true
  if (headings[0] === true)
    return before.font !== line.font || shortfall(before, shape) > VERY_SHORT_SHARE
  const { left } = shape.edges(line)
  const isIndented =
    line.left - before.left > line.size * INDENT_SHARE &&
    line.left - left > line.size * INDENT_SHARE
  if (isIndented && !LIST_MARK.test(before.text)) return true
  const short = shortfall(before, shape)
  const ends = ENDS_SENTENCE.test(before.text)
  if (LIST_MARK.test(line.text) && (ends || short > SHORT_SHARE)) return true
  if (ends && short > SHORT_SHARE) return true
  return short > VERY_SHORT_SHARE && !STARTS_SMALL.test(line.text)
}

/** Words whose hyphen stays at the end of a line: `peut-être`, `celui-ci`, `vis-à-vis`. */
const COMPOUND_START =
  /(?:^|[^\p{L}])(?:peut|celui|celle|ceux|celles|lui|elle|eux|elles|soi|moi|toi|nous|vous|vis-à|c[’']est-à|c[’']est|au|là|ci|non|quasi|avant|après|sous|demi|semi|mi|contre|vice|ex|sus|extra|grand|plus|moins)-$/iu
const COMPOUND_END =
  /^(?:ci|là|même|mêmes|dire|vis|dessus|dessous|delà|il|ils|elle|elles|on|t-il|t-elle|t-on|je|tu|nous|vous|moi|toi|lui|leur|y|en)(?!\p{L})/iu
const HYPHEN_AT_END = /[\p{L}\d][-\u2010\u00ad]$/u

/** Whether the document has this word elsewhere. */
type Words = ReadonlySet<string>

/** The end of a printed line as it stands before the next one: with a blank, or joined to it. */
const endBefore = (text: string, line: string, words: Words): string => {
  if (!HYPHEN_AT_END.test(text)) return `${text} `
  const head = text.slice(0, -1)
  if (text.endsWith('\u00ad')) return head
  if (!/^\p{Ll}/u.test(line)) return `${head}-`
  const first = /(?<![\p{L}-])[\p{L}-]+$/u.exec(head)?.[0] ?? ''
  const second = /^[\p{L}-]+/u.exec(line)?.[0] ?? ''
  if (words.has(`${first}-${second}`.toLowerCase())) return `${head}-`
  if (words.has(`${first}${second}`.toLowerCase())) return head
  return COMPOUND_START.test(`${head}-`) || COMPOUND_END.test(line) ? `${head}-` : head
}

const wordsOf = (lines: readonly PdfLine[]): Words =>
  new Set(
    lines.flatMap(({ text }) =>
      // The last word of a line may be half a word.
      (text.replace(/(?<![\p{L}-])[\p{L}-]+[-\u2010\u00ad]$/u, '').match(/[\p{L}-]+/gu) ?? []).map(
        (word) => word.toLowerCase(),
      ),
    ),
  )

/** `#`, `##` or `###` by the sizes of the headings. */
const marksOf = (lines: readonly PdfLine[], shape: Shape): ((line: PdfLine) => string) => {
  const sizes = [
    ...new Set(lines.filter((line) => isHeading(line, shape)).map(({ size }) => halfPoints(size))),
  ].toSorted((a, b) => b - a)
  return ({ size }) =>
    '#'.repeat(Math.min(HEADING_LEVELS_MAX, 1 + Math.max(0, sizes.indexOf(halfPoints(size)))))
}

/** The lines as paragraphs, with headings marked as in Markdown. */
export const reflow = (lines: readonly PdfLine[]): string => {
  const shape = shapeOf(lines)
  const words = wordsOf(lines)
  const markOf = marksOf(lines, shape)
  // Pieces, since a paragraph may have as many lines as the document.
  const blocks: { readonly mark: string; readonly pieces: string[] }[] = []
  let before: PdfLine | null = null
  for (const line of lines) {
    const pieces = blocks.at(-1)?.pieces
    if (pieces === undefined || before === null || isNewParagraph(before, line, shape)) {
      const mark = isHeading(line, shape) ? `${markOf(line)} ` : ''
      blocks.push({ mark, pieces: [line.text] })
    } else {
      pieces.push(endBefore(pieces.pop() ?? '', line.text, words), line.text)
    }
    before = line
  }
  return blocks.map(({ mark, pieces }) => `${mark}${pieces.join('')}`).join('\n\n')
}
