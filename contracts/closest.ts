/** Characters of a word that are compared: what is longer costs no more. */
const COMPARED_CHARACTERS_MAX = 64

const folded = (word: string): string =>
  word.slice(0, COMPARED_CHARACTERS_MAX).normalize('NFC').toLowerCase()

/** The fewest insertions, removals and replacements of one character (Levenshtein 1966), row by row. */
const editDistance = (from: string, to: string): number => {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1]
    for (let column = 1; column <= to.length; column += 1) {
      const kept = (previous[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1)
      const changed = Math.min(previous[column] ?? 0, current[column - 1] ?? 0) + 1
      current.push(Math.min(kept, changed))
    }
    previous = current
  }
  return previous[to.length] ?? 0
}

/** The valid word nearest to a given one, case aside; the first of equals. `undefined` where there is none to choose from. */
export const closestOf = (given: string, valid: readonly string[]): string | undefined => {
  const word = folded(given)
  const ranked = valid.map((one) => ({ one, distance: editDistance(word, folded(one)) }))
  return ranked.reduce<(typeof ranked)[number] | undefined>(
    (best, next) => (best === undefined || next.distance < best.distance ? next : best),
    undefined,
  )?.one
}
