/** Runs work on many items with a limit on how many run at once. */

/**
 * Returns results in the order of the items. After an error no new work starts; running work ends
 * first, then the first error is thrown.
 */
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
