/** The one way to do many things with a bound on how many at once. */

/** Answers in the order of the items. The first error is thrown, once all that began has ended. */
export const mapAtOnce = async <Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  const errors: unknown[] = []
  const rest = items.entries()
  const lane = async (): Promise<void> => {
    for (const [index, item] of rest) {
      try {
        results[index] = await work(item, index)
      } catch (error) {
        errors.push(error)
      }
      if (errors.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane))
  if (errors.length > 0) throw errors[0]
  return results
}
