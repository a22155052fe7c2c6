/** The published operations as the description document shows them (SPEC, Endpoints). */
import { z } from 'zod'
import type { Scope } from '#contracts/access.ts'
import { Article, SlugParams } from '#contracts/http/article.ts'
import { ErrorBody } from '#contracts/http/error.ts'
import { SearchRequest, SearchResponse } from '#contracts/http/search.ts'

const json = <T extends z.ZodType>(description: string, schema: T) => ({
  description,
  content: { 'application/json': { schema } },
})
const error = (description: string) => json(description, ErrorBody)

/** Answers that any operation behind a key may give. */
const ERRORS = {
  401: error('`unauthorized`: the key is missing, unknown, revoked or expired.'),
  403: error('`insufficient_scope`: the key lacks the scope that `reason` names.'),
  429: error('`rate_limit`: too many requests; retry after `Retry-After` seconds.'),
  500: error('`internal_error`: a fault on our side; retry after 30 seconds.'),
} as const

const needs = (scope: Scope) => ({ scope, security: [{ bearer: [scope] }] })

const SEARCH = needs('search:read')
export const SEARCH_UNIFIED = {
  scope: SEARCH.scope,
  schema: {
    operationId: 'searchUnified',
    summary: 'Search articles and headnotes',
    description:
      'Hybrid search: lexical (BM25) and semantic ranking, fused by Reciprocal Rank Fusion (k = 60). An empty `text` browses by `filters` alone, newest first.',
    tags: ['Search'],
    security: SEARCH.security,
    body: SearchRequest,
    response: {
      200: json('Hits by descending score.', SearchResponse),
      400: error('`validation_failed`: `details` names each fault and the closest valid value.'),
      ...ERRORS,
    },
  },
} as const

const ARTICLE = needs('articles:read')
const Conditions = z.object({
  'If-None-Match': z
    .string()
    .optional()
    .describe('ETag of a copy; 304 where it is still the current one.'),
  'If-Modified-Since': z
    .string()
    .optional()
    .describe('HTTP date; looked at where `If-None-Match` is absent.'),
})
export const GET_ARTICLE = {
  scope: ARTICLE.scope,
  schema: {
    operationId: 'getArticle',
    summary: 'Read one article',
    description:
      'One published article: text, metadata, headnotes, concepts, integrity flags, decision, version and hash. A 304 costs nothing.',
    tags: ['Articles'],
    security: ARTICLE.security,
    params: SlugParams,
    headers: Conditions,
    response: {
      200: json('The article.', Article),
      304: z.null().describe('The copy is still the current one.'),
      404: error('`not_found`: never existing, unpublished and deleted are answered alike.'),
      ...ERRORS,
    },
  },
} as const
