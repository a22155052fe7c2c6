import type { KeyedDocument } from '../ports.ts'
import { leafOf } from './digest.ts'

/** Maximum differences reported. */
export const COMPARISON = { differencesMax: 20 } as const

/** A key that only one side has, or that has different content on both sides. */
export type Difference = { readonly key: string; readonly kind: 'missing' | 'added' | 'changed' }

type Documents = AsyncIterable<KeyedDocument>

const take = async (from: AsyncIterator<KeyedDocument>): Promise<KeyedDocument | null> => {
  const { done, value } = await from.next()
  return done === true ? null : value
}

async function* differencesOf(a: Documents, b: Documents): AsyncGenerator<Difference> {
  const [left, right] = [a[Symbol.asyncIterator](), b[Symbol.asyncIterator]()]
  let [one, other] = [await take(left), await take(right)]
  while (one !== null || other !== null) {
    if (other === null || (one !== null && one.key < other.key)) {
      if (one !== null) yield { key: one.key, kind: 'missing' }
      one = await take(left)
    } else if (one === null || other.key < one.key) {
      yield { key: other.key, kind: 'added' }
      other = await take(right)
    } else {
      if (leafOf(one) !== leafOf(other)) yield { key: one.key, kind: 'changed' }
      ;[one, other] = [await take(left), await take(right)]
    }
  }
}

/**
 * Compares two builds in key order and returns the first keys that differ: `missing` is in `a`
 * only, `added` in `b` only, `changed` in both. Empty if they are equal. Holds two documents at a
 * time.
 */
export const compare = async (
  a: Documents,
  b: Documents,
  limit: number = COMPARISON.differencesMax,
): Promise<Difference[]> => {
  const found: Difference[] = []
  for await (const difference of differencesOf(a, b)) {
    found.push(difference)
    if (found.length >= limit) break
  }
  return found
}
