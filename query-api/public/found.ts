/** The result of a search as the page shows it. */
import { z } from 'zod'
import { type ArticleHit, HeadnoteHit, type SearchResponse } from '#contracts/http/search.ts'

const Extras = z.object({
  /** Escaped, with `<mark>`. */
  snippet: z.string().nullable().optional(),
  passageHeading: z.string().nullable().optional(),
  matchedIdentifiers: z.array(z.string()).optional(),
  headnotes: z.array(HeadnoteHit).optional(),
})

type ArticleShown = ArticleHit & z.infer<typeof Extras>
export type HitShown = ArticleShown | HeadnoteHit

export const hitsShown = ({ hits }: SearchResponse): readonly HitShown[] =>
  hits.map((hit) => (hit.type === 'headnote' ? hit : { ...hit, ...Extras.parse(hit) }))
