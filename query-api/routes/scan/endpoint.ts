import { ScanQuery, ScanResponse, scanRequestOf } from '#contracts/http/scan.ts'
import { HEADERS } from '#contracts/service.ts'
import type { Billing } from '../../billing/billing.ts'
import { sendCharged } from '../../billing/charged.ts'
import { defineEndpoint, errorAnswer, IdempotencyKey, jsonAnswer } from '../../http/endpoint.ts'
import type { Scan } from '../../scan/scan.ts'

type Deps = { readonly scan: Scan; readonly billing: Billing }

export const scanEndpoint = ({ scan, billing }: Deps) =>
  defineEndpoint({
    operationId: 'scanTexts',
    method: 'GET',
    path: '/scan',
    scope: 'search:read',
    price: 'search',
    summary: 'Whole result sets, page by page',
    description:
      'Every text that passes the filters, each once, by id: the texts that were public at the position of the first page, in their wording of that position, whatever changes meanwhile. One that is not public any more is a row with its id alone. Pass `next` as `after` until it is null. Each page costs as a search, without the content of the texts.',
    tag: 'Search',
    note: '?after=: every text that passes the filters, page by page, at one position of the corpus',
    querystring: ScanQuery,
    headers: IdempotencyKey,
    answers: {
      200: jsonAnswer('A page of texts.', ScanResponse),
      400: errorAnswer(
        '`validation_failed`: a filter or parameter is invalid, or `after` is no cursor of these filters (`cursor_other_query`) or of this build of the corpus (`cursor_other_generation`).',
      ),
    },
    answerHeaders: { 200: [HEADERS.corpusPosition] },
    handle: (request, reply) =>
      sendCharged(billing, { request, reply }, () => scan(scanRequestOf(request.query))),
  })
