import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PostingLists } from './posting-lists.ts'
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

test('posting lists give back what was appended, list by list', () => {
  const lists = new PostingLists()
  const wanted: number[][] = Array.from({ length: 40 }, () => {
    lists.create()
    return []
  })
  // Long and short lists side by side, over several pages.
  for (let slot = 0; slot < 30_000; slot++)
    for (const [list, pairs] of wanted.entries())
      if (slot % (list + 1) ** 2 === 0) {
        lists.append(list, slot, slot ^ list)
        pairs.push(slot, slot ^ list)
      }
  for (const [list, pairs] of wanted.entries()) {
    const found: number[] = []
    lists.visit(list, (page, from, to) => found.push(...page.subarray(from, to)))
    expect(found).toEqual(pairs)
  }
  expect(lists.create()).toBe(40)
  lists.visit(40, () => expect.unreachable('the list is empty'))
})
