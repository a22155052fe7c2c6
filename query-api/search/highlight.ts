import { type AnalysedToken, analyse } from '#contracts/law/analysis.ts'

/** Bounds of a snippet, in UTF-16 units of the text that is shown; marks and escapes come on top. */
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

type Span = { readonly start: number; readonly end: number }

/** Spans in order without overlap: two terms may stand for one stretch of text (`2020-800 DC`). */
const merged = (spans: readonly Span[]): Span[] => {
  const apart: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = apart.at(-1)
    if (last === undefined || span.start >= last.end) apart.push(span)
    else if (span.end > last.end) apart[apart.length - 1] = { start: last.start, end: span.end }
  }
  return apart
}

/** Whether a cut at `at` would part a character: a surrogate pair, or a letter and its marks. */
const isInsideCharacter = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 || /^[\p{M}\u200d]/u.test(text.slice(at, at + 2))

/** A place to cut at or before `at`: after white space where there is some near, else between two characters. */
const cutBefore = (text: string, at: number, notBefore: number): number => {
  const space = text.slice(notBefore, at).search(/\s\S*$/u)
  let cut = space > 0 ? notBefore + space : at
  while (cut > notBefore && isInsideCharacter(text, cut)) cut -= 1
  return cut
}

/** A place to begin at or after `at`: the next word, if one begins before `notAfter`. */
const beginAfter = (text: string, at: number, notAfter: number): number => {
  const space = text.slice(at, notAfter).search(/\s(?=\S)/u)
  let begin = space < 0 ? at : at + space + 1
  while (begin < notAfter && isInsideCharacter(text, begin)) begin += 1
  return begin
}

/** How many different terms stand within the reach of a snippet that begins with match `first`. */
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

/** Where the matched term stands whose surroundings hold most different terms of the query. */
const bestStart = (matches: readonly AnalysedToken[]): number => {
  let best = { start: 0, different: 0 }
  for (const [index, { start }] of matches.entries()) {
    const different = differentFrom(matches, index)
    if (different > best.different) best = { start, different }
  }
  return best.start
}

/** The part of a long text that is shown. */
const windowOf = (text: string, matches: readonly AnalysedToken[]): Span => {
  if (text.length <= SNIPPET.charactersMax) return { start: 0, end: text.length }
  const first = bestStart(matches)
  const wanted = Math.min(first - SNIPPET.leadMax, text.length - SNIPPET.charactersMax)
  const start = wanted <= 0 ? 0 : beginAfter(text, wanted, Math.max(first, wanted))
  const limit = start + SNIPPET.charactersMax
  return { start, end: limit >= text.length ? text.length : cutBefore(text, limit, start + 1) }
}

const markUp = (text: string, { start, end }: Span, spans: readonly Span[]): string => {
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
 * A piece of a text with the terms of a query in `<mark>`, found by the same analysis, so `été` is marked for `ete`. The
 * text is escaped: the result is safe inside an HTML element. A short text comes whole, a longer one as the stretch that
 * holds most of the terms, with an ellipsis where it is cut. Characters are never split.
 */
export const highlight = (text: string, queryTerms: ReadonlySet<string>): string => {
  const matches = analyse(text.slice(0, SNIPPET.searchedMax)).filter(({ term }) =>
    queryTerms.has(term),
  )
  const shown = windowOf(text, matches)
  const html = markUp(text, shown, merged(matches))
  const before = shown.start > 0 ? ELLIPSIS : ''
  const after = shown.end < text.length ? ELLIPSIS : ''
  return `${before}${html.trim()}${after}`
}
