/** A word may differ from what was meant by a third of its characters, and by two at least. */
const TOLERATED_SHARE = 3
const TOLERATED_MIN = 2

/** Edits (insert, delete, replace, swap neighbours) that make one word of the other. Restricted Damerau–Levenshtein. */
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

/** Case, hyphens and underscores are how the same word is written elsewhere. */
const comparable = (word: string): string => word.toLowerCase().replace(/[\s_-]+/gu, '_')

/** The word that was probably meant, or null where none is near. Ties go to the first in alphabetical order. */
export const closest = (value: string, words: Iterable<string>): string | null => {
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
