/** The result of a search as the page shows it. */
import type { SearchHit, SearchResponse } from '#contracts/http/search.ts'

export type HitShown = SearchHit

export const hitsShown = ({ hits }: SearchResponse): readonly HitShown[] => hits
