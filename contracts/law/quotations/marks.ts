/**
 * Limits of what is read as a quotation, in characters after normalisation
 * (contracts/conventions/verify.md) or UTF-16 units.
 */
export const QUOTATION = {
  /** Shorter ones are words that are named, not sentences that are quoted. */
  charactersMin: 30,
  /** A quotation mark that is never closed must not swallow the text. */
  unitsMax: 4_000,
  /** Quotations looked at in one text. */
  countMax: 200,
} as const

/** A quotation with the marks left out; offsets in UTF-16 units, `end` exclusive. */
export type Quotation = { readonly text: string; readonly start: number; readonly end: number }

const MARKS = /[«»“„”"]/g
const CLOSED_BY: Readonly<Record<string, string>> = { '«': '»', '“': '”', '„': '”' }
const LINE_BREAK = /\n/g
const BLANK = /^\s*$/

/** An opening mark and the one that closes it, in the order of the text. */
type Pair = { readonly open: number; readonly close: number }

/** Pairs of marks with those of their kind balanced in between. One pass over the text. */
const pairsIn = (text: string): Pair[] => {
  const pairs: Pair[] = []
  const opened: Record<string, number[]> = { '«': [], '“': [], '„': [] }
  const straight: number[] = []
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    if (mark === '"') straight.push(index)
    else if (mark in CLOSED_BY) opened[mark]?.push(index)
    else
      for (const [opening, places] of Object.entries(opened)) {
        const open = CLOSED_BY[opening] === mark ? places.pop() : undefined
        if (open !== undefined) pairs.push({ open, close: index })
      }
  }
  for (const [at, open] of straight.entries()) {
    const close = straight[at + 1]
    if (close !== undefined) pairs.push({ open, close })
  }
  return pairs.toSorted((a, b) => a.open - b.open)
}

/** Line breaks after which a blank line follows, in order, and where that one ends. */
const blankLinesIn = (text: string): Pair[] => {
  const breaks = [...text.matchAll(LINE_BREAK)].map(({ index }) => index)
  return breaks.flatMap((open, at) => {
    const close = breaks[at + 1]
    return close !== undefined && BLANK.test(text.slice(open, close)) ? [{ open, close }] : []
  })
}

const trimmedInside = (text: string, from: number, to: number): Quotation => {
  const inner = text.slice(from, to)
  const start = from + (inner.length - inner.trimStart().length)
  const end = from + inner.trimEnd().length
  return { text: text.slice(start, Math.max(start, end)), start, end: Math.max(start, end) }
}

/**
 * Quotations between «…», “…”, „…” and "…", in order, outermost only, whatever their length. A mark
 * that is not closed within its paragraph opens nothing. Linear in the text but for the order of
 * its marks.
 */
export const quotationsIn = (text: string): Quotation[] => {
  const found: Quotation[] = []
  const blankLines = blankLinesIn(text)
  let blank = 0
  let after = 0
  for (const { open, close } of pairsIn(text)) {
    if (open < after || close >= open + QUOTATION.unitsMax) continue
    while (blank < blankLines.length && (blankLines[blank]?.open ?? 0) < open) blank += 1
    if ((blankLines[blank]?.close ?? Infinity) < close) continue
    const quotation = trimmedInside(text, open + 1, close)
    if (quotation.end > quotation.start) found.push(quotation)
    after = close + 1
    if (found.length >= QUOTATION.countMax) break
  }
  return found
}
