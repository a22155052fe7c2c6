/** The length that is compared of each word, so that a long word costs no more time. */
const COMPARED_CHARACTERS_MAX = 64

const folded = (word: string): string =>
  word.slice(0, COMPARED_CHARACTERS_MAX).normalize('NFC').toLowerCase()

/**
 * Counts the edits (insert, delete, replace, swap neighbours) between two words: restricted
 * Damerau–Levenshtein distance (Damerau 1964).
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
 * Returns the valid word nearest to a given one, ignoring case; the first one on a tie, `undefined`
 * for an empty list.
 */
export const closestOf = (given: string, valid: readonly string[]): string | undefined => {
  const word = folded(given)
  const ranked = valid.map((one) => ({ one, distance: editDistance(word, folded(one)) }))
  return ranked.reduce<(typeof ranked)[number] | undefined>(
    (best, next) => (best === undefined || next.distance < best.distance ? next : best),
    undefined,
  )?.one
}

/**
 * A typing error changes at most a third of the characters, or two in a short word, of which one
 * has to stay.
 */
const TOLERATED_SHARE = 3
const TOLERATED_MIN = 2

/** Case, blanks, hyphens and underscores do not make another word. */
const comparable = (word: string): string => word.toLowerCase().replace(/[\s_-]+/gu, '_')

/**
 * Returns the word that was probably meant, or null if none is near enough. On a tie the first one
 * in alphabetical order wins.
 */
export const meantWord = (value: string, words: Iterable<string>): string | null => {
  const meant = comparable(value)
  const typing = Math.max(TOLERATED_MIN, Math.floor(meant.length / TOLERATED_SHARE))
  const tolerated = Math.min(typing, meant.length - 1)
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

/** Of a long list only words that begin like the value are compared, so that it costs little. */
const EDITS_MAX = 2

/**
 * Returns the nearest of very many words: at most two edits away, with the same first half. On a
 * tie the first one in alphabetical order wins; null if none is near enough.
 */
export const closestAlike = (value: string, words: Iterable<string>): string | null => {
  const begin = value.slice(0, Math.ceil(value.length / 2))
  let best: { word: string; distance: number } | null = null
  for (const word of words) {
    if (Math.abs(word.length - value.length) > EDITS_MAX || !word.startsWith(begin)) continue
    const distance = editDistance(value, word)
    if (distance > EDITS_MAX) continue
    const isBetter =
      best === null || distance < best.distance || (distance === best.distance && word < best.word)
    if (isBetter) best = { word, distance }
  }
  return best?.word ?? null
}

/** Longer lists are not printed. */
export const LIST_MAX = 20

/** Writes `did you mean x? (a, b, c)`; a long list is left out. */
export const didYouMean = (given: string, allowed: readonly string[]): string => {
  const list = allowed.length <= LIST_MAX ? ` (${allowed.join(', ')})` : ''
  return `did you mean ${closestOf(given, allowed) ?? 'another'}?${list}`
}
