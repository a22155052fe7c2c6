import type { Sha256Hex } from '#contracts/ids.ts'

/** Sorts values by key, so that two writers of the same keys cannot deadlock. */
export const inOrder = <T>(values: readonly T[], keyOf: (value: T) => string): T[] => {
  const byKey = new Map(values.map((value) => [keyOf(value), value]))
  return [...byKey.keys()].toSorted().flatMap((key) => byKey.get(key) ?? [])
}

export const toBytes = (hash: Sha256Hex): Buffer => Buffer.from(hash, 'hex')

/**
 * Splits values into batches of at most `countMax` values and about `sizeMax` in total (a larger
 * value is a batch of its own).
 */
export const inBatches = function* <T>(
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
