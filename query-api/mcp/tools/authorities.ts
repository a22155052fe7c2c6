import { SearchRequest } from '#contracts/http/search.ts'
import { printPosition, Slug } from '#contracts/ids.ts'
import { ListAuthoritiesInput, ListAuthoritiesResult } from '#contracts/mcp/research.ts'
import { CourtLevel } from '#contracts/vocabulary/courts.ts'
import type { z } from 'zod'
import type { ToolParts } from '../ports.ts'
import { articleOf } from '../texts.ts'
import { defineTool } from '../tool.ts'
import { RANKING, rankAuthorities } from './rank-authorities.ts'

type Authority = z.infer<typeof ListAuthoritiesResult>['authorities'][number]

/** How many of the most relevant decisions are ranked. */
const RANKED_MAX = 30

const read = async (
  { articles, citations }: ToolParts,
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

export const listAuthorities = (parts: ToolParts) =>
  defineTool({
    name: 'list_authorities',
    title: 'Leading decisions on a question',
    description:
      'Decisions on a question or a concept, the most relevant first, weighed by court level, colour of the citator and number of citations. Use it to find what binds; use service_search for texts of every kind, and service_get_relations to see who followed a decision.',
    operation: 'search',
    scope: 'search:read',
    input: ListAuthoritiesInput,
    output: ListAuthoritiesResult,
    run: async ({ text, conceptIds, jurisdictions, courtLevels, asOf, limit }) => {
      const { response, position } = await parts.search(
        SearchRequest.parse({
          text: text ?? '',
          filters: {
            courtLevels: courtLevels ?? CourtLevel.options,
            ...(jurisdictions === undefined ? {} : { jurisdictions }),
            ...(conceptIds === undefined ? {} : { conceptIds }),
            ...(asOf === undefined ? {} : { asOf }),
          },
          limit: 100,
        }),
      )
      const relevance = new Map<string, number>()
      for (const { slug, score } of response.hits)
        relevance.set(slug, Math.max(score, relevance.get(slug) ?? 0))
      const found = await Promise.all(
        [...relevance]
          .slice(0, RANKED_MAX)
          .map(([slug, score]) => read(parts, Slug.parse(slug), score)),
      )
      const authorities = rankAuthorities(found.flat(), text !== undefined)
        .slice(0, limit)
        .map((one, index) => ({ ...one, rank: index + 1 }))
      return {
        answer: {
          authorities,
          ranking: RANKING,
          total: response.total,
          coverage: authorities.length === 0 ? await parts.coverage() : null,
          corpusPosition: printPosition(position),
        },
      }
    },
  })
