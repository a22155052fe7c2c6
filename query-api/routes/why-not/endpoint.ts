import { WhyNotRequest, WhyNotResponse } from '#contracts/http/why-not.ts'
import { HEADERS } from '#contracts/service.ts'
import { abortWhenClientLeaves } from '#contracts/web/http/connection.ts'
import { articleNotFound } from '#contracts/web/http/problem.ts'
import type { Billing } from '../../billing/billing.ts'
import { sendCharged } from '../../billing/charged.ts'
import {
  defineEndpoint,
  errorAnswer,
  IdempotencyKey,
  INVALID_BODY,
  jsonAnswer,
} from '../../http/endpoint.ts'
import type { WhyNot } from '../../why-not/why-not.ts'

type Deps = { readonly whyNot: WhyNot; readonly billing: Billing }

export const whyNotEndpoint = ({ whyNot, billing }: Deps) =>
  defineEndpoint({
    operationId: 'explainMissing',
    method: 'POST',
    path: '/search/why-not',
    scope: 'search:read',
    price: 'search',
    summary: 'Why a search does not show a text',
    description:
      'Names what keeps a text from the page of a search (day, filter, headnotes, words and meaning, depth, page), the first stage first, and the smallest change of the request that lets it in, as a merge patch. Costs as a search; a 404 costs nothing.',
    tag: 'Search',
    note: ' with {"request": …, "slug": "…"}: what keeps a text from a page of a search, and the smallest change that lets it in',
    headers: IdempotencyKey,
    body: WhyNotRequest,
    answers: {
      200: jsonAnswer('The stages, and the change.', WhyNotResponse),
      400: INVALID_BODY,
      404: errorAnswer('`not_found`: never existing, unpublished and deleted are answered alike.'),
    },
    answerHeaders: { 200: [HEADERS.corpusPosition] },
    handle: (request, reply) => {
      const leaving = abortWhenClientLeaves(reply)
      return sendCharged(
        billing,
        { request, reply },
        async () => (await whyNot(request.body, leaving)) ?? { problem: articleNotFound },
      )
    },
  })
