import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Slug } from '#contracts/ids.ts'
import type { IndexAnswer, RankedEntry } from '../ports.ts'
import { fuse, pageOf, totalOf } from './fusion.ts'

/** Every third entry is a headnote of one of two texts, the others are articles. */
const entryOf = (entry: number): RankedEntry => {
  const isHeadnote = entry % 3 === 0
  return {
    entry,
    kind: isHeadnote ? 'headnote' : 'article',
    slug: `text-${isHeadnote ? entry % 2 : entry}` as Slug,
    sequence: isHeadnote ? entry : 0,
  }
}
const lexicalOf = (entries: readonly number[]) =>
  entries.map((entry) => ({ ...entryOf(entry), score: 1, rare: 0 }))
const semanticOf = (entries: readonly number[], lexical: readonly number[]) =>
  entries.map((entry) => ({
    ...entryOf(entry),
    similarity: 0.5,
    matchesLexically: lexical.includes(entry),
  }))
const answerOf = (lexical: readonly number[], semantic: readonly number[]) => ({
  lexical: lexicalOf(lexical),
  lexicalTotal: lexical.length,
  semantic: semanticOf(semantic, lexical),
  named: 0,
  rarity: { asked: 1, unheld: 1 },
  unheld: [],
})
const scoreOf = (answer: ReturnType<typeof answerOf>, entry: number): number | undefined =>
  fuse(answer).find((fused) => fused.entry === entry)?.score

describe('scores of contracts/conventions/search.md', () => {
  test('both ranks 1', () => expect(scoreOf(answerOf([1], [1]), 1)).toBeCloseTo(0.0327868852, 10))
  test('ranks 1 and 3', () =>
    expect(scoreOf(answerOf([1], [7, 8, 1]), 1)).toBeCloseTo(0.0322664585, 10))
  test('lexical only, rank 1', () =>
    expect(scoreOf(answerOf([1], [7]), 1)).toBeCloseTo(0.0163934426, 10))
})

/** Lexical hits with their scores, entries 1, 2, 3 …; the query's words give 10 at most. */
const scored = (scores: readonly number[], semantic: readonly number[]) => ({
  ...answerOf([], semantic),
  lexical: scores.map((score, at) => ({ ...entryOf(at + 1), score, rare: 0 })),
  rarity: { asked: 10, unheld: 100 },
})
const entriesOf = (rankings: Parameters<typeof fuse>[0]): number[] =>
  fuse(rankings).map(({ entry }) => entry)

describe('words that are no evidence', () => {
  test('a text that holds too little of the query comes after all that is near', () => {
    expect(entriesOf(scored([4.9], [8, 7]))).toEqual([8, 7, 1])
    expect(entriesOf(scored([5], [8, 7]))).toEqual([1, 8, 7])
  })
  test('its rank counts on from the longer ranking', () => {
    const [, , last] = fuse(scored([4], [8, 7]))
    expect(last?.score).toBeCloseTo(1 / 63, 12)
  })
  test('of a long query the worth of one and a half words that no text holds is enough', () => {
    const long = { ...scored([9], [7]), rarity: { asked: 100, unheld: 12 } }
    expect(entriesOf(long)).toEqual([1, 7])
    expect(entriesOf({ ...long, rarity: { asked: 100, unheld: 12.1 } })).toEqual([7, 1])
  })
  test('a text that holds a rare word of the query is evidence', () => {
    const rare = scored([10, 1], [8, 7])
    const named = rare.lexical.map((hit, at) => ({ ...hit, rare: at === 1 ? 4 : 0 }))
    expect(entriesOf(rare)).toEqual([1, 8, 7, 2])
    expect(entriesOf({ ...rare, lexical: named })).toEqual([1, 8, 2, 7])
  })
  test('a text far below the first one is no evidence', () =>
    expect(entriesOf(scored([10, 7, 6.9], [8, 7, 4]))).toEqual([1, 8, 2, 7, 4, 3]))
  test('near in meaning as well, it keeps the rank of its meaning alone', () =>
    expect(fuse(scored([4], [7, 1]))[1]?.score).toBeCloseTo(1 / 62, 12))
  test('without anything near in meaning words rank alone', () =>
    expect(fuse(scored([4, 1], [])).map(({ score }) => score)).toEqual([1 / 61, 1 / 62]))
})

const named = (
  count: number,
  semantic: readonly number[],
): Pick<IndexAnswer, 'named'> & ReturnType<typeof scored> => ({
  ...scored([0, 10, 9], semantic),
  named: count,
})

describe('what the query names', () => {
  const near = Array.from({ length: 40 }, (_, at) => at + 10)
  test('comes first in both rankings, however far its meaning', () => {
    expect(entriesOf(named(1, [...near, 1]))[0]).toBe(1)
    expect(fuse(named(1, near))[0]?.score).toBeCloseTo(2 / 61, 12)
  })
  test('several come first in their order', () =>
    expect(entriesOf(named(2, [...near, 1])).slice(0, 2)).toEqual([1, 2]))
})

/** Entries and scores of two rankings fused. */
const order = (lexical: readonly number[], semantic: readonly number[]) =>
  fuse(answerOf(lexical, semantic)).map(({ entry, score }) => [entry, score])

const ranking = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 })

describe('on any two rankings', () => {
  test('each entry occurs once, best first, ties by type, slug, sequence', () => {
    fc.assert(
      fc.property(ranking, ranking, (lexical, semantic) => {
        const fused = fuse(answerOf(lexical, semantic))
        expect(new Set(fused.map(({ entry }) => entry))).toEqual(new Set([...lexical, ...semantic]))
        expect(fused).toHaveLength(new Set([...lexical, ...semantic]).size)
        for (const [at, entry] of fused.entries()) {
          const next = fused[at + 1]
          if (next === undefined) continue
          expect(entry.score).toBeGreaterThanOrEqual(next.score)
          if (entry.score > next.score) continue
          const keys = [entry, next].map(({ kind, slug, sequence }) =>
            [kind === 'article' ? 0 : 1, slug, String(sequence).padStart(9, '0')].join(' '),
          )
          expect(keys).toEqual(keys.toSorted())
        }
      }),
    )
  })

  test('the order does not depend on which ranking is which', () => {
    fc.assert(
      fc.property(ranking, ranking, (lexical, semantic) => {
        expect(order(lexical, semantic)).toEqual(order(semantic, lexical))
      }),
    )
  })

  test('the total counts each distinct hit once', () => {
    fc.assert(
      fc.property(ranking, ranking, (lexical, semantic) => {
        const answer = answerOf(lexical, semantic)
        expect(totalOf(answer)).toBe(fuse(answer).length)
      }),
    )
  })

  test('a semantic hit that matches the words beyond the lexical depth is not counted twice', () => {
    const answer = { ...answerOf([1, 2], [9]), lexicalTotal: 5_000 }
    const beyond = {
      ...answer,
      semantic: answer.semantic.map((hit) => ({ ...hit, matchesLexically: true })),
    }
    expect(totalOf(answer)).toBe(5_001)
    expect(totalOf(beyond)).toBe(5_000)
  })

  test('pages laid end to end are one big page', () => {
    fc.assert(
      fc.property(ranking, ranking, fc.integer({ min: 1, max: 20 }), (lexical, semantic, limit) => {
        const list = fuse(answerOf(lexical, semantic))
        const pages = Array.from({ length: Math.ceil(list.length / limit) + 1 }, (_, page) =>
          pageOf(list, { offset: page * limit, limit }),
        )
        expect(pages.flat()).toEqual(list)
      }),
    )
  })
})
