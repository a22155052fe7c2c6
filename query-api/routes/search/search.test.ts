/** `POST /search` at the edge (contracts/conventions/search.md): what goes in, what comes out. */
import { expect, test } from 'vitest'
import type { SearchResponse } from '#contracts/http/search.ts'
import { BASE, bearer, makeHarness, POSITION, PRINTED_POSITION } from '../../../test/api/harness.ts'

const UNKNOWN_CONCEPT = '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f0003'
const search = (payload: object, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  url: `${BASE}/search`,
  headers: { ...bearer(), ...headers },
  payload,
})

test('an empty object is a browse with the defaults of the specification', async () => {
  const { app, searched } = makeHarness()
  const answer = await app.inject(search({}))
  expect(answer.statusCode).toBe(200)
  expect(searched).toEqual([
    {
      text: '',
      filters: {},
      limit: 20,
      offset: 0,
      includeHeadnotes: true,
      enableVector: true,
      sort: 'relevance',
      facets: [],
      collapse: false,
      explain: false,
    },
  ])
})

test('an answer is given as the search made it, with its price and position', async () => {
  const response: SearchResponse = {
    hits: [
      {
        type: 'headnote',
        score: 0.0327868852,
        slug: 'a',
        title: 'A',
        abstract: null,
        language: 'fr',
        jurisdiction: ['FR'],
        contentType: 'jurisprudence',
        publishedAt: null,
        version: '1.0.0',
        sha256Hash: 'ab'.repeat(32),
        statusFlag: 'green',
        validity: { validFrom: null, validTo: null },
        inForce: true,
        headnoteId: '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f0003',
        articleSlug: 'a',
        articleTitle: 'A',
        sequence: 1,
        summary: 'x < y',
        snippet: '<mark>x</mark> &lt; y',
        legalRuleType: 'ratio',
      },
    ],
    total: 1,
    offset: 0,
    limit: 20,
    embeddingCostUsd: 0,
    latencyMs: 3,
    warnings: [{ path: 'filters.conceptIds.0', value: UNKNOWN_CONCEPT, closest: null }],
    degraded: ['vector'],
  }
  const { app } = makeHarness({ search: async () => ({ response, position: POSITION }) })
  const answer = await app.inject(search({ text: 'x' }))
  expect(answer.json()).toEqual(response)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-service-cost-usd': '0.015',
    'x-service-corpus-position': PRINTED_POSITION,
  })
})

test('500 astral characters are 500 characters of text, 501 are too many', async () => {
  const { app, searched } = makeHarness()
  expect((await app.inject(search({ text: '𝔸'.repeat(500) }))).statusCode).toBe(200)
  expect(searched).toHaveLength(1)
  expect((await app.inject(search({ text: '𝔸'.repeat(501) }))).statusCode).toBe(400)
})

const repeated = (count: number, value: string): string[] =>
  Array.from({ length: count }, () => value)

test('the largest body that the specification allows is taken', async () => {
  const { app, searched } = makeHarness()
  const answer = await app.inject(
    search({
      text: '𝔸'.repeat(500),
      filters: {
        jurisdictions: Array.from({ length: 10 }, () => 'FR'),
        conceptIds: Array.from({ length: 20 }, () => '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f0003'),
        courtLevels: repeated(10, 'first_instance'),
        statusFlags: ['red', 'orange', 'yellow', 'green', 'gray'],
        legalRuleTypes: repeated(20, 'distinction'),
        doctrineSubtypes: repeated(10, 'advocate_general_opinion'),
        legalDomains: repeated(20, 'public.immigration_asylum'),
        treatmentTypes: repeated(20, 'constitutional_question_pending'),
        dateFrom: '2000-01-01',
        dateTo: '2024-02-29',
        asOf: '2016-10-01',
      },
      limit: 100,
      offset: 1_000,
      includeHeadnotes: false,
      enableVector: false,
    }),
  )
  expect(answer.statusCode).toBe(200)
  expect(searched).toHaveLength(1)
})

test('the media type may name its charset', async () => {
  const { app } = makeHarness()
  const answer = await app.inject(search({}, { 'content-type': 'application/json; charset=utf-8' }))
  expect(answer.statusCode).toBe(200)
})
