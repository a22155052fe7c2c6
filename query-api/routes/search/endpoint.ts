import { z } from 'zod'
import { SearchRequest, SearchResponse, SearchResponseOfFields } from '#contracts/http/search.ts'
import { HEADERS } from '#contracts/service.ts'
import type { Billing } from '../../billing/billing.ts'
import { sendCharged } from '../../billing/charged.ts'
import type { Search } from '../../search/search.ts'
import { withFields } from '../../search/fields.ts'
import { defineEndpoint, IdempotencyKey, INVALID_BODY, jsonAnswer } from '../../http/endpoint.ts'

type Deps = { readonly search: Search; readonly billing: Billing }

export const searchEndpoint = ({ search, billing }: Deps) =>
  defineEndpoint({
    operationId: 'searchUnified',
    method: 'POST',
    path: '/search',
    scope: 'search:read',
    price: 'search',
    summary: 'Search articles and headnotes',
    description:
      'Hybrid search: lexical (BM25) and semantic ranking, fused by Reciprocal Rank Fusion (k = 60). An empty `text` browses by `filters` alone, newest first.',
    tag: 'Search',
    note: ' with {"text": "..."}: articles and headnotes by words and meaning; filters by jurisdiction, court level, concept, status and day (asOf)',
    headers: IdempotencyKey,
    body: SearchRequest,
    answers: {
      200: jsonAnswer(
        'Hits by descending score.',
        z.union([SearchResponse, SearchResponseOfFields]),
      ),
      400: INVALID_BODY,
    },
    answerHeaders: { 200: [HEADERS.corpusPosition] },
    handle: (request, reply) =>
      sendCharged(billing, { request, reply }, () => search(request.body), {
        content: (response) => withFields(response, request.body.fields),
      }),
  })
