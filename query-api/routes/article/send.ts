/** Sends an article: as JSON or Markdown, unless the client's copy is still the current one. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Article, ARTICLE_FIELDS_ALWAYS } from '#contracts/http/article.ts'
import { HEADERS } from '#contracts/service.ts'
import { pickMembers } from '#contracts/toolkit/pick-members.ts'
import { preferredType } from '#contracts/web/http/accept.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import type { Billing } from '../../billing/billing.ts'
import { billableCall } from '../../billing/charged.ts'
import { IdempotencyKey } from '../../http/endpoint.ts'
import type { StoredArticle } from '../../ports.ts'
import { httpDate, isNotModified } from './conditional.ts'
import { articleMarkdown } from './markdown.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
type MediaType = typeof JSON_TYPE | typeof MARKDOWN

type Fields = readonly string[] | undefined

/** The stored JSON unchanged, or some members of it in their order. */
const jsonOf = ({ json }: StoredArticle, fields: Fields): string =>
  fields === undefined
    ? json
    : JSON.stringify(pickMembers(JSON.parse(json) as Article, ARTICLE_FIELDS_ALWAYS, fields))

const bytesOf = (type: MediaType, article: StoredArticle, fields: Fields): Buffer =>
  Buffer.from(
    type === JSON_TYPE
      ? jsonOf(article, fields)
      : articleMarkdown(JSON.parse(article.json) as Article),
  )

/**
 * Tag and digest cover the bytes of the whole answer, because flags and colours change while the
 * hash of the text stays.
 */
const representationHeaders = (article: StoredArticle, bytes: Buffer) => {
  const digest = createHash('sha256').update(bytes).digest()
  return {
    ETag: `"${digest.toString('base64url')}"`,
    'Repr-Digest': `sha-256=:${digest.toString('base64')}:`,
    'Last-Modified': httpDate(article.updatedAt),
    'Cache-Control': 'private, must-revalidate',
    [HEADERS.articleHash]: article.sha256Hash,
  }
}

const isUnchanged = (
  { headers }: FastifyRequest,
  { updatedAt }: StoredArticle,
  etag: string,
): boolean =>
  isNotModified(
    { ifNoneMatch: headers['if-none-match'], ifModifiedSince: headers['if-modified-since'] },
    { etag, updatedAt },
  )

/** Request headers of an endpoint that sends an article. */
export const Conditions = IdempotencyKey.extend({
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

/** The answers of an endpoint that sends an article. */
export const ARTICLE_ANSWERS = {
  200: {
    description: 'The article, in the form that `Accept` prefers.',
    content: {
      'application/json': { schema: Article },
      'text/markdown': { schema: ArticleMarkdown },
    },
  },
  304: z.null().describe('The copy is still the current one.'),
}

/** Headers of these answers. */
export const REPRESENTATION = [
  HEADERS.corpusPosition,
  'ETag',
  'Repr-Digest',
  'Last-Modified',
  'Cache-Control',
  'Vary',
  HEADERS.articleHash,
]

/**
 * Sends an article, or the members of it that are named, at the price of its route. A 304 and a
 * HEAD carry none and cost nothing.
 */
export const sendArticle = async (
  billing: Billing,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  article: StoredArticle,
  fields?: Fields,
): Promise<FastifyReply> => {
  const call = billableCall(billing, request)
  const type =
    fields === undefined ? preferredType(request.headers.accept, [JSON_TYPE, MARKDOWN]) : JSON_TYPE
  const bytes = bytesOf(type, article, fields)
  const headers = representationHeaders(article, bytes)
  if (isUnchanged(request, article, headers.ETag)) return reply.headers(headers).code(304).send()
  reply.type(type)
  if (request.method !== 'GET') return reply.headers(headers).send(bytes)
  // Free answers come before the charge, so that a reached cap does not refuse them.
  const billed = await billing.charge(call, async () => ({ value: bytes, billable: true }))
  if ('problem' in billed) return sendProblem(request, reply, billed.problem)
  return reply.headers(headers).headers(billed.headers).send(billed.value)
}
