import { VerifyRequest, VerifyResponse } from '#contracts/http/verify.ts'
import { HEADERS } from '#contracts/service.ts'
import type { Billing } from '../../billing/billing.ts'
import { sendCharged } from '../../billing/charged.ts'
import { abortWhenClientLeaves } from '#contracts/web/http/connection.ts'
import { requireAffordable } from '../../verify/budget.ts'
import type { Verify } from '../../verify/verify.ts'
import { defineEndpoint, IdempotencyKey, INVALID_BODY, jsonAnswer } from '../../http/endpoint.ts'

type Deps = { readonly verify: Verify; readonly billing: Billing }

export const verifyEndpoint = ({ verify, billing }: Deps) =>
  defineEndpoint({
    operationId: 'verifyClaim',
    method: 'POST',
    path: '/verify',
    scope: 'verify:invoke',
    price: 'verify',
    summary: 'Verify a claim or a document',
    description:
      'Holds each sentence, quotation and citation against the corpus: verdicts with evidence, quotations with their class and what differs, citations with their status, and how the law stands on the day asked for. Deterministic. A claim that can’t be verified is an answer, billed like any other.',
    tag: 'Verification',
    note: ' with {"claim": "..."} or {"text": "..."}: each sentence, quotation and citation held against the corpus',
    headers: IdempotencyKey,
    body: VerifyRequest,
    answers: {
      200: jsonAnswer('Verdicts, with the words of the sources.', VerifyResponse),
      400: INVALID_BODY,
    },
    answerHeaders: { 200: [HEADERS.corpusPosition] },
    handle: async (request, reply) => {
      requireAffordable(request.body)
      const leaving = abortWhenClientLeaves(reply)
      return sendCharged(billing, { request, reply }, () => verify(request.body, leaving))
    },
  })
