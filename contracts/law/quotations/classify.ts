import type { QuoteClass } from '../../claim.ts'
import { QUOTATION, quotationsIn } from './marks.ts'
import {
  type DiffSegment,
  elidedPlace,
  exactPlace,
  joinedPlaces,
  nearestPlace,
  normalizedPlace,
  type QuotationPlace,
  type Quoted,
  quotedText,
  touchedAt,
} from './locate.ts'
import type { QuotableText } from './quotable-text.ts'

/**
 * Share of a quotation's characters that may differ while it is still that quotation, altered
 * (contracts/conventions/verify.md).
 */
const ALTERED_SHARE_MAX = 0.1

/** A text in which a quotation is searched. `cited`: the quoting text names it as the source. */
export type QuotedSource = {
  readonly key: string
  readonly text: QuotableText
  readonly cited: boolean
}

/** The best match of a quotation. Spans are UTF-16 units of the source's content. */
type QuoteMatch = {
  readonly key: string
  readonly place: QuotationPlace
  /** Characters that differ; 0 where only typography does. */
  readonly distance: number
  readonly diff: readonly DiffSegment[]
  /** What the difference touches: `a negation`, `a number`, …; empty for a slip of the pen. */
  readonly touches: readonly string[]
}
export type QuoteFinding = { readonly class: QuoteClass; readonly match: QuoteMatch | null }

type Own = 'exact' | 'normalized' | 'altered' | 'frankenquote'
type InSource = { readonly class: Own; readonly match: QuoteMatch }

const whole = (key: string, place: QuotationPlace): QuoteMatch => ({
  key,
  place: { start: place.start, end: place.end },
  distance: 0,
  diff: [],
  touches: [],
})

const changesMeaning = (touches: readonly string[]): boolean =>
  touches.includes('a negation') || touches.includes('an exception')

const verbatimIn = ({ key, text }: QuotedSource, quoted: Quoted): InSource | null => {
  const exact = exactPlace(text, quoted.text)
  if (exact !== null) return { class: 'exact', match: whole(key, exact) }
  const normalized = normalizedPlace(text, quoted)
  return normalized === null ? null : { class: 'normalized', match: whole(key, normalized) }
}

/** A marked elision is honest unless it leaves out a negation or an exception. */
const elidedIn = ({ key, text }: QuotedSource, quoted: Quoted): InSource | null => {
  const elided = elidedPlace(text, quoted)
  if (elided === null) return null
  const { left, touches } = elided
  if (!changesMeaning(touches)) return { class: 'normalized', match: whole(key, elided) }
  const diff = left.map((omitted): DiffSegment => ['-', omitted])
  const distance = left.reduce((sum, omitted) => sum + omitted.length, 0)
  return {
    class: 'altered',
    match: { ...whole(key, elided), distance, diff, touches },
  }
}

const alteredIn = (
  { key, text }: QuotedSource,
  quoted: Quoted,
  best: InSource | null,
): InSource | null => {
  const allowed = Math.floor(quoted.normal.length * ALTERED_SHARE_MAX)
  const near = nearestPlace(text, quoted, best === null ? allowed : best.match.distance - 1)
  if (near === null) return null
  const { distance, diff } = near
  const match = { ...whole(key, near), distance, diff }
  // The same words with other punctuation: more than typography, less than another word.
  return { class: 'altered', match }
}

/** An alteration with what it touches: told once, since it takes long for each text. */
const withTouches = (
  found: InSource,
  sources: readonly QuotedSource[],
  quoted: Quoted,
): InSource => {
  const source = sources.find(({ key }) => key === found.match.key)
  if (found.class !== 'altered' || source === undefined) return found
  const touches = touchedAt(source.text, quoted, found.match.place)
  return { ...found, match: { ...found.match, touches } }
}

const joinedIn = ({ key, text }: QuotedSource, quoted: Quoted): InSource | null => {
  const [first] = joinedPlaces(text, quoted) ?? []
  return first === undefined ? null : { class: 'frankenquote', match: whole(key, first) }
}

const firstOf = (
  sources: readonly QuotedSource[],
  look: (source: QuotedSource, best: InSource | null) => InSource | null,
): InSource | null => {
  let best: InSource | null = null
  for (const source of sources) {
    const found = look(source, best)
    if (found === null) continue
    const better =
      best === null ||
      (found.class === 'exact' && best.class !== 'exact') ||
      (found.class === best.class && found.match.distance < best.match.distance)
    if (better) best = found
  }
  return best
}

const NOT_FOUND: QuoteFinding = { class: 'not_found', match: null }

/**
 * Classifies a quotation by comparison with sources (contracts/conventions/verify.md): verbatim
 * ones first, the cited sources before the others; words that only a source other than the cited
 * one contains are misattributed. Null where it is too short to be judged. Deterministic: of equal
 * places the first source's is taken.
 */
export const classifyQuotation = (
  text: string,
  sources: readonly QuotedSource[],
): QuoteFinding | null => {
  const quoted = quotedText(text)
  if (quoted.normal.length < QUOTATION.charactersMin) return null
  const cited = sources.filter((source) => source.cited)
  const others = sources.filter((source) => !source.cited)
  const ways = [verbatimIn, elidedIn]
  for (const way of ways) {
    const own = firstOf(cited, (source) => way(source, quoted))
    if (own !== null) return own
    const other = firstOf(others, (source) => way(source, quoted))
    if (other === null) continue
    const verbatim = other.class !== 'altered'
    return cited.length > 0 && verbatim ? { class: 'misattributed', match: other.match } : other
  }
  for (const way of [alteredIn, joinedIn]) {
    const found =
      firstOf(cited, (source, best) => way(source, quoted, best)) ??
      firstOf(others, (source, best) => way(source, quoted, best))
    if (found !== null) return withTouches(found, sources, quoted)
  }
  return NOT_FOUND
}

/** The quotations of a text that are long enough to be judged. */
export const judgedQuotations = (text: string): ReturnType<typeof quotationsIn> =>
  quotationsIn(text).filter(
    (quotation) => quotedText(quotation.text).normal.length >= QUOTATION.charactersMin,
  )
