import { SlugParams } from '#contracts/http/article.ts'
import { VersionsResponse } from '#contracts/http/versions.ts'
import { printPosition, Slug } from '#contracts/ids.ts'
import { HEADERS } from '#contracts/service.ts'
import { articleNotFound } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import type { Billing } from '../../billing/billing.ts'
import { sendCharged } from '../../billing/charged.ts'
import { defineEndpoint, errorAnswer, IdempotencyKey, jsonAnswer } from '../../http/endpoint.ts'
import type { ArticleReader } from '../../ports.ts'
import type { VersionSources } from '../../versions/ports.ts'
import { type ReadVersions, readVersions } from '../../versions/versions.ts'
import { LINK_FORMAT, timeMap } from './memento.ts'
import { z } from 'zod'

type Deps = {
  readonly articles: ArticleReader
  readonly versions: VersionSources
  readonly billing: Billing
}

const read = async (deps: Omit<Deps, 'billing'>, text: string): Promise<ReadVersions> => {
  const slug = Slug.safeParse(text)
  if (slug.success) return readVersions(deps, slug.data)
  return { response: null, position: await deps.articles.position() }
}

const NOT_FOUND = errorAnswer(
  '`not_found`: never existing, unpublished and deleted are answered alike.',
)

export const versionsEndpoint = ({ billing, ...deps }: Deps) =>
  defineEndpoint({
    operationId: 'listVersions',
    method: 'GET',
    path: '/articles/:slug/versions',
    scope: 'articles:read',
    price: 'search',
    summary: 'List the versions of an article',
    description:
      'Every version that was published, with its hash, the class of the change and its reasons, the days on which it is in force, when it was recorded and where in the log. Without the texts: each is read under `…/versions/{version}`.',
    tag: 'Articles',
    note: ': its versions, with hashes, reasons and days in force',
    params: SlugParams,
    headers: IdempotencyKey,
    answers: {
      200: jsonAnswer('The versions in the order of their publication.', VersionsResponse),
      404: NOT_FOUND,
    },
    answerHeaders: { 200: [HEADERS.corpusPosition], 404: [HEADERS.corpusPosition] },
    handle: async (request, reply) => {
      const { response, position } = await read(deps, request.params.slug)
      reply.header(HEADERS.corpusPosition, printPosition(position))
      if (response === null) return sendProblem(request, reply, articleNotFound)
      return sendCharged(billing, { request, reply }, async () => ({ response, position }))
    },
  })

const TimeMap = z
  .string()
  .describe('Links (RFC 6690) to the article, to this list and to each version with its time.')

export const timeMapEndpoint = ({ articles, versions }: Omit<Deps, 'billing'>) =>
  defineEndpoint({
    operationId: 'getTimeMap',
    method: 'GET',
    path: '/articles/:slug/timemap',
    scope: 'articles:read',
    price: null,
    summary: 'List the versions of an article by time',
    description:
      'A TimeMap (RFC 7089): each version with the time when the service recorded it. It says what was published here when, never what was in force: ask for that with `asOf`. Free; counts against the limit.',
    tag: 'Articles',
    note: ': its versions by the time of their record, RFC 7089 (free)',
    params: SlugParams,
    answers: {
      200: {
        description: 'The TimeMap.',
        content: { [LINK_FORMAT]: { schema: TimeMap } },
      },
      404: NOT_FOUND,
    },
    answerHeaders: { 200: [HEADERS.corpusPosition], 404: [HEADERS.corpusPosition] },
    handle: async (request, reply) => {
      const { slug } = request.params
      const { response, position } = await read({ articles, versions }, slug)
      reply.header(HEADERS.corpusPosition, printPosition(position))
      if (response === null) return sendProblem(request, reply, articleNotFound)
      return reply
        .header('Cache-Control', 'private, must-revalidate')
        .type(LINK_FORMAT)
        .send(timeMap(request, slug, response.versions))
    },
  })
