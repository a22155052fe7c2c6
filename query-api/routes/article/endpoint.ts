import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Article, SlugParams } from '#contracts/http/article.ts'
import { printPosition, Slug } from '#contracts/ids.ts'
import { HEADERS } from '#contracts/service.ts'
import type { Billing } from '../../billing/billing.ts'
import { preferredType } from '#contracts/web/http/accept.ts'
import { billableCall } from '../../billing/charged.ts'
import { articleNotFound } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import type { ArticleAnswer, ArticleReader, StoredArticle } from '../../ports.ts'
import { defineEndpoint, errorAnswer, IdempotencyKey } from '../../http/endpoint.ts'
import { httpDate, isNotModified } from './conditional.ts'
import { articleMarkdown } from './markdown.ts'

type Deps = { readonly articles: ArticleReader; readonly billing: Billing }

const JSON_TYPE = 'application/json; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
type MediaType = typeof JSON_TYPE | typeof MARKDOWN

/** Reads an article; an invalid slug is not looked up. */
const read = async (articles: ArticleReader, text: string): Promise<ArticleAnswer> => {
  const slug = Slug.safeParse(text)
  if (slug.success) return articles.bySlug(slug.data)
  return { article: null, position: await articles.position() }
}

/** Sends the stored JSON unchanged; only Markdown needs a parsed article. */
const bytesOf = (type: MediaType, { json }: StoredArticle): Buffer =>
  Buffer.from(type === JSON_TYPE ? json : articleMarkdown(JSON.parse(json) as Article))

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
const REPRESENTATION = [
  HEADERS.corpusPosition,
  'ETag',
  'Repr-Digest',
  'Last-Modified',
  'Cache-Control',
  'Vary',
  HEADERS.articleHash,
]

/** A 304 and a HEAD carry no article and cost nothing. */
export const articleEndpoint = ({ articles, billing }: Deps) =>
  defineEndpoint({
    operationId: 'getArticle',
    method: 'GET',
    path: '/articles/:slug',
    scope: 'articles:read',
    price: 'article',
    summary: 'Read one article',
    description:
      'One published article: text, metadata, headnotes, concepts, integrity flags, decision, version and hash. With `Accept: text/markdown` the same as Markdown, at the same price. A 304 costs nothing.',
    tag: 'Articles',
    note: ': one whole article as JSON, or with "Accept: text/markdown" as Markdown',
    params: SlugParams,
    headers: Conditions,
    answers: {
      200: {
        description: 'The article, in the form that `Accept` prefers.',
        content: {
          'application/json': { schema: Article },
          'text/markdown': { schema: ArticleMarkdown },
        },
      },
      304: z.null().describe('The copy is still the current one.'),
      404: errorAnswer('`not_found`: never existing, unpublished and deleted are answered alike.'),
    },
    answerHeaders: {
      200: REPRESENTATION,
      304: REPRESENTATION,
      404: [HEADERS.corpusPosition],
    },
    // The digest and the strong tag cover the bytes as they are sent.
    options: { compress: false },
    handle: async (request, reply): Promise<FastifyReply> => {
      // A malformed `Idempotency-Key` is refused, whatever the answer would cost.
      const call = billableCall(billing, request)
      const { article, position } = await read(articles, request.params.slug)
      reply.headers({ [HEADERS.corpusPosition]: printPosition(position), Vary: 'Accept' })
      if (article === null) return sendProblem(request, reply, articleNotFound)
      const type = preferredType(request.headers.accept, [JSON_TYPE, MARKDOWN])
      const bytes = bytesOf(type, article)
      const headers = representationHeaders(article, bytes)
      if (isUnchanged(request, article, headers.ETag))
        return reply.headers(headers).code(304).send()
      reply.type(type)
      if (request.method !== 'GET') return reply.headers(headers).send(bytes)
      // Free answers come before the charge, so that a reached cap does not refuse them.
      const billed = await billing.charge(call, async () => ({ value: bytes, billable: true }))
      if ('problem' in billed) return sendProblem(request, reply, billed.problem)
      return reply.headers(headers).headers(billed.headers).send(billed.value)
    },
  })
