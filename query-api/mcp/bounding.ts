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

/** Room for the members that only tools have: `truncated`, cursor and position. */
export const BESIDE = 150

type Lists = Readonly<Record<string, readonly unknown[]>>
type Entry = { readonly of: string; readonly one: unknown }

/** The entries of some lists, one list after the other, so that a page is a stretch of them. */
export const entriesOf = (lists: Lists): Entry[] =>
  Object.entries(lists).flatMap(([of, all]) => all.map((one) => ({ of, one })))

/** The same lists with these entries alone. */
export const listsWith = <L extends Lists>(lists: L, entries: readonly Entry[]): L =>
  Object.fromEntries(
    Object.keys(lists).map((name) => [
      name,
      entries.flatMap(({ of, one }) => (of === name ? [one] : [])),
    ]),
  ) as unknown as L
