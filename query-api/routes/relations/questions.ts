/** Endpoints about a question or a term. */
import { Authorities, AuthoritiesQuery, Term, TermQuery } from '#contracts/http/relations.ts'
import { ListAuthoritiesInput } from '#contracts/mcp/research.ts'
import { HEADERS } from '#contracts/service.ts'
import { parseRequest } from '#contracts/web/http/validation.ts'
import type { Billing } from '../../billing/billing.ts'
import { sendCharged } from '../../billing/charged.ts'
import { defineEndpoint, IdempotencyKey, jsonAnswer } from '../../http/endpoint.ts'
import { authoritiesOn } from '../../relations/authorities.ts'
import type { ResearchParts } from '../../relations/ports.ts'
import { termExplained } from '../../relations/terms.ts'

type Deps = { readonly research: ResearchParts; readonly billing: Billing }

export const authoritiesEndpoint = ({ research, billing }: Deps) =>
  defineEndpoint({
    operationId: 'listAuthorities',
    method: 'GET',
    path: '/authorities',
    scope: 'search:read',
    price: 'search',
    summary: 'Leading decisions on a question',
    description:
      'Decisions on a question (`text`) or on concepts, the most relevant first, weighed by court level, colour of the citator and number of citations. The data of the tool `service_list_authorities`.',
    tag: 'Relations',
    note: '?text=: leading decisions on a question, ranked by relevance, court and citations',
    querystring: AuthoritiesQuery,
    headers: IdempotencyKey,
    answers: { 200: jsonAnswer('The decisions.', Authorities) },
    answerHeaders: { 200: [HEADERS.corpusPosition] },
    handle: (request, reply) => {
      const asked = parseRequest(ListAuthoritiesInput, request.query)
      return sendCharged(billing, { request, reply }, () => authoritiesOn(research, asked))
    },
  })

export const termEndpoint = ({ research, billing }: Deps) =>
  defineEndpoint({
    operationId: 'explainTerm',
    method: 'GET',
    path: '/terms',
    scope: 'search:read',
    price: 'search',
    summary: 'What a legal term means',
    description:
      'Definitions of a term from the controlled vocabularies, and passages of the corpus that define or use it, verbatim with slug, version and hash. The data of the tool `service_explain_legal_term`.',
    tag: 'Relations',
    note: '?term=: definitions of a legal term and passages that define it',
    querystring: TermQuery,
    headers: IdempotencyKey,
    answers: { 200: jsonAnswer('Definitions and passages.', Term) },
    answerHeaders: { 200: [HEADERS.corpusPosition] },
    handle: (request, reply) => {
      const { term: text, jurisdictions, limit } = request.query
      return sendCharged(billing, { request, reply }, () =>
        termExplained(research, { text, jurisdictions, limit }),
      )
    },
  })
