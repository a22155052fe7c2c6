/** What an answer of why-not costs, on the engine in memory. */
import { expect, test } from 'vitest'
import { SearchRequest } from '#contracts/http/search.ts'
import { Day, Slug } from '#contracts/ids.ts'
import { type EntryDisplay, type SearchIndex } from '#query-api/ports.ts'
import { Engine } from '#infra/embedded/search/engine/engine.ts'
import { unpackAnswer, unpackBrowse } from '#infra/embedded/search/engine/packed.ts'
import { BUILTIN, makeBuiltinEmbedder } from '#infra/embeddings/builtin.ts'
import { WHY_NOT_BUDGET } from '#query-api/why-not/budget.ts'
import { makeWhyNot } from '#query-api/why-not/why-not.ts'
import { documentOf } from './search-fixtures.ts'

const SLUG = Slug.parse('texte-1')

/** An index of one text, and how often it was asked. */
const openIndex = () => {
  const engine = new Engine({ model: BUILTIN.model })
  const document = documentOf({
    text: 1,
    date: '2024-01-15',
    title: 'bail commercial',
    body: 'le bail se renouvelle',
    model: BUILTIN.model,
    tags: {
      jurisdictions: ['FR'],
      contentTypes: ['doctrine'],
      languages: ['fr'],
      statusFlags: ['gray'],
      courtLevels: ['supreme'],
    },
  })
  engine.stage({ document, vectors: [] })
  engine.commit(engine.position)
  let queries = 0
  const counted = <T>(answer: T): T => {
    queries += 1
    return answer
  }
  const index = {
    search: async (query) => counted(unpackAnswer(engine.search(query))),
    browse: async (query) => counted(unpackBrowse(engine.browse(query))),
    displays: async (entries) =>
      counted(
        entries.map((entry) => ({
          ...(JSON.parse(engine.displays.json(entry) ?? '{}') as EntryDisplay),
          passage: null,
        })),
      ),
    similarTerms: async (term, edits) => counted(engine.similarTerms(term, edits)),
  } as Pick<SearchIndex, 'search' | 'browse' | 'displays' | 'similarTerms'> as SearchIndex
  return { index, queries: () => queries }
}

/** Filters of which the text passes none. */
const FILTERS = {
  jurisdictions: ['AD'],
  conceptIds: ['00000000-0000-4000-8000-000000000001'],
  courtLevels: ['appeal'],
  statusFlags: ['red'],
  legalRuleTypes: ['obiter'],
  doctrineSubtypes: ['thesis'],
  legalDomains: ['civil'],
  treatmentTypes: ['followed'],
  contentTypes: ['jurisprudence'],
  courts: ['fr.ccass'],
  chambers: ['soc'],
  solutions: ['cassation'],
  languages: ['de'],
  cites: ['article:code-civil:1240'],
  identifiers: ['celex:32016r0679'],
  provision: 'article:code-civil:1241',
  dateFrom: '2025-01-01',
}

const EMBEDDER = makeBuiltinEmbedder()
const TODAY = Day.parse('2026-05-04')
const openWhyNot = (budget?: Parameters<typeof makeWhyNot>[1]) => {
  const { index, queries } = openIndex()
  return { whyNot: makeWhyNot({ index, embedder: EMBEDDER, today: () => TODAY }, budget), queries }
}
const asked = {
  request: SearchRequest.parse({ text: 'bail comercial', filters: FILTERS }),
  slug: SLUG,
}
const fieldsOf = (filters: object): string[] =>
  Object.keys(filters).map((name) => `filters.${name}`)

test('a text that fails every filter is explained within the budget', async () => {
  const { whyNot, queries } = openWhyNot()
  const { response } = (await whyNot(asked)) ?? {}
  expect(response?.stages.map(({ field }) => field)).toEqual(fieldsOf(FILTERS))
  expect(Object.keys(response?.change?.filters ?? {})).toEqual(Object.keys(FILTERS))
  expect(queries()).toBeLessThanOrEqual(WHY_NOT_BUDGET.queriesMax)
})

test('where the budget is spent, the stages found so far are named, without a change', async () => {
  const queriesMax = 60
  const { whyNot, queries } = openWhyNot({ ...WHY_NOT_BUDGET, queriesMax })
  const { response } = (await whyNot(asked)) ?? {}
  const fields = response?.stages.map(({ field }) => field) ?? []
  expect(fields).toEqual(fieldsOf(FILTERS).slice(0, fields.length))
  expect(fields.length).toBeGreaterThan(1)
  expect(response).toMatchObject({ isOnPage: false, rank: null, change: null })
  expect(queries()).toBe(queriesMax)
})

test('nothing more is asked of the index once the client has left', async () => {
  const leaving = new AbortController()
  const { whyNot, queries } = openWhyNot()
  const answering = whyNot(asked, leaving.signal)
  leaving.abort()
  await expect(answering).rejects.toMatchObject({ code: 'aborted' })
  expect(queries()).toBeLessThan(2)
})
