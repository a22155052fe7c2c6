/** Endpoints of controlled vocabularies and of persons. */
import { z } from 'zod'
import {
  Concept,
  Concepts,
  ConceptsQuery,
  Persons,
  PersonsQuery,
  Vocabularies,
} from '#contracts/http/vocabularies.ts'
import { printPosition } from '#contracts/ids.ts'
import { GetConceptInput } from '#contracts/mcp/vocabularies.ts'
import { HEADERS } from '#contracts/service.ts'
import type { Problem } from '#contracts/web/http/problem.ts'
import { parseRequest } from '#contracts/web/http/validation.ts'
import type { Billing } from '../../billing/billing.ts'
import { sendCharged } from '../../billing/charged.ts'
import { callerOf } from '../../http/caller.ts'
import { defineEndpoint, errorAnswer, IdempotencyKey, jsonAnswer } from '../../http/endpoint.ts'
import type { ResearchParts } from '../../relations/ports.ts'
import {
  conceptNamed,
  conceptsLike,
  type NamedConcept,
  sentenceOfNear,
} from '../../vocabularies/concepts.ts'
import { personsNamed } from '../../vocabularies/persons.ts'
import { vocabulariesOf } from '../../vocabularies/vocabularies.ts'

type Deps = { readonly research: ResearchParts; readonly billing: Billing }

/** Vocabularies have no position of their own: that of the read models is read beside them. */
const beside = async <R>({ articles }: ResearchParts, response: R) => ({
  response,
  position: await articles.position(),
})

const conceptNotFound = (named: Exclude<NamedConcept, { readonly found: unknown }>): Problem => ({
  status: 404,
  body: {
    error: 'not_found',
    message: 'Not found',
    detail: sentenceOfNear(named) ?? 'No concept has this id, URI or label.',
  },
  headers: {},
})

const ConceptParams = z.object({ id: GetConceptInput.shape.idOrUri })

export const conceptEndpoint = ({ research, billing }: Deps) =>
  defineEndpoint({
    operationId: 'getConcept',
    method: 'GET',
    path: '/concepts/:id',
    scope: 'taxonomy:read',
    price: 'search',
    summary: 'Read one concept',
    description:
      'A concept of EuroVoc, LKIF Core or a vocabulary of this service by UUID, URI (percent-encoded) or exact label: labels, definition, broader and narrower concepts. An unknown one costs nothing. The data of the tool `service_get_concept`.',
    tag: 'Look-ups',
    note: ': a concept by UUID, URI or label',
    params: ConceptParams,
    headers: IdempotencyKey,
    answers: {
      200: jsonAnswer('The concept.', Concept),
      404: errorAnswer('`not_found`: no concept has this name; `detail` names those near to it.'),
    },
    answerHeaders: { 200: [HEADERS.corpusPosition], 404: [HEADERS.corpusPosition] },
    handle: async (request, reply) => {
      const { id } = parseRequest(ConceptParams, request.params)
      return sendCharged(billing, { request, reply }, async () => {
        const named = await conceptNamed(research, id)
        if ('found' in named) return beside(research, named.found)
        const position = await research.articles.position()
        reply.header(HEADERS.corpusPosition, printPosition(position))
        return { problem: conceptNotFound(named) }
      })
    },
  })

export const conceptsEndpoint = ({ research, billing }: Deps) =>
  defineEndpoint({
    operationId: 'findConcepts',
    method: 'GET',
    path: '/concepts',
    scope: 'taxonomy:read',
    price: 'search',
    summary: 'Look concepts up by words',
    description:
      'Concepts whose label holds the words of `query`, closest first. Their ids are what the filter `conceptIds` takes. The data of the tool `service_taxonomy_lookup`.',
    tag: 'Look-ups',
    note: '?query=: concepts whose label holds the words',
    querystring: ConceptsQuery,
    headers: IdempotencyKey,
    answers: { 200: jsonAnswer('The concepts.', Concepts) },
    answerHeaders: { 200: [HEADERS.corpusPosition] },
    handle: (request, reply) =>
      sendCharged(billing, { request, reply }, async () =>
        beside(research, await conceptsLike(research, request.query)),
      ),
  })

export const vocabulariesEndpoint = ({ research }: Deps) =>
  defineEndpoint({
    operationId: 'listVocabularies',
    method: 'GET',
    path: '/vocabularies',
    scope: 'taxonomy:read',
    price: null,
    summary: 'Controlled vocabularies and lists',
    description:
      'Vocabularies of concepts with how many are held, and every closed list that a filter takes. Costs nothing.',
    tag: 'Look-ups',
    note: ': controlled vocabularies and the values that filters take (free)',
    answers: { 200: jsonAnswer('Vocabularies and lists.', Vocabularies) },
    answerHeaders: { 200: [HEADERS.corpusPosition] },
    handle: async (_, reply) => {
      const { response, position } = await beside(research, await vocabulariesOf(research.concepts))
      return reply
        .header(HEADERS.corpusPosition, printPosition(position))
        .header('Cache-Control', 'private, no-cache')
        .send(response)
    },
  })

export const personsEndpoint = ({ research, billing }: Deps) =>
  defineEndpoint({
    operationId: 'findMagistrates',
    method: 'GET',
    path: '/magistrates',
    scope: 'magistrates:read',
    price: 'search',
    summary: 'Look up a magistrate or lawyer',
    description:
      'Identity and office of a magistrate or lawyer by name, nothing else: no profile, no statistics. Each look-up is recorded with the key that made it, found or not, never with the name. The data of the tool `service_magistrate_lookup`.',
    tag: 'Look-ups',
    note: '?name=: identity and office of a magistrate or lawyer; recorded',
    querystring: PersonsQuery,
    headers: IdempotencyKey,
    answers: { 200: jsonAnswer('The persons.', Persons) },
    answerHeaders: { 200: [HEADERS.corpusPosition] },
    handle: (request, reply) => {
      const { keyId } = callerOf(request)
      return sendCharged(billing, { request, reply }, async () =>
        beside(research, await personsNamed(research, request.query.name, keyId)),
      )
    },
  })
