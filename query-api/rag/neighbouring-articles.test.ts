/** Which articles that a search found stand near each other in their act. */
import { expect, test } from 'vitest'
import type { Article } from '#contracts/http/article.ts'
import { neighbourhoodsOf } from './neighbouring-articles.ts'

const article = (work: string, number: string | null): Article =>
  ({ provision: { work, number, section: null } }) as unknown as Article
const NOTE = { provision: null } as unknown as Article
const opening = (articles: readonly Article[]): number[] =>
  neighbourhoodsOf(articles).flatMap(({ opens }, at) => (opens ? [at] : []))

test('the first of adjacent articles opens their matter, wherever it was found', () => {
  const found = [
    article('Code du travail', 'L1225-40'),
    NOTE,
    article('Code du travail', 'L1225-38'),
    article('Code du travail', 'L. 1225-37'),
    article('Code du travail', 'L1225-17'),
  ]
  expect(opening(found)).toEqual([3])
})

test('an article of another act, series or matter is no neighbour', () => {
  const found = [
    article('Code civil', '1140'),
    article('Code de commerce', '1141'),
    article('Code civil', 'L1141'),
    article('Code civil', '1145'),
    article('Code civil', null),
    NOTE,
  ]
  expect(neighbourhoodsOf(found).every(({ neighbours }) => neighbours === 0)).toBe(true)
  expect(opening(found)).toEqual([])
})

test('articles are near by those between them, and numbers count as numbers', () => {
  const found = [
    article('RGPD', 'Article 12'),
    article('RGPD', 'Article 9'),
    article('RGPD', 'Article 15'),
  ]
  expect(opening(found)).toEqual([1])
})

test('neighbours that were found higher weigh more', () => {
  const [first, , third] = neighbourhoodsOf([
    article('Code civil', '1218'),
    NOTE,
    article('Code civil', '1219'),
  ])
  expect(third?.neighbours).toBeGreaterThan(first?.neighbours ?? 1)
})

test('the same article in two wordings opens nothing', () => {
  expect(opening([article('Code civil', '1218'), article('Code civil', '1218')])).toEqual([])
})
