import type { AnalysedToken, TermFinder } from '#contracts/law/analysis/analyse.ts'

/** Bounds of a snippet, in UTF-16 units of the shown text, without marks and escapes. */
export const SNIPPET = {
  charactersMax: 320,
  /** Text kept before the first term that is shown. */
  leadMax: 80,
  /** How far into a very long text terms are looked for. */
  searchedMax: 8_000,
} as const
const ELLIPSIS = '…'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/gu, (character) => ESCAPES[character] ?? character)

export type Span = { readonly start: number; readonly end: number }

/** Spans in order without overlap: two terms may cover one span of text (`2020-800 DC`). */
export const merged = (spans: readonly Span[]): Span[] => {
  const apart: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = apart.at(-1)
    if (last === undefined || span.start >= last.end) apart.push(span)
    else if (span.end > last.end) apart[apart.length - 1] = { start: last.start, end: span.end }
  }
  return apart
}

const characters = new Intl.Segmenter('fr', { granularity: 'grapheme' })
/** Maximum UTF-16 units of a natural grapheme. */
const CHARACTER_MAX = 32
/** A longer word is cut. */
const WORD_MAX = 40
const isLowSurrogate = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00

/** The start of the grapheme at `at`: a letter with its marks, an emoji with its joiners. */
const characterStart = (text: string, at: number): number => {
  if (at <= 0 || at >= text.length) return at
  const from = Math.max(0, at - CHARACTER_MAX)
  const near = characters.segment(text.slice(from, at + CHARACTER_MAX)).containing(at - from)
  const start = near === undefined || near.index === 0 ? at : from + near.index
  return isLowSurrogate(text, start) ? start - 1 : start
}

/**
 * A place to cut at or before `at`: before white space where there is some, else between two
 * characters.
 */
const cutBefore = (text: string, at: number, notBefore: number): number => {
  const from = Math.max(notBefore, at - WORD_MAX)
  const space = text.slice(from, at).search(/\s\S*$/u)
  return space > 0 ? from + space : characterStart(text, at)
}

/**
 * A place to begin near `at`: the next word, if one begins before `notAfter`, else between two
 * characters.
 */
const beginAfter = (text: string, at: number, notAfter: number): number => {
  const space = text.slice(at, notAfter).search(/\s(?=\S)/u)
  return space < 0 ? characterStart(text, at) : at + space + 1
}

/** Number of different terms in a snippet that begins with match `first`. */
const differentFrom = (matches: readonly AnalysedToken[], first: number): number => {
  const end = (matches[first]?.start ?? 0) + SNIPPET.charactersMax - SNIPPET.leadMax
  const different = new Set<string>()
  for (let at = first; at < matches.length; at++) {
    const match = matches[at]
    if (match === undefined || match.end > end) break
    different.add(match.term)
  }
  return different.size
}

/**
 * The start of the matched term with the most different terms of the query around it; `otherwise`
 * without a match.
 */
const bestStart = (matches: readonly AnalysedToken[], otherwise: number): number => {
  let best = { start: otherwise, different: 0 }
  for (const [index, { start }] of matches.entries()) {
    const different = differentFrom(matches, index)
    if (different > best.different) best = { start, different }
  }
  return best.start
}

/** The shown part of a stretch of text: whole, or a window around its matches. */
export const windowOf = (text: string, matches: readonly AnalysedToken[], within: Span): Span => {
  if (within.end - within.start <= SNIPPET.charactersMax) return within
  const first = bestStart(matches, within.start)
  const wanted = Math.min(first - SNIPPET.leadMax, within.end - SNIPPET.charactersMax)
  const start =
    wanted <= within.start ? within.start : beginAfter(text, wanted, Math.max(first, wanted))
  const limit = start + SNIPPET.charactersMax
  return { start, end: limit >= within.end ? within.end : cutBefore(text, limit, start + 1) }
}

/** A span of a text as HTML: escaped, with the given spans in `<mark>`. */
export const markUp = (text: string, { start, end }: Span, spans: readonly Span[]): string => {
  let html = ''
  let at = start
  for (const span of spans) {
    if (span.start < at || span.end > end) continue
    html += escapeHtml(text.slice(at, span.start))
    html += `<mark>${escapeHtml(text.slice(span.start, span.end))}</mark>`
    at = span.end
  }
  return html + escapeHtml(text.slice(at, end))
}

/**
 * A piece of a text with the terms that `find` finds in `<mark>`. The text is escaped: the result
 * is safe inside an HTML element. A short text comes whole, a longer one as the stretch that holds
 * most of the terms, with an ellipsis where it is cut. Characters are never split.
 */
export const highlight = (text: string, find: TermFinder): string => {
  const matches = find(text.slice(0, SNIPPET.searchedMax))
  const shown = windowOf(text, matches, { start: 0, end: text.length })
  const html = markUp(text, shown, merged(matches))
  const before = shown.start > 0 ? ELLIPSIS : ''
  const after = shown.end < text.length ? ELLIPSIS : ''
  return `${before}${html.trim()}${after}`
}
