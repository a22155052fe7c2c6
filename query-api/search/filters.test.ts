import { describe, expect, test } from 'vitest'
import { SearchRequest } from '#contracts/http/search.ts'
import { indexFilters, warningsFor } from './filters.ts'

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

test('a concept that no text carries is named with its place, without a guess', () => {
  const id = '0b5a8e0c-3c1f-4d5e-8f00-1234567890ab'
  const other = '0b5a8e0c-3c1f-4d5e-8f00-1234567890ac'
  const { filters } = request({ filters: { conceptIds: [id, other.toUpperCase()] } })
  expect(warningsFor(filters, [other])).toEqual([
    { path: 'filters.conceptIds.0', value: id, closest: null },
  ])
  expect(warningsFor(request({ filters: { legalDomains: ['civil'] } }).filters, [])).toEqual([])
})
