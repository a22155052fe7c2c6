import type { FastifyReply } from 'fastify'
import { VersionParams, VersionQuery } from '#contracts/http/versions.ts'
import { printPosition, SemVer, Slug } from '#contracts/ids.ts'
import { HEADERS } from '#contracts/service.ts'
import { articleNotFound } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import { billableCall } from '../../billing/charged.ts'
import { defineEndpoint, errorAnswer } from '../../http/endpoint.ts'
import { varyBy } from '../../http/vary.ts'
import { noWordingProblem } from '../../versions/problems.ts'
import { isNoWording, readVersion, readVersions } from '../../versions/versions.ts'
import {
  ARTICLE_ANSWERS,
  Conditions,
  REPRESENTATION,
  sendArticle,
  type SendDeps,
} from '../article/send.ts'
import { mementoHeaders } from './memento.ts'

const requireVersion = (text: string): SemVer => {
  const version = SemVer.safeParse(text)
  if (version.success) return version.data
  throw new RequestInvalid([
    {
      path: 'version',
      code: 'invalid_format',
      message: 'not a version: MAJOR.MINOR.PATCH, such as 1.0.0',
    },
  ])
}

export const versionEndpoint = (deps: SendDeps) =>
  defineEndpoint({
    operationId: 'getVersion',
    method: 'GET',
    path: '/articles/:slug/versions/:version',
    scope: 'articles:read',
    price: 'article',
    summary: 'Read one version of an article',
    description:
      'The article as it was served in that version, with the same hash: its wording, headnotes, metadata, flags and assessment. Only the colours of the citator are those of today, so that a reader sees what was overruled since. Forms, 304 and price as for the article itself.',
    tag: 'Articles',
    note: ': the article as it was served in that version',
    params: VersionParams,
    querystring: VersionQuery,
    headers: Conditions,
    answers: {
      ...ARTICLE_ANSWERS,
      404: errorAnswer(
        '`not_found`: there is no such public article. With reason `version_unknown`: it has no such version; `details` lists those it has. With reason `version_erased`: its words were erased.',
      ),
    },
    answerHeaders: {
      200: [...REPRESENTATION, 'Memento-Datetime', 'Link'],
      304: REPRESENTATION,
      404: [HEADERS.corpusPosition],
      412: ['ETag'],
    },
    options: { compress: false },
    handle: async (request, reply): Promise<FastifyReply> => {
      billableCall(deps.billing, request)
      const version = requireVersion(request.params.version)
      const slug = Slug.safeParse(request.params.slug)
      const { text, position } = slug.success
        ? await readVersion(deps, slug.data, version)
        : { text: null, position: await deps.articles.position() }
      varyBy(reply, 'Accept').header(HEADERS.corpusPosition, printPosition(position))
      if (text === null || !slug.success) return sendProblem(request, reply, articleNotFound)
      if (isNoWording(text)) return sendProblem(request, reply, noWordingProblem(text))
      const { response } = await readVersions(deps, slug.data)
      const entry = response?.versions.find((one) => one.version === version)
      if (entry !== undefined) reply.headers(mementoHeaders(request, slug.data, entry))
      return sendArticle(deps, { request, reply }, text, request.query)
    },
  })
