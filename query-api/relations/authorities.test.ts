import { expect, test } from 'vitest'
import type { SearchRequest, SearchResponse } from '#contracts/http/search.ts'
import { POSITION } from '../../test/api/harness.ts'
import { ARTICLES, toolParts } from '../../test/mcp/harness.ts'
import { authoritiesOn } from './authorities.ts'

const RULING = ARTICLES.find(({ headnotes, judicialDecision }) =>
  judicialDecision === null ? false : headnotes.length > 1,
)
const WARNING = { path: 'filters.conceptIds', value: 'x', closest: null }

/** A search in which a ruling and its headnotes match. */
const search = async ({ collapse }: SearchRequest) => {
  const found = { slug: RULING?.slug, score: 0.01 }
  const { headnotes = [] } = RULING ?? {}
  const hits = collapse ? [found] : [found, ...headnotes.map(() => found)]
  const response = { hits, total: hits.length, warnings: [WARNING] }
  return { response: response as unknown as SearchResponse, position: POSITION }
}
const parts = { ...toolParts(), search }

test('a decision counts once, however many of its headnotes match', async () => {
  const { response } = await authoritiesOn(parts, { text: 'clause', limit: 10 })
  expect(response.authorities.map(({ slug }) => slug)).toEqual([RULING?.slug])
  expect(response.total).toBe(1)
})

test('what no text carries is named by its argument', async () => {
  const { response } = await authoritiesOn(parts, { text: 'clause', limit: 10 })
  expect(response.warnings).toEqual([{ ...WARNING, path: 'conceptIds' }])
})
