import { LookUpQuery, LookUpResponse } from '#contracts/http/lookup.ts'
import { HEADERS } from '#contracts/service.ts'
import type { Billing } from '../../billing/billing.ts'
import { sendCharged } from '../../billing/charged.ts'
import { defineEndpoint, errorAnswer, IdempotencyKey, jsonAnswer } from '../../http/endpoint.ts'
import { lookUp, type LookUpDeps, requireLookUp } from '../../lookup/look-up.ts'

type Deps = { readonly lookUps: LookUpDeps; readonly billing: Billing }

export const lookUpEndpoint = ({ lookUps, billing }: Deps) =>
  defineEndpoint({
    operationId: 'lookUpArticles',
    method: 'GET',
    path: '/articles',
    scope: 'search:read',
    price: 'search',
    summary: 'Look up articles by an identifier',
    description:
      'The published articles with an ECLI, CELEX number, ELI, docket number or id, as heads without the text. An identifier that nothing has is a list of none, not a 404. One docket number can be that of several courts: name the `court`.',
    tag: 'Look-ups',
    note: '?ecli= (or celex, eli, docket with court, id): the articles with this identifier',
    querystring: LookUpQuery,
    headers: IdempotencyKey,
    answers: {
      200: jsonAnswer('The articles, without their texts.', LookUpResponse),
      400: errorAnswer(
        '`validation_failed`: not exactly one identifier, or one that can’t be what it is called.',
      ),
    },
    answerHeaders: { 200: [HEADERS.corpusPosition] },
    handle: async (request, reply) => {
      requireLookUp(request.query)
      return sendCharged(billing, { request, reply }, () => lookUp(lookUps, request.query))
    },
  })
