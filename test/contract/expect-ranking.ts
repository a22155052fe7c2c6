import { expect } from 'vitest'
import { type Scored, byScoreThenName } from './search-reference.ts'

type Ranked = { readonly id: string; readonly score: number }

/**
 * Equal scores at every rank, ranked as they should be, and each document with its own score.
 * Documents whose scores are equal but for the last bits are in the order of the scores found:
 * the reference adds in another order.
 */
export const expectRanking = (
  found: readonly Ranked[],
  wanted: readonly Scored[],
  { depth, tolerance }: { readonly depth: number; readonly tolerance: number },
): void => {
  expect(found).toHaveLength(Math.min(depth, wanted.length))
  const scores = new Map(wanted.map((one) => [one.document.id, one]))
  const asScored = found.map(({ id, score }) => {
    const reference = scores.get(id)
    if (reference === undefined) throw new Error(`${id} should not be found`)
    expect(Math.abs(reference.score - score)).toBeLessThan(tolerance)
    return { document: reference.document, score }
  })
  expect(asScored.toSorted(byScoreThenName)).toEqual(asScored)
  for (const [rank, { score }] of found.entries())
    expect(Math.abs(score - (wanted[rank]?.score ?? Number.NaN))).toBeLessThan(tolerance)
}
