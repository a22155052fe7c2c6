import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { SlugParams } from '#contracts/http/article.ts'
import { ArticleQuery } from '#contracts/http/versions.ts'
import { Day, printPosition, Slug } from '#contracts/ids.ts'
import { HEADERS } from '#contracts/service.ts'
import { articleNotFound } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import { billableCall } from '../../billing/charged.ts'
import { defineEndpoint, errorAnswer } from '../../http/endpoint.ts'
import { varyBy } from '../../http/vary.ts'
import { noWordingProblem } from '../../versions/problems.ts'
import { isNoWording, type ReadWording, readOnDay } from '../../versions/versions.ts'
import { timeAsked, MementoHeaders, negotiated, originalLinks } from '../versions/memento.ts'
import { ARTICLE_ANSWERS, Conditions, REPRESENTATION, sendArticle, type SendDeps } from './send.ts'

/** Reads an article; an invalid slug is not looked up. */
const read = async (
  deps: SendDeps,
  text: string,
  asOf: string | undefined,
): Promise<ReadWording> => {
  const slug = Slug.safeParse(text)
  if (!slug.success) return { text: null, position: await deps.articles.position() }
  if (asOf !== undefined) return readOnDay(deps, slug.data, Day.parse(asOf))
  const { article, position } = await deps.articles.bySlug(slug.data)
  return { text: article, position }
}

export const articleEndpoint = (deps: SendDeps) =>
  defineEndpoint({
    operationId: 'getArticle',
    method: 'GET',
    path: '/articles/:slug',
    scope: 'articles:read',
    price: 'article',
    summary: 'Read one article',
    description:
      'One published article: text, metadata, headnotes, concepts, integrity flags, decision, version and hash. With `asOf` the wording in force on that day. With `Accept` or `format` the same as Markdown, HTML, Akoma Ntoso 3.0 or tagged PDF, at the same price. With `fields` JSON of these members alone. With `Accept-Datetime` a redirect to the version that was served at that time (RFC 7089); a redirect and a 304 cost nothing.',
    tag: 'Articles',
    note: ': one whole article as JSON, or with ?format=markdown|html|akn|pdf (or Accept) in another form; ?asOf=YYYY-MM-DD for the wording in force on a day; ?fields=title,statusFlag for these members alone',
    params: SlugParams,
    querystring: ArticleQuery,
    headers: Conditions.extend(MementoHeaders),
    answers: {
      ...ARTICLE_ANSWERS,
      302: z.null().describe('To the version that was served at the time of `Accept-Datetime`.'),
      404: errorAnswer(
        '`not_found`: never existing, unpublished and deleted are answered alike. With reason `no_wording_on_day`: no wording was in force on the day of `asOf`; `held` lists the days that are held.',
      ),
    },
    answerHeaders: {
      200: [...REPRESENTATION, 'Link'],
      302: ['Location', 'Link', 'Vary', HEADERS.corpusPosition],
      304: REPRESENTATION,
      404: [HEADERS.corpusPosition],
      412: ['ETag'],
    },
    // The digest and the strong tag cover the bytes as they are sent.
    options: { compress: false },
    handle: async (request, reply): Promise<FastifyReply> => {
      // A malformed `Idempotency-Key` is refused, whatever the answer would cost.
      billableCall(deps.billing, request)
      const { slug } = request.params
      const { asOf, fields, format } = request.query
      const at = timeAsked(request)
      if (at !== null && asOf === undefined)
        return negotiated(deps, { request, reply }, { slug, at, fields, format })
      const { text, position } = await read(deps, slug, asOf)
      varyBy(reply, 'Accept, Accept-Datetime')
      reply.header(HEADERS.corpusPosition, printPosition(position))
      if (text === null) return sendProblem(request, reply, articleNotFound)
      if (isNoWording(text)) return sendProblem(request, reply, noWordingProblem(text))
      if (asOf === undefined) reply.header('Link', originalLinks(request, slug))
      return sendArticle(deps, { request, reply }, text, { fields, format })
    },
  })
