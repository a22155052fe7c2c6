/**
 * Finds the words that a comment is about in a later wording of its text: where they were, else
 * where their surroundings are, else where nearly the same words are. Time is linear in the text.
 */
import { nearestPlace, quotedText } from '../quotations/locate.ts'
import { type QuotableText, quotableText } from '../quotations/quotable-text.ts'
import type { SpanTarget } from './span-target.ts'

/** In code points, `end` exclusive. */
export type Anchor = { readonly start: number; readonly end: number }

const SEARCH = {
  /** Units between two counts of code points. */
  step: 4_096,
  /** Units on either side of the old place where the words are looked for first. */
  around: 32_768,
  /** Places of the same words whose surroundings are compared, from the old place outwards. */
  placesMax: 2_000,
  /** Units of a quote that are looked up by the engine's own search. */
  headUnits: 64,
  /** Most places of such a beginning that are compared with the whole quote. */
  headsMax: 500,
  /** Share of the quoted characters that may differ, and the most of them. */
  distanceShare: 0.25,
  distanceMax: 120,
} as const

const isLow = (unit: number): boolean => (unit & 0xfc_00) === 0xdc_00

/** Code points before every `step`-th unit. */
const countsOf = (text: string): Int32Array => {
  const counts = new Int32Array(Math.floor(text.length / SEARCH.step) + 1)
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    if (at % SEARCH.step === 0) counts[at / SEARCH.step] = count
    if (!isLow(text.charCodeAt(at))) count += 1
  }
  if (text.length % SEARCH.step === 0) counts[text.length / SEARCH.step] = count
  return counts
}

type Offsets = {
  /** The unit at which a code point begins; the end of the text for one beyond it. */
  unitOf(codePoint: number): number
  codePointOf(unit: number): number
}

const offsetsIn = (text: string): Offsets => {
  const counts = countsOf(text)
  const codePointOf = (unit: number): number => {
    const mark = Math.floor(unit / SEARCH.step)
    let count = counts[mark] ?? 0
    for (let at = mark * SEARCH.step; at < unit; at += 1)
      if (!isLow(text.charCodeAt(at))) count += 1
    return count
  }
  const unitOf = (codePoint: number): number => {
    let [low, high] = [0, counts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((counts[middle] ?? 0) <= codePoint) low = middle
      else high = middle - 1
    }
    let count = counts[low] ?? 0
    let at = low * SEARCH.step
    // A mark may lie between the halves of a pair, which count as one code point begun before it.
    while (at < text.length && (count < codePoint || isLow(text.charCodeAt(at)))) {
      if (!isLow(text.charCodeAt(at))) count += 1
      at += 1
    }
    return at
  }
  return { unitOf, codePointOf }
}

/** For each end of the pattern, how long a beginning of it repeats there (Knuth, Morris, Pratt). */
const bordersOf = (pattern: string): Int32Array => {
  const borders = new Int32Array(pattern.length)
  for (let at = 1, length = 0; at < pattern.length; at += 1) {
    while (length > 0 && pattern[at] !== pattern[length]) length = borders[length - 1] ?? 0
    if (pattern[at] === pattern[length]) length += 1
    borders[at] = length
  }
  return borders
}

type Stretch = { readonly from: number; readonly to: number }

/** The places by the engine's own search; null where a beginning of the pattern is too frequent. */
const quickPlacesOf = (text: string, pattern: string, { from, to }: Stretch): number[] | null => {
  const head = pattern.slice(0, SEARCH.headUnits)
  const isWhole = head.length === pattern.length
  const places: number[] = []
  let heads = 0
  for (let at = text.indexOf(head, from); at >= 0; at = text.indexOf(head, at + 1)) {
    if (at + pattern.length > to) break
    heads += 1
    if (isWhole) places.push(at)
    else if (heads > SEARCH.headsMax) return null
    else if (text.startsWith(pattern, at)) places.push(at)
  }
  return places
}

