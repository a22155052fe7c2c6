/** Endpoints about one text: relations, history, citations, texts near to it. */
import type { z } from 'zod'
import type { Article } from '#contracts/http/article.ts'
import { SlugParams } from '#contracts/http/article.ts'
import {
  CitationsQuery,
  RelationsQuery,
  SimilarQuery,
  SimilarTexts,
  TextChronology,
  TextCitationsPage,
  TextRelations,
} from '#contracts/http/relations.ts'
import { printPosition } from '#contracts/ids.ts'
import { HEADERS } from '#contracts/service.ts'
import { articleNotFound } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import type { Billing } from '../../billing/billing.ts'
import { sendCharged } from '../../billing/charged.ts'
import {
  defineEndpoint,
  type Endpoint,
  errorAnswer,
  IdempotencyKey,
  jsonAnswer,
} from '../../http/endpoint.ts'
import { chronologyOf } from '../../relations/chronology.ts'
import { citationsIn } from '../../relations/citations.ts'
import type { ResearchParts } from '../../relations/ports.ts'
import { relationsOf, withEdges } from '../../relations/relations.ts'
import { similarTo } from '../../relations/similar.ts'
import { textNamed } from '../../relations/texts.ts'

type Deps = { readonly research: ResearchParts; readonly billing: Billing }

type AboutText<Q extends z.ZodType, A extends z.ZodType> = Pick<
  Endpoint,
  'operationId' | 'path' | 'summary' | 'description' | 'note'
> & {
  readonly query?: Q
  readonly answer: readonly [description: string, schema: A]
  readonly of: (
    research: ResearchParts,
    article: Article,
    query: z.output<Q>,
  ) => Promise<z.output<A>>
}

/** An endpoint about a published text; an unknown one is free. */
const aboutText =
  <Q extends z.ZodType, A extends z.ZodType>({
    query,
    answer: [description, schema],
    of,
    ...about
  }: AboutText<Q, A>) =>
  ({ research, billing }: Deps) =>
    defineEndpoint({
      ...about,
      method: 'GET',
      scope: 'search:read',
      price: 'search',
      tag: 'Relations',
      params: SlugParams,
      ...(query === undefined ? {} : { querystring: query }),
      headers: IdempotencyKey,
      answers: {
        200: jsonAnswer(description, schema),
        404: errorAnswer(
          '`not_found`: never existing, unpublished and deleted are answered alike.',
        ),
      },
      answerHeaders: { 200: [HEADERS.corpusPosition], 404: [HEADERS.corpusPosition] },
      handle: async (request, reply) => {
        const read = await textNamed(research, request.params.slug)
        if (read === null) {
          const position = await research.articles.position()
          reply.header(HEADERS.corpusPosition, printPosition(position))
          return sendProblem(request, reply, articleNotFound)
        }
        const { article, position } = read
        return sendCharged(billing, { request, reply }, async () => ({
          response: await of(research, article, request.query as z.output<Q>),
          position,
        }))
      },
    })

export const relationsEndpoint = aboutText({
  operationId: 'getRelations',
  path: '/articles/:slug/relations',
  summary: 'What a text cites and what cites it',
  description:
    'What a text cites, what cites it, what later texts did to it and what it did to others, the reasons for its colour, decisions that it comments on or comments on it, its versions; with `kind=similar` texts near to it in meaning. `limit` and `offset` page through `citing`, then `cited`; the other members are whole. The data of the tool `service_get_relations`. An unknown text costs nothing.',
  note: ': what a text cites, what cites it and what later texts did to it',
  query: RelationsQuery,
  answer: ['The relations.', TextRelations],
  of: async (research, article, { kind, limit, offset }) => {
    const all = await relationsOf(research, article, kind)
    const shown = all.edges.slice(offset, offset + limit)
    return { ...withEdges(all, shown), total: all.edges.length, limit, offset }
  },
})

export const chronologyEndpoint = aboutText({
  operationId: 'getChronology',
  path: '/articles/:slug/chronology',
  summary: 'History of a case or a provision',
  description:
    'Of a decision: the chain of its procedure (appeal, cassation, remand) and what later texts did to it. Of a provision: the days on which its wording is in force. The data of the tool `service_get_chronology`.',
  note: ': the history of a case or a provision, by day',
  answer: ['The history.', TextChronology],
  of: chronologyOf,
})

export const similarEndpoint = aboutText({
  operationId: 'getSimilarTexts',
  path: '/articles/:slug/similar',
  summary: 'Texts near in meaning',
  description:
    'Current texts whose passages are near to those of this one, the nearest first. Likeness is no authority: the texts need not cite each other. Empty for a text without vectors. The data of the tool `service_get_relations` with `similar`.',
  note: ': texts whose passages are near in meaning',
  query: SimilarQuery,
  answer: ['The texts.', SimilarTexts],
  of: async ({ nearest }, article, { limit }) => {
    const { slug, title, version, sha256Hash } = article
    return { slug, title, version, sha256Hash, similar: await similarTo(nearest, article, limit) }
  },
})

export const citationsEndpoint = aboutText({
  operationId: 'getCitations',
  path: '/articles/:slug/citations',
  summary: 'Citations in a text, with those that name nothing held',
  description:
    'Every citation that was recognised in the text, in its order: its words with their place, the normal name, and the texts of the corpus that have the name. With `state=unresolved` only those that name nothing held, each with the reason (`not_found`, `not_held` or what is wrong with its number).',
  note: ': every citation in a text, and whether what it names is held',
  query: CitationsQuery,
  answer: ['The citations.', TextCitationsPage],
  of: citationsIn,
})
