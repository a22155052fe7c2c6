import { describe, expect, test } from 'vitest'
import { SearchRequest } from '#contracts/http/search.ts'
import { conceptIdOf } from '#contracts/canonical/identity.ts'
import type { ConceptId } from '#contracts/ids.ts'
import { makeExpansion } from './concepts.ts'

const [WIDE, NARROW, OTHER] = ['wide', 'narrow', 'other'].map(conceptIdOf) as [
  ConceptId,
  ConceptId,
  ConceptId,
]
const expansion = makeExpansion({
  withNarrower: async (ids) => [...ids, ...(ids.includes(WIDE) ? [NARROW] : [])],
})
const asking = (...conceptIds: string[]) =>
  SearchRequest.parse({ text: '', filters: { conceptIds } })

describe('a filter by concept', () => {
  test('takes what is narrower along', async () => {
    const { filters } = await expansion.widened(asking(WIDE))
    expect(filters.conceptIds).toEqual([WIDE, NARROW])
  })

  test('without concepts asks nobody', async () => {
    const request = SearchRequest.parse({ text: 'bail' })
    const nobody = makeExpansion({ withNarrower: () => Promise.reject(new Error('asked')) })
    expect(await nobody.widened(request)).toBe(request)
  })

  test('knows a concept of which only a narrower one is carried', async () => {
    const { filters } = asking(WIDE, OTHER)
    expect(await expansion.knownOf(filters, [NARROW])).toEqual([NARROW, WIDE])
  })
})
