/** The place of quoted words in a text, for a comment about them. */
import type { ArticleContent } from '#contracts/content.ts'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import { codePointsOf, type SpanTarget } from '#contracts/law/annotations/span-target.ts'

const SURROUNDINGS = 32
const MEMBERS = ['contentClean', 'title', 'abstract'] as const

/** Code points, so that no pair is cut in half. */
const pointsOf = (text: string): string[] => Array.from(text)
const lastOf = (text: string): string =>
  pointsOf(text.slice(-2 * SURROUNDINGS))
    .slice(-SURROUNDINGS)
    .join('')
const firstOf = (text: string): string =>
  pointsOf(text.slice(0, 2 * SURROUNDINGS))
    .slice(0, SURROUNDINGS)
    .join('')

/** Refused where the words are in the text not once, since a comment must not guess. */
export const quoteTarget = (content: ArticleContent, quote: string): SpanTarget | Refusal => {
  for (const member of MEMBERS) {
    const text = content[member] ?? ''
    const at = text.indexOf(quote)
    if (at < 0) continue
    if (text.includes(quote, at + 1)) return refusalByCode('quote-ambiguous')
    const start = codePointsOf(text.slice(0, at))
    return {
      member,
      exact: quote,
      prefix: lastOf(text.slice(0, at)),
      suffix: firstOf(text.slice(at + quote.length)),
      start,
      end: start + codePointsOf(quote),
    }
  }
  return refusalByCode('comment-unanchored')
}
