import { expect, test } from 'vitest'
import { PostingLists } from './posting-lists.ts'

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
