import { describe, expect, test } from 'vitest'
import { SearchRequest } from '#contracts/http/search.ts'
import { indexFilters, openFieldsOf, warningsFor } from './filters.ts'

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

describe('values that nothing knows', () => {
  test('a value of our vocabularies is known, though no text carries it', () => {
    const { filters } = request({
      filters: { legalDomains: ['civil', 'civil.contracts'], treatmentTypes: ['overruled'] },
    })
    expect(warningsFor(filters, new Map())).toEqual([])
  })

  test('a value that the corpus carries is known', () => {
    const { filters } = request({ filters: { courtLevels: ['cantonal'] } })
    expect(warningsFor(filters, new Map([['courtLevels', ['cantonal']]]))).toEqual([])
  })

  test('an unknown value is named with its place and the closest one', () => {
    const { filters } = request({
      filters: { legalDomains: ['civil', 'civil.contrats'], doctrineSubtypes: ['zzz'] },
    })
    expect(warningsFor(filters, new Map())).toEqual([
      { path: 'filters.doctrineSubtypes.0', value: 'zzz', closest: null },
      { path: 'filters.legalDomains.1', value: 'civil.contrats', closest: 'civil.contracts' },
    ])
  })

  test('an unknown concept is named, without a guess', () => {
    const id = '0b5a8e0c-3c1f-4d5e-8f00-1234567890ab'
    const other = '0b5a8e0c-3c1f-4d5e-8f00-1234567890ac'
    const { filters } = request({ filters: { conceptIds: [id, other.toUpperCase()] } })
    expect(warningsFor(filters, new Map([['conceptIds', [other]]]))).toEqual([
      { path: 'filters.conceptIds.0', value: id, closest: null },
    ])
  })

  test('only open fields that a request names are asked for', () => {
    const { filters } = request({
      filters: { jurisdictions: ['FR'], courtLevels: ['supreme'], legalDomains: [] },
    })
    expect(openFieldsOf(filters)).toEqual(['courtLevels'])
  })
})
