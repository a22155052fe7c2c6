/**
 * The published operations as the description document shows them
 * (contracts/conventions/errors.md).
 */
import { z } from 'zod'
import type { Scope } from '#contracts/api-key.ts'
import { Article, SlugParams } from '#contracts/http/article.ts'
import { Coverage } from '#contracts/http/coverage.ts'
import { ErrorBody } from '#contracts/http/error.ts'
import { RagRequest, RagResponse } from '#contracts/http/rag.ts'
import { RAG_EVENTS } from '#contracts/http/rag-stream.ts'
import { SearchRequest, SearchResponse } from '#contracts/http/search.ts'
import { UsageQuery, UsageResponse } from '#contracts/http/usage.ts'
import { VerifyRequest, VerifyResponse } from '#contracts/http/verify.ts'
import { McpRequest, McpResponse } from '#contracts/mcp/message.ts'
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
const ArticleMarkdown = z
  .string()
  .describe('Title, facts with version and hash, headnotes; after `## Text` the `contentClean`.')
export const GET_ARTICLE = {
  scope: ARTICLE.scope,
  schema: {
    operationId: 'getArticle',
    summary: 'Read one article',
    description:
      'One published article: text, metadata, headnotes, concepts, integrity flags, decision, version and hash. With `Accept: text/markdown` the same as Markdown, at the same price. A 304 costs nothing.',
    tags: ['Articles'],
    security: ARTICLE.security,
    params: SlugParams,
    headers: Conditions,
    response: {
      200: {
        description: 'The article, in the form that `Accept` prefers.',
        content: {
          'application/json': { schema: Article },
          'text/markdown': { schema: ArticleMarkdown },
        },
      },
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

const COVERAGE = needs('search:read')
export const GET_COVERAGE = {
  scope: COVERAGE.scope,
  schema: {
    operationId: 'getCoverage',
    summary: 'What is held',
    description:
      'Texts by jurisdiction, court and content type: the days they span, how many are held, vectorised and assessed by the citator, and what the sources are known to lack. What is not listed is not held, so “not found” and “not held” differ. Costs nothing.',
    tags: ['Search'],
    security: COVERAGE.security,
    response: { 200: json('What is held.', Coverage), ...ERRORS },
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

const RAG = needs('rag:invoke')
const RagEvents = z
  .string()
  .describe(
    `Server-sent events \`${RAG_EVENTS.join('`, `')}\`; the data of each is JSON on one line, that of \`answer\` a RagResponse.`,
  )
export const RAG_QUERY = {
  scope: RAG.scope,
  schema: {
    operationId: 'ragQuery',
    summary: 'Ask a question of law',
    description:
      'Answers from the corpus in verbatim quotes and headnote summaries, each with slug, version, hash and exact span, or abstains and says why. With `mode: "generative"` a model chooses, orders and joins them; each sentence that it writes is held against the sources before anything is sent, and what they do not bear out is dropped. With `Accept: text/event-stream` the answer comes as events: `citation` for each source, `claim` for each sentence, `answer` with the whole response at the end; they begin when all of it is verified and charged. An abstention is an answer, billed like any other; a model that fails is a 500 whose `reason` says how (`model_unreachable`, `model_refused`, `model_timeout`, `model_answer_unreadable`, `model_answer_too_large`, `model_busy`) and costs nothing.',
    tags: ['Answers'],
    security: RAG.security,
    headers: IdempotencyKey,
    body: RagRequest,
    response: {
      200: {
        description: 'The answer, or why there is none, in the form that `Accept` prefers.',
        content: {
          'application/json': { schema: RagResponse },
          'text/event-stream': { schema: RagEvents },
        },
      },
      400: error('`validation_failed`: `details` names each fault and the closest valid value.'),
      ...BILLABLE_ERRORS,
    },
  },
} as const

const MCP = needs('mcp')
export const MCP_SERVER = {
  scope: MCP.scope,
  schema: {
    operationId: 'mcpServer',
    summary: 'MCP endpoint',
    description:
      'JSON-RPC 2.0 over Streamable HTTP with JSON answers, for the protocol versions 2024-11-05 to 2026-07-28. One message a request: batches are refused. `tools/call` is billed as the operation behind the tool, `initialize`, `server/discover` and `tools/list` at the MCP rate, `ping`, notifications and errors cost nothing.',
    tags: ['Agents'],
    security: MCP.security,
    body: McpRequest,
    response: {
      200: json('A JSON-RPC response.', McpResponse),
      202: z.null().describe('A notification was taken.'),
      400: json('A JSON-RPC error: the message is malformed.', McpResponse),
      404: json('A JSON-RPC error: unknown method (2026-07-28).', McpResponse),
      ...BILLABLE_ERRORS,
      403: error('`insufficient_scope`: the key lacks the scope; or the origin is not allowed.'),
    },
  },
} as const
