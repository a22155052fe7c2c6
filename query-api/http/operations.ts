/** The published operations as the description document shows them (SPEC, Endpoints). */
import { z } from 'zod'
import type { Scope } from '#contracts/access.ts'
import { Article, SlugParams } from '#contracts/http/article.ts'
import { ErrorBody } from '#contracts/http/error.ts'
import { SearchRequest, SearchResponse } from '#contracts/http/search.ts'
import { UsageQuery, UsageResponse } from '#contracts/http/usage.ts'
import { VerifyRequest, VerifyResponse } from '#contracts/http/verify.ts'
import { IDEMPOTENCY_KEY_CHARACTERS_MAX } from '../billing/idempotency.ts'

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

/** Answers that a billable operation may give besides. */
const BILLABLE_ERRORS = {
  ...ERRORS,
  409: error(
    '`request_in_progress`: the first call with this `Idempotency-Key` is not answered yet; `idempotency_conflict` with reason `too_many_repeats`: it was repeated more than 10 times.',
  ),
  422: error('`idempotency_conflict`: this `Idempotency-Key` came with another request.'),
  429: error(
    '`rate_limit`: too many requests; with reason `spend_cap_exceeded`: the call would exceed the hard spending cap of the key. Retry after `Retry-After` seconds.',
  ),
} as const

const IdempotencyKey = z.object({
  'Idempotency-Key': z
    .string()
    .max(IDEMPOTENCY_KEY_CHARACTERS_MAX)
    .optional()
    .describe(
      'Any text of your own, such as a UUID: the same key with the same request is charged once within 24 hours, and answered again.',
    ),
})

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
    headers: IdempotencyKey,
    body: SearchRequest,
    response: {
      200: json('Hits by descending score.', SearchResponse),
      400: error('`validation_failed`: `details` names each fault and the closest valid value.'),
      ...BILLABLE_ERRORS,
    },
  },
} as const

const ARTICLE = needs('articles:read')
const Conditions = IdempotencyKey.extend({
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
      400: error('`validation_failed`: the `Idempotency-Key` is malformed.'),
      404: error('`not_found`: never existing, unpublished and deleted are answered alike.'),
      ...BILLABLE_ERRORS,
    },
  },
} as const

const USAGE = needs('usage:read')
export const GET_USAGE = {
  scope: USAGE.scope,
  schema: {
    operationId: 'getUsage',
    summary: 'What a month cost',
    description:
      'Charged calls of one calendar month (UTC) by day and operation: of the key that asks, and of its account. Costs nothing.',
    tags: ['Account'],
    security: USAGE.security,
    querystring: UsageQuery,
    response: {
      200: json('Calls and costs.', UsageResponse),
      400: error('`validation_failed`: `month` is no month.'),
      ...ERRORS,
    },
  },
} as const

const VERIFY = needs('verify:invoke')
export const VERIFY_CLAIM = {
  scope: VERIFY.scope,
  schema: {
    operationId: 'verifyClaim',
    summary: 'Verify a claim or a document',
    description:
      'Holds each sentence, quotation and citation against the corpus: verdicts with evidence, quotations with their class and what differs, citations with their status, and how the law stands on the day asked for. Deterministic. A claim that can’t be verified is an answer, billed like any other.',
    tags: ['Verification'],
    security: VERIFY.security,
    headers: IdempotencyKey,
    body: VerifyRequest,
    response: {
      200: json('Verdicts, with the words of the sources.', VerifyResponse),
      400: error('`validation_failed`: `details` names each fault and the closest valid value.'),
      ...BILLABLE_ERRORS,
    },
  },
} as const
