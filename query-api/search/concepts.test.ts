import { describe, expect, test } from 'vitest'
import { SearchFilters } from '#contracts/http/search.ts'
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
const asking = (...conceptIds: string[]) => SearchFilters.parse({ conceptIds })

describe('a filter by concept', () => {
  test('takes what is narrower along', async () => {
    const filters = await expansion.widened(asking(WIDE))
    expect(filters.conceptIds).toEqual([WIDE, NARROW])
  })

  test('without concepts asks nobody', async () => {
    const filters = SearchFilters.parse({})
    const nobody = makeExpansion({ withNarrower: () => Promise.reject(new Error('asked')) })
    expect(await nobody.widened(filters)).toBe(filters)
  })

  test('knows a concept of which only a narrower one is carried', async () => {
    expect(await expansion.knownOf(asking(WIDE, OTHER), [NARROW])).toEqual([NARROW, WIDE])
  })
})
