/** The piece of a text that a hit shows (contracts/conventions/search.md). */
import {
  type AnalysedToken,
  makeTermFinder,
  type TermFinder,
} from '#contracts/law/analysis/analyse.ts'
import { markUp, merged, type Span, windowOf } from './highlight.ts'

/** Offsets in UTF-16 units. */
export type Snippet = { readonly html: string; readonly span: Span }

/** How texts write letters that `fold` makes alike. */
const SPELLINGS: Record<string, string> = {
  a: '[aàâäáãå]',
  c: '[cç]',
  e: '[eéèêë]',
  i: '[iîïíì]',
  n: '[nñ]',
  o: '[oôöóò]',
  u: '[uùûüú]',
  y: '[yÿ]',
  ae: '(?:ae|æ)',
  oe: '(?:oe|œ)',
}
/**
 * A stem keeps this many letters at its beginning as a text writes them, and its end may differ.
 */
const STEM = { keptMin: 3, endingMax: 3 } as const

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
const isLetterOrDigit = (character: string): boolean => LETTER_OR_DIGIT.test(character)

/** Ligatures count as the letters that they join. */
const spelled = (letters: string): string =>
  letters.replace(/oe|ae|./gu, (letter) => SPELLINGS[letter] ?? letter)

/** How a word or reference with this term may begin in a text. */
const beginningOf = (term: string): string => {
  const letters = [...term].filter(isLetterOrDigit)
  // `L. 1221-1` and `15 000` part what the term writes in one.
  if (/\d/u.test(term)) return letters.map(spelled).join('[^a-z0-9]{0,2}')
  const kept = Math.max(STEM.keptMin, letters.length - STEM.endingMax)
  return spelled(letters.slice(0, kept).join(''))
}

const patternOf = (terms: ReadonlySet<string>): RegExp | null => {
  const beginnings = [...terms].map(beginningOf).filter((one) => one !== '')
  return beginnings.length === 0 ? null : new RegExp(beginnings.join('|'), 'gi')
}

/** From the start of the word around `from` to the end of the one around `to`. */
const wordAround = (text: string, from: number, to: number): Span => {
  let start = from
  while (start > 0 && isLetterOrDigit(text[start - 1] ?? '')) start -= 1
  let end = to
  while (end < text.length && isLetterOrDigit(text[end] ?? '')) end += 1
  return { start, end }
}

/** Longer words hold no term that anybody asks for. */
const WORD_MAX = 100

/**
 * Finds the terms of a query in texts. A pattern of their beginnings finds candidates, which the
 * analysis of the search then judges: analysing whole texts would cost more than the search.
 */
const makeFinder = (terms: ReadonlySet<string>, findTerms: TermFinder) => {
  const pattern = patternOf(terms)
  const judged = new Map<string, readonly AnalysedToken[]>()
  const matchesIn = (word: string): readonly AnalysedToken[] => {
    const known = judged.get(word)
    if (known !== undefined) return known
    const matches = findTerms(word)
    judged.set(word, matches)
    return matches
  }
  return (text: string, within: Span): AnalysedToken[] => {
    if (pattern === null) return []
    const found: AnalysedToken[] = []
    pattern.lastIndex = within.start
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      if (match.index >= within.end) break
      const { start, end } = wordAround(text, match.index, match.index + match[0].length)
      pattern.lastIndex = Math.max(end, match.index + 1)
      if (start < match.index - WORD_MAX || end - start > WORD_MAX) continue
      for (const token of matchesIn(text.slice(start, end)))
        found.push({ term: token.term, start: start + token.start, end: start + token.end })
    }
    return found
  }
}

const WHITE_SPACE = /\s/u
const isBlank = (character: string | undefined): boolean =>
  character !== undefined && WHITE_SPACE.test(character)

const trimmed = (text: string, { start, end }: Span): Span => {
  let from = start
  while (from < end && isBlank(text[from])) from += 1
  let to = end
  while (to > from && isBlank(text[to - 1])) to -= 1
  return { start: from, end: to }
}

/** Makes snippets of texts for one query. `within`: where to look. */
export type Snippets = (text: string, within: Span) => Snippet

/**
 * Makes the snippets of a query: the stretch that holds most of its different terms, cut between
 * words, with them in `<mark>`; without one of them the beginning. The HTML without its marks and
 * escapes is the text at the span, character for character.
 */
export const makeSnippets = (
  terms: ReadonlySet<string>,
  findTerms: TermFinder = makeTermFinder(terms),
): Snippets => {
  const find = makeFinder(terms, findTerms)
  return (text, within) => {
    const span = trimmed(text, windowOf(text, find(text, within), within))
    const shown = text.slice(span.start, span.end)
    const marked = merged(findTerms(shown))
    return { html: markUp(shown, { start: 0, end: shown.length }, marked), span }
  }
}
