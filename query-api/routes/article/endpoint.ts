import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Article } from '#contracts/http/article.ts'
import { printPosition, Slug } from '#contracts/ids.ts'
import { HEADERS } from '#contracts/service.ts'
import type { Billing } from '../../billing/billing.ts'
import { billableCall } from '../../http/billable.ts'
import { GET_ARTICLE } from '../../http/operations.ts'
import { articleNotFound } from '../../http/problem.ts'
import { sendProblem } from '../../http/request-state.ts'
import type { ArticleAnswer, ArticleReader, StoredArticle } from '../../ports.ts'
import { httpDate, isNotModified } from './conditional.ts'
import { articleMarkdown } from './markdown.ts'
import { type ArticleForm, formWanted } from '../../http/accept.ts'

export type ArticleDeps = { readonly articles: ArticleReader; readonly billing: Billing }

/** A text that is no slug names nothing, so nothing is looked up under it. */
const read = async (articles: ArticleReader, text: string): Promise<ArticleAnswer> => {
  const slug = Slug.safeParse(text)
  if (slug.success) return articles.bySlug(slug.data)
  return { article: null, position: await articles.position() }
}

const TYPES: Readonly<Record<ArticleForm, string>> = {
  json: 'application/json; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
}

/** The stored bytes are parsed only where they are not what is sent. */
const bytesOf = (form: ArticleForm, { json }: StoredArticle): Buffer =>
  Buffer.from(form === 'json' ? json : articleMarkdown(JSON.parse(json) as Article))

/**
 * Both name the bytes of the whole answer: flags and colours move while the hash of the text stays.
 */
const representationHeaders = (article: StoredArticle, bytes: Buffer): Record<string, string> => {
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
  etag = '',
): boolean =>
  isNotModified(
    { ifNoneMatch: headers['if-none-match'], ifModifiedSince: headers['if-modified-since'] },
    { etag, updatedAt },
  )

/**
 * `GET /articles/{slug}`: the bytes that the projector stored, or the same as Markdown where
 * `Accept` wants that. A 304 and a HEAD carry no article and cost nothing.
 */
export const addArticleRoute = (
  app: FastifyInstance,
  path: string,
  { articles, billing }: ArticleDeps,
): void => {
  const serve = async (
    request: FastifyRequest<{ Params: { slug: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const { article, position } = await read(articles, request.params.slug)
    reply.headers({ [HEADERS.corpusPosition]: printPosition(position), Vary: 'Accept' })
    if (article === null) return sendProblem(request, reply, articleNotFound)
    const form = formWanted(request.headers.accept)
    const bytes = bytesOf(form, article)
    const headers = representationHeaders(article, bytes)
    if (isUnchanged(request, article, headers['ETag']))
      return reply.headers(headers).code(304).send()
    reply.type(TYPES[form])
    if (request.method !== 'GET') return reply.headers(headers).send(bytes)
    // What costs nothing was answered before: a cap that is reached does not stand in its way.
    const call = billableCall(billing, request, 'article')
    const billed = await billing.charge(call, async () => ({ value: bytes, billable: true }))
    if ('problem' in billed) return sendProblem(request, reply, billed.problem)
    return reply.headers(headers).headers(billed.headers).send(billed.value)
  }
  app.get(path, { schema: GET_ARTICLE.schema, config: { scope: GET_ARTICLE.scope } }, serve)
}
