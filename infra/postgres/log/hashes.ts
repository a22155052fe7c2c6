import type { Sha256Hex } from '#contracts/ids.ts'

/** Sorts values by key, so that two writers of the same keys cannot deadlock. */
export const inOrder = <T>(values: readonly T[], keyOf: (value: T) => string): T[] => {
  const byKey = new Map(values.map((value) => [keyOf(value), value]))
  return [...byKey.keys()].toSorted().flatMap((key) => byKey.get(key) ?? [])
}

export const toBytes = (hash: Sha256Hex): Buffer => Buffer.from(hash, 'hex')
