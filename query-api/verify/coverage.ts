import { SearchRequest } from '#contracts/http/search.ts'
import { Jurisdiction } from '#contracts/vocabulary/texts.ts'
import type { Search } from '../search/search.ts'
import type { CoverageReader } from './ports.ts'

/**
 * How many texts are held of each jurisdiction, counted by the index: what tells "not found" from
 * "not held".
 */
export const coverageBySearch =
  (search: Search): CoverageReader =>
  async () => {
    const counted = await Promise.all(
      Jurisdiction.options.map(async (jurisdiction) => {
        const request = SearchRequest.parse({
          filters: { jurisdictions: [jurisdiction] },
          limit: 1,
          includeHeadnotes: false,
        })
        return { jurisdiction, documents: (await search(request)).response.total }
      }),
    )
    return { jurisdictions: counted }
  }