/** The places by Knuth, Morris and Pratt, in time linear in both lengths. */
const linearPlacesOf = (text: string, pattern: string, { from, to }: Stretch): number[] => {
  const borders = bordersOf(pattern)
  const places: number[] = []
  for (let at = from, length = 0; at < to; at += 1) {
    const unit = text.charCodeAt(at)
    while (length > 0 && unit !== pattern.charCodeAt(length)) length = borders[length - 1] ?? 0
    if (unit === pattern.charCodeAt(length)) length += 1
    if (length < pattern.length) continue
    places.push(at + 1 - length)
    length = borders[length - 1] ?? 0
  }
  return places
}

/**
 * Every place of the pattern in a stretch, ascending. `indexOf` alone may take the product of both
 * lengths.
 */
const placesOf = (text: string, pattern: string, within: Stretch): number[] =>
  quickPlacesOf(text, pattern, within) ?? linearPlacesOf(text, pattern, within)

/** How many characters of the surroundings are the same at this place. */
const sharedAround = (
  text: string,
  at: number,
  { exact, prefix, suffix }: Pick<SpanTarget, 'exact' | 'prefix' | 'suffix'>,
): number => {
  let before = 0
  while (
    before < prefix.length &&
    before < at &&
    text[at - 1 - before] === prefix[prefix.length - 1 - before]
  )
    before += 1
  const end = at + exact.length
  let after = 0
  while (after < suffix.length && end + after < text.length && text[end + after] === suffix[after])
    after += 1
  return before + after
}

/** The place whose surroundings are most like those of the quote; of equals the nearest. */
const bestPlace = (
  text: string,
  places: readonly number[],
  hint: number,
  target: SpanTarget,
): { readonly at: number; readonly shared: number } | null => {
  // Ascending places: the nearest ones are found from the first one at or after the hint.
  let right = places.findIndex((at) => at >= hint)
  if (right < 0) right = places.length
  let left = right - 1
  let best: { readonly at: number; readonly shared: number } | null = null
  for (let seen = 0; seen < SEARCH.placesMax && (left >= 0 || right < places.length); seen += 1) {
    const before = places[left] ?? Number.NEGATIVE_INFINITY
    const after = places[right] ?? Number.POSITIVE_INFINITY
    const isAfterNearer = after - hint <= hint - before
    const at = isAfterNearer ? after : before
    if (isAfterNearer) right += 1
    else left -= 1
    const shared = sharedAround(text, at, target)
    if (best === null || shared > best.shared) best = { at, shared }
  }
  return best
}

/** A text made ready to find several comments in it. */
export type AnnotatedText = {
  anchor(target: SpanTarget): Anchor | null
  wordsAt(anchor: Anchor): string
}

export const annotatedText = (text: string): AnnotatedText => {
  const offsets = offsetsIn(text)
  let quotable: QuotableText | null = null

  const exactly = (target: SpanTarget): number | null => {
    const { exact, prefix, suffix } = target
    const hint = offsets.unitOf(target.start)
    const whole = prefix.length + suffix.length
    if (text.startsWith(exact, hint) && sharedAround(text, hint, target) === whole) return hint
    const near = {
      from: Math.max(0, hint - SEARCH.around),
      to: Math.min(text.length, hint + exact.length + SEARCH.around),
    }
    const close = bestPlace(text, placesOf(text, exact, near), hint, target)
    if (close !== null && whole > 0 && close.shared === whole) return close.at
    const everywhere = placesOf(text, exact, { from: 0, to: text.length })
    return bestPlace(text, everywhere, hint, target)?.at ?? null
  }

  const nearly = ({ exact }: SpanTarget): Anchor | null => {
    quotable ??= quotableText(text)
    const distanceMax = Math.min(
      SEARCH.distanceMax,
      Math.floor(exact.length * SEARCH.distanceShare),
    )
    const place = nearestPlace(quotable, quotedText(exact), distanceMax)
    return (
      place && {
        start: offsets.codePointOf(place.start),
        end: offsets.codePointOf(place.end),
      }
    )
  }

  return {
    wordsAt: ({ start, end }) => text.slice(offsets.unitOf(start), offsets.unitOf(end)),
    anchor: (target) => {
      // Half of a surrogate pair would be found inside a whole one.
      if (target.exact === '' || !target.exact.isWellFormed()) return null
      const at = exactly(target)
      if (at === null) return nearly(target)
      return {
        start: offsets.codePointOf(at),
        end: offsets.codePointOf(at + target.exact.length),
      }
    },
  }
}
