import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Top } from './top.ts'

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
console.info(`top.test.ts: SEED=${SEED}`)

const offers = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 400 })

test('the top is what sorting everything would give', () => {
  fc.assert(
    fc.property(offers, fc.integer({ min: 0, max: 60 }), (scores, depth) => {
      const top = new Top(depth, (first, second) => first < second)
      for (const [slot, score] of scores.entries()) top.offer(score, slot)
      const sorted = scores
        .map((score, slot) => ({ score, slot }))
        .toSorted((first, second) => second.score - first.score || first.slot - second.slot)
      const full = depth > 0 && scores.length >= depth
      const empty = depth === 0 ? Infinity : -Infinity
      expect(top.threshold()).toBe(full ? sorted[depth - 1]?.score : empty)
      const { slots, scores: kept } = top.ranking()
      const found = Array.from(slots, (slot, rank) => ({ score: kept[rank], slot }))
      expect(found).toEqual(sorted.slice(0, depth))
    }),
    { seed: SEED, numRuns: 500 },
  )
})
