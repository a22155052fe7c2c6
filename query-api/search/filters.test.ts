import { describe, expect, test } from 'vitest'
import { FacetName, SearchRequest } from '#contracts/http/search.ts'
import { parseRequest } from '#contracts/web/http/validation.ts'
import { indexFilters, unknownValueWarnings, warningsFor } from './filters.ts'

const request = (body: object) => SearchRequest.parse(body)

describe('filters as the index takes them', () => {
  test('a request without filters filters nothing', () => {
    expect(indexFilters(request({}))).toEqual({
      kinds: ['article', 'headnote'],
      anyOf: {},
      dateFrom: null,
      dateTo: null,
      asOf: null,
    })
  })

  test('headnotes are left out on request', () => {
    expect(indexFilters(request({ includeHeadnotes: false })).kinds).toEqual(['article'])
  })

  test('values are unique, empty lists filter nothing, days pass through', () => {
    const filters = {
      jurisdictions: ['FR', 'LU', 'FR'],
      courtLevels: [],
      legalDomains: ['civil'],
      dateFrom: '2020-01-01',
      dateTo: '2020-12-31',
      asOf: '2021-06-01',
    }
    expect(indexFilters(request({ filters }))).toMatchObject({
      anyOf: { jurisdictions: ['FR', 'LU'], legalDomains: ['civil'] },
      dateFrom: '2020-01-01',
      dateTo: '2020-12-31',
      asOf: '2021-06-01',
    })
    expect(indexFilters(request({ filters })).anyOf).not.toHaveProperty('courtLevels')
  })

  test('concept ids are compared in small letters', () => {
    const id = '0B5A8E0C-3C1F-4D5E-8F00-1234567890AB'
    const { anyOf } = indexFilters(request({ filters: { conceptIds: [id] } }))
    expect(anyOf.conceptIds).toEqual([id.toLowerCase()])
  })
})

test('names, languages and the provision are compared in small letters', () => {
  const filters = {
    identifiers: [' ECLI:FR:CCASS:2020:SO01122 '],
    cites: ['article:code-du-travail:L1237-19'],
    languages: ['fr-LU'],
    provision: 'CELEX:32016R0679',
    courts: ['fr.ccass'],
  }
  expect(indexFilters(request({ filters })).anyOf).toEqual({
    identifiers: ['ecli:fr:ccass:2020:so01122'],
    cites: ['article:code-du-travail:l1237-19'],
    languages: ['fr-lu'],
    provisions: ['celex:32016r0679'],
    courts: ['fr.ccass'],
  })
})

test('what no text carries in an open field is named as it was given, with the closest value', () => {
  const { filters } = request({
    filters: { languages: ['fr', 'fr-LX'], provision: 'WORK:code-civl' },
  })
  expect(
    unknownValueWarnings(filters, 'languages', [{ value: 'fr-lx', closest: 'fr-lu' }]),
  ).toEqual([{ path: 'filters.languages.1', value: 'fr-LX', closest: 'fr-lu' }])
  const unknown = [{ value: 'work:code-civl', closest: 'work:code-civil' }]
  expect(unknownValueWarnings(filters, 'provisions', unknown)).toEqual([
    { path: 'filters.provision', value: 'WORK:code-civl', closest: 'work:code-civil' },
  ])
})

test('a value outside a vocabulary is refused, with the closest valid one', () => {
  const faults = {
    courts: ['fr.cass', 'fr.ccass'],
    chambers: ['soci', 'soc'],
    solutions: ['casation', 'cassation'],
    contentTypes: ['jurisprudance', 'jurisprudence'],
  }
  for (const [field, [given = '', closest]] of Object.entries(faults)) {
    const body = { filters: { [field]: [given] } }
    const detail = { path: `filters.${field}.0`, code: 'invalid_value', closest }
    expect(() => parseRequest(SearchRequest, body)).toThrow(
      expect.objectContaining({ details: [expect.objectContaining(detail)] }),
    )
  }
  expect(SearchRequest.safeParse({ filters: { languages: ['français'] } }).success).toBe(false)
  expect(SearchRequest.safeParse({ facets: ['authors'] }).success).toBe(false)
  expect(SearchRequest.safeParse({ facets: FacetName.options }).success).toBe(false)
  expect(SearchRequest.safeParse({ sort: 'newest' }).success).toBe(false)
})

test('a concept that no text carries is named with its place, without a guess', () => {
  const id = '0b5a8e0c-3c1f-4d5e-8f00-1234567890ab'
  const other = '0b5a8e0c-3c1f-4d5e-8f00-1234567890ac'
  const { filters } = request({ filters: { conceptIds: [id, other.toUpperCase()] } })
  expect(warningsFor(filters, [other])).toEqual([
    { path: 'filters.conceptIds.0', value: id, closest: null },
  ])
  expect(warningsFor(request({ filters: { legalDomains: ['civil'] } }).filters, [])).toEqual([])
})
