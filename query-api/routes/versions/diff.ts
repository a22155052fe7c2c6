import { type Article, SlugParams } from '#contracts/http/article.ts'
import { DiffQuery, VersionDiff } from '#contracts/http/versions.ts'
import { printPosition, Slug } from '#contracts/ids.ts'
import { HEADERS } from '#contracts/service.ts'
import { abortWhenClientLeaves } from '#contracts/web/http/connection.ts'
import { articleNotFound } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import type { Billing } from '../../billing/billing.ts'
import { billableCall, sendCharged } from '../../billing/charged.ts'
import { defineEndpoint, errorAnswer, IdempotencyKey, jsonAnswer } from '../../http/endpoint.ts'
import type { ArticleReader, StoredArticle } from '../../ports.ts'
import type { CompareWordings, VersionSources } from '../../versions/ports.ts'
import { noWordingProblem } from '../../versions/problems.ts'
import { isNoWording, readVersion } from '../../versions/versions.ts'

type Deps = {
  readonly articles: ArticleReader
  readonly versions: VersionSources
  readonly compareWordings: CompareWordings
  readonly billing: Billing
}

/** The JSON was typed when we wrote it. */
const articleOf = ({ json }: StoredArticle): Article => JSON.parse(json) as Article

export const diffEndpoint = ({ compareWordings, billing, ...deps }: Deps) =>
  defineEndpoint({
    operationId: 'compareVersions',
    method: 'GET',
    path: '/articles/:slug/diff',
    scope: 'articles:read',
    price: 'article',
    computes: true,
    summary: 'Compare two versions of an article',
    description:
      'What differs between two versions, in either direction: words of the text with their places in both, other members, headnotes. A stretch that differs in more than 800 places is one difference as a whole.',
    tag: 'Articles',
    note: '?from=1.0.0&to=2.0.0: what differs between two versions, word by word',
    params: SlugParams,
    querystring: DiffQuery,
    headers: IdempotencyKey,
    answers: {
      200: jsonAnswer('The differences.', VersionDiff),
      400: errorAnswer(
        '`validation_failed`: `from` or `to` is missing or no version, both are the same, or the comparison would take too long (`too_costly`).',
      ),
      404: errorAnswer(
        '`not_found`: there is no such public article. With reason `version_unknown`: it has no such version; `details` lists those it has. With reason `version_erased`: its words were erased.',
      ),
    },
    answerHeaders: { 200: [HEADERS.corpusPosition], 404: [HEADERS.corpusPosition] },
    handle: async (request, reply) => {
      billableCall(billing, request)
      const slug = Slug.safeParse(request.params.slug)
      if (!slug.success) return sendProblem(request, reply, articleNotFound)
      const leaving = abortWhenClientLeaves(reply)
      const [from, to] = await Promise.all([
        readVersion(deps, slug.data, request.query.from),
        readVersion(deps, slug.data, request.query.to),
      ])
      const { position } = to
      reply.header(HEADERS.corpusPosition, printPosition(position))
      if (from.text === null || to.text === null)
        return sendProblem(request, reply, articleNotFound)
      if (isNoWording(from.text))
        return sendProblem(request, reply, noWordingProblem(from.text, 'from'))
      if (isNoWording(to.text)) return sendProblem(request, reply, noWordingProblem(to.text, 'to'))
      const sides = { from: articleOf(from.text), to: articleOf(to.text) }
      return sendCharged(billing, { request, reply }, async () => ({
        response: await compareWordings(sides, leaving),
        position,
      }))
    },
  })
