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

const CLOSING: Readonly<Record<string, string>> = { '«': '»', '“': '”', '„': '”', '"': '"' }
const OPENING = /[«“„"]/g
const BLANK_LINE = /\n\s*\n/

const closingOf = (text: string, open: number, mark: string): number => {
  const closing = CLOSING[mark] ?? mark
  const limit = Math.min(text.length, open + QUOTATION.unitsMax)
  let depth = 1
  for (let at = open + 1; at < limit; at += 1) {
    const character = text[at]
    if (character === closing) depth -= 1
    else if (character === mark) depth += 1
    if (depth === 0) return at
  }
  return -1
}

const trimmedInside = (text: string, from: number, to: number): Quotation => {
  const inner = text.slice(from, to)
  const start = from + (inner.length - inner.trimStart().length)
  const end = from + inner.trimEnd().length
  return { text: text.slice(start, Math.max(start, end)), start, end: Math.max(start, end) }
}

/**
 * Quotations between «…», “…”, „…” and "…", in order, outermost only, whatever their length. A mark
 * that is not closed within its paragraph opens nothing.
 */
export const quotationsIn = (text: string): Quotation[] => {
  const found: Quotation[] = []
  OPENING.lastIndex = 0
  const pattern = new RegExp(OPENING)
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const close = closingOf(text, match.index, match[0])
    if (close < 0 || BLANK_LINE.test(text.slice(match.index, close))) continue
    const quotation = trimmedInside(text, match.index + 1, close)
    if (quotation.end > quotation.start) found.push(quotation)
    pattern.lastIndex = close + 1
    if (found.length >= QUOTATION.countMax) break
  }
  return found
}
