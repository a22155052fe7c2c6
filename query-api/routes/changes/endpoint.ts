import { ChangesQuery, ChangesResponse } from '#contracts/http/changes.ts'
import { HEADERS } from '#contracts/service.ts'
import { listChanges } from '../../changes/list-changes.ts'
import type { ChangesReader } from '../../changes/ports.ts'
import { defineEndpoint, errorAnswer, jsonAnswer } from '../../http/endpoint.ts'

type Deps = { readonly changes: ChangesReader }

/** Free: whoever was given a text must be able to learn what became of it. */
export const changesEndpoint = ({ changes }: Deps) =>
  defineEndpoint({
    operationId: 'listChanges',
    method: 'GET',
    path: '/changes',
    scope: 'changes:read',
    price: null,
    summary: 'What became of texts since a position',
    description:
      'Texts that were published, updated, withdrawn or deleted, points of law whose colour changed, and concepts that were deprecated, in the order of the log, without the words of any text. Pass `next` as `after`, also where a page is empty: it moves on past what the filters leave out. `X-Service-Corpus-Position` of any answer is a position to begin at. Costs nothing.',
    tag: 'Changes',
    note: '?after=: what became of texts since a position (free)',
    querystring: ChangesQuery,
    answers: {
      200: jsonAnswer('A page of changes.', ChangesResponse),
      400: errorAnswer(
        '`validation_failed`: a parameter is invalid, `after` is no position (`invalid_cursor`), or lies above the head (`cursor_beyond_head`).',
      ),
    },
    answerHeaders: { 200: [HEADERS.corpusPosition] },
    handle: async (request, reply) => {
      const page = await listChanges(changes, request.query)
      return reply
        .header(HEADERS.corpusPosition, page.head)
        .header('Cache-Control', 'private, no-cache')
        .send(page)
    },
  })
