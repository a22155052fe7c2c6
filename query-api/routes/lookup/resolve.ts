import { ResolveRequest, ResolveResponse } from '#contracts/http/resolve.ts'
import { HEADERS } from '#contracts/service.ts'
import { abortWhenClientLeaves } from '#contracts/web/http/connection.ts'
import type { Billing } from '../../billing/billing.ts'
import { sendCharged } from '../../billing/charged.ts'
import type { Resolve } from '../../citations/resolve-request.ts'
import { defineEndpoint, IdempotencyKey, INVALID_BODY, jsonAnswer } from '../../http/endpoint.ts'

type Deps = { readonly resolve: Resolve; readonly billing: Billing }

export const resolveEndpoint = ({ resolve, billing }: Deps) =>
  defineEndpoint({
    operationId: 'resolveCitations',
    method: 'POST',
    path: '/citations/resolve',
    scope: 'search:read',
    price: 'search',
    computes: true,
    summary: 'Resolve citations',
    description:
      'Which held text each citation means: up to 250 citations, or those in a text, today or on a day. Each has a status: 200 one text, 300 several candidates, 400 no citation or an impossible one, 404 well-formed and not held, with what is held near. Numbers are never corrected.',
    tag: 'Look-ups',
    note: ' with {"citations": ["..."]} or {"text": "..."}: the text that each citation means',
    headers: IdempotencyKey,
    body: ResolveRequest,
    answers: {
      200: jsonAnswer('One result per citation, in order.', ResolveResponse),
      400: INVALID_BODY,
    },
    answerHeaders: { 200: [HEADERS.corpusPosition] },
    handle: async (request, reply) => {
      const leaving = abortWhenClientLeaves(reply)
      return sendCharged(billing, { request, reply }, () => resolve(request.body, leaving))
    },
  })
