/** Bounded answers for agents: truncated lists with a cursor to the rest. */

export const charactersOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0

/** As many first items as fit; at least one, so that every call makes progress. */
export const fitting = <T>(items: readonly T[], characters: number): T[] => {
  let left = characters
  const taken: T[] = []
  for (const item of items) {
    left -= charactersOf(item) + 1
    if (left < 0 && taken.length > 0) break
    taken.push(item)
  }
  return taken
}
