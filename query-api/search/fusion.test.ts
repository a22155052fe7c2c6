import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LOG_START, type Slug } from '#contracts/ids.ts'
import type { RankedEntry } from '../ports.ts'
import { areWordsWeak, behind, fuse, fusedFor, pageOf, totalOf } from './fusion.ts'

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
  entries.map((entry) => ({ ...entryOf(entry), score: 1 }))
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

const asked = (terms: number, identifiers: readonly string[] = []) => ({
  terms: Array.from({ length: terms }, (_, at) => ({ term: `t${at}`, weight: 1 })),
  identifiers,
})

/** The first text of the words among those near in meaning; the nearest has a similarity of 0.5. */
const withFirstAt = (similarity: number, termsInFirst: number) => {
  const [nearest, first] = semanticOf([7, 1], [1]).map((hit, at) => ({
    ...hit,
    similarity: at === 0 ? 0.5 : similarity,
  }))
  if (nearest === undefined || first === undefined) throw new Error('two texts')
  return { termsInFirst, lexical: lexicalOf([1]), semantic: [nearest, first] }
}

describe('words that are no evidence', () => {
  test.each([
    [1, 1, false],
    [1, 2, true],
    [2, 2, false],
    [2, 3, true],
    [2, 9, true],
    [3, 3, false],
    [3, 9, true],
    [4, 9, false],
    [0, 4, true],
  ])('%i words in the first text of %i asked: weak is %s', (termsInFirst, terms, isWeak) => {
    const near = withFirstAt(0.5, termsInFirst)
    expect(areWordsWeak(near, asked(terms))).toBe(isWeak)
    expect(areWordsWeak({ ...near, semantic: [] }, asked(terms))).toBe(isWeak)
  })
  test.each([
    [0.5, 4, 5, false],
    [0.41, 4, 5, false],
    [0.39, 4, 5, true],
    [0.39, 5, 5, false],
    [0.41, 2, 5, true],
  ])('a first text at %d of 0.5 that holds %i of %i words: weak is %s', (at, held, terms, isWeak) =>
    expect(areWordsWeak(withFirstAt(at, held), asked(terms))).toBe(isWeak),
  )
  test('a first text that is not near at all is weak, unless it holds every word', () => {
    const far = { termsInFirst: 4, lexical: lexicalOf([1]), semantic: semanticOf([7, 8], []) }
    expect(areWordsWeak(far, asked(5))).toBe(true)
    expect(areWordsWeak(far, asked(4))).toBe(false)
  })
  test('a citation is always evidence', () =>
    expect(areWordsWeak(withFirstAt(0.1, 0), asked(4, ['ecli']))).toBe(false))
  test('what only matches weak words comes after what is near in meaning, each once', () => {
    const answer = { ...answerOf([1, 2, 4], [7, 2]), position: LOG_START, termsInFirst: 1 }
    expect(fusedFor(answer, asked(5)).map(({ entry }) => entry)).toEqual([7, 2, 1, 4])
    expect(behind(answer)[0]?.score).toBeCloseTo(1 / 61, 12)
    const other = { ...answerOf([2, 1, 4], [7, 2]), position: LOG_START, termsInFirst: 4 }
    expect(fusedFor(other, asked(5))[0]?.entry).toBe(2)
  })
  test('without anything near in meaning words rank alone', () => {
    const answer = { ...answerOf([4, 2], []), position: LOG_START, termsInFirst: 1 }
    expect(fusedFor(answer, asked(5))).toEqual(fuse(answer))
  })
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
