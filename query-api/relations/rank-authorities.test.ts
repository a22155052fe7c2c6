import { expect, test } from 'vitest'
import { type Ranked, rankAuthorities } from './rank-authorities.ts'

const decision = (slug: string, changes: Partial<Ranked>): Ranked => ({
  slug,
  courtLevel: 'supreme',
  statusFlag: 'green',
  citedBy: 0,
  relevance: 0.03,
  decisionDate: '2024-01-01',
  ...changes,
})
const slugs = (found: readonly Ranked[], byRelevance = true): string[] =>
  rankAuthorities(found, byRelevance).map(({ slug }) => slug)

test('a higher court does not come before decisions that answer the question', () => {
  const found = [
    decision('constitutional', { courtLevel: 'constitutional', relevance: 0.0115 }),
    decision('cassation', { relevance: 0.0325, statusFlag: 'yellow' }),
    decision('appeal', { courtLevel: 'appeal', relevance: 0.0299 }),
  ]
  expect(slugs(found)).toEqual(['cassation', 'appeal', 'constitutional'])
})

test('of decisions that answer alike, the higher, the better and the more cited come first', () => {
  const found = [
    decision('appeal', { courtLevel: 'appeal', relevance: 0.0325 }),
    decision('overruled', { statusFlag: 'red', relevance: 0.0325 }),
    decision('supreme', { relevance: 0.0315 }),
    decision('cited', { relevance: 0.0315, citedBy: 3 }),
  ]
  expect(slugs(found)).toEqual(['cited', 'supreme', 'appeal', 'overruled'])
})

test('a browse has no relevance: authority and then the newest decide', () => {
  const found = [
    decision('new', { courtLevel: 'appeal', relevance: 0.0164, decisionDate: '2025-01-01' }),
    decision('old', { relevance: 0.01, decisionDate: '2010-01-01' }),
    decision('newer', { relevance: 0.009, decisionDate: '2020-01-01' }),
  ]
  expect(slugs(found, false)).toEqual(['newer', 'old', 'new'])
})
