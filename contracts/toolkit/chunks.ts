/** Cuts a list into chunks of `size` items; the last one may be shorter. */
export function* chunksOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

/**
 * Splits values into batches of at most `countMax` values and about `sizeMax` in total (a larger
 * value is a batch of its own).
 */
export function* inBatches<T>(
  values: readonly T[],
  sizeOf: (value: T) => number,
  limits: { readonly countMax: number; readonly sizeMax: number },
): Generator<T[]> {
  let batch: T[] = []
  let size = 0
  for (const value of values) {
    const next = sizeOf(value)
    if (batch.length === limits.countMax || (batch.length > 0 && size + next > limits.sizeMax)) {
      yield batch
      batch = []
      size = 0
    }
    batch.push(value)
    size += next
  }
  if (batch.length > 0) yield batch
}
