/** Leading decisions on a question or a concept. */
import { SearchRequest } from '#contracts/http/search.ts'
import { Slug } from '#contracts/ids.ts'
import type { ListAuthoritiesInput, ListAuthoritiesResult } from '#contracts/mcp/research.ts'
import { CourtLevel } from '#contracts/vocabulary/courts.ts'
import type { z } from 'zod'
import type { Positioned } from '../billing/charged.ts'
import { besideArguments } from '../search/warnings.ts'
import type { ResearchParts } from './ports.ts'
import { articleOf } from './texts.ts'
import { RANKING, rankAuthorities } from './rank-authorities.ts'

type Result = Omit<z.infer<typeof ListAuthoritiesResult>, 'corpusPosition'>
type Authority = Result['authorities'][number]

/** How many of the most relevant decisions are ranked. */
const RANKED_MAX = 30

const read = async (
  { articles, citations }: ResearchParts,
  slug: Slug,
  relevance: number,
): Promise<Authority[]> => {
  const { article: stored } = await articles.bySlug(slug)
  if (stored === null) return []
  const article = articleOf(stored)
  const { judicialDecision: decision } = article
  if (decision === null) return []
  const { cited } = await citations.relationsOf(article.id)
  return [
    {
      rank: 1,
      slug,
      title: article.title,
      version: article.version,
      sha256Hash: article.sha256Hash,
      courtLevel: decision.courtLevel,
      courtCode: decision.courtCode,
      ecli: decision.ecli,
      decisionDate: decision.decisionDate,
      statusFlag: article.statusFlag,
      citedBy: new Set(cited.map(({ sourceId }) => sourceId)).size,
      relevance,
    },
  ]
}

/** The leading decisions on a question. Throws the Faults of the ports. */
export const authoritiesOn = async (
  parts: ResearchParts,
  {
    text,
    conceptIds,
    jurisdictions,
    courtLevels,
    asOf,
    limit,
  }: z.output<typeof ListAuthoritiesInput>,
): Promise<Positioned<Result>> => {
  const { response, position } = await parts.search(
    SearchRequest.parse({
      text: text ?? '',
      filters: {
        courtLevels: courtLevels ?? CourtLevel.options,
        ...(jurisdictions === undefined ? {} : { jurisdictions }),
        ...(conceptIds === undefined ? {} : { conceptIds }),
        ...(asOf === undefined ? {} : { asOf }),
      },
      // A decision counts once, however many of its headnotes match.
      collapse: true,
      limit: RANKED_MAX,
      fields: [],
    }),
  )
  const found = await Promise.all(
    response.hits.map(({ slug, score }) => read(parts, Slug.parse(slug), score)),
  )
  const authorities = rankAuthorities(found.flat(), text !== undefined)
    .slice(0, limit)
    .map((one, index) => ({ ...one, rank: index + 1 }))
  const { total } = response
  const warnings = besideArguments(response.warnings)
  const coverage = authorities.length === 0 ? await parts.coverage() : null
  return { response: { authorities, ranking: RANKING, total, warnings, coverage }, position }
}
