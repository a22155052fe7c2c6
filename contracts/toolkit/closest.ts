/** Characters of a word that are compared: what is longer costs no more. */
const COMPARED_CHARACTERS_MAX = 64

const folded = (word: string): string =>
  word.slice(0, COMPARED_CHARACTERS_MAX).normalize('NFC').toLowerCase()

/**
 * Edits (insert, delete, replace, swap neighbours) that make one word of the other: restricted
 * Damerau–Levenshtein (Damerau 1964).
 */
export const editDistance = (from: string, to: string): number => {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      const swapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}

/**
 * The valid word nearest to a given one, case aside; the first of equals. `undefined` where there
 * is none to choose from.
 */
export const closestOf = (given: string, valid: readonly string[]): string | undefined => {
  const word = folded(given)
  const ranked = valid.map((one) => ({ one, distance: editDistance(word, folded(one)) }))
  return ranked.reduce<(typeof ranked)[number] | undefined>(
    (best, next) => (best === undefined || next.distance < best.distance ? next : best),
    undefined,
  )?.one
}

/** A word may differ from what was meant by a third of its characters, and by two at least. */
const TOLERATED_SHARE = 3
const TOLERATED_MIN = 2

/** Case, hyphens and underscores are how the same word is written elsewhere. */
const comparable = (word: string): string => word.toLowerCase().replace(/[\s_-]+/gu, '_')

/**
 * The word that was probably meant, or null where none is near enough to be a slip. Ties go to the
 * first in alphabetical order.
 */
export const meantWord = (value: string, words: Iterable<string>): string | null => {
  const meant = comparable(value)
  const tolerated = Math.max(TOLERATED_MIN, Math.floor(meant.length / TOLERATED_SHARE))
  let best: { word: string; distance: number } | null = null
  for (const word of [...words].toSorted()) {
    const other = comparable(word)
    if (Math.abs(other.length - meant.length) > tolerated) continue
    const distance = editDistance(meant, other)
    if (distance <= tolerated && (best === null || distance < best.distance))
      best = { word, distance }
  }
  return best?.word ?? null
}

/** A list up to this long is shown whole. */
const LIST_MAX = 20

/** `did you mean x? (a, b, c)`: a short list is shown whole, a long one by its closest value. */
export const didYouMean = (given: string, allowed: readonly string[]): string => {
  const list = allowed.length <= LIST_MAX ? ` (${allowed.join(', ')})` : ''
  return `did you mean ${closestOf(given, allowed) ?? 'another'}?${list}`
}
