import { SuggestQuery, SuggestResponse } from '#contracts/http/suggest.ts'
import { printPosition } from '#contracts/ids.ts'
import { HEADERS } from '#contracts/service.ts'
import { defineEndpoint, errorAnswer, jsonAnswer } from '../../http/endpoint.ts'
import type { Suggestions } from '../../lookup/suggestions.ts'

type Deps = { readonly suggestions: Pick<Suggestions, 'suggest'> }

export const suggestEndpoint = ({ suggestions }: Deps) =>
  defineEndpoint({
    operationId: 'suggest',
    method: 'GET',
    path: '/suggest',
    scope: 'search:read',
    price: null,
    summary: 'Complete what is typed',
    description:
      'Citations, titles and concepts whose words begin as those that were typed, in any order and without regard to accents. The last word may be unfinished; numbers are taken as they are written and never corrected. Free; counts against the limit.',
    tag: 'Look-ups',
    note: '?q=: titles, citations and concepts that begin as what is typed (free)',
    querystring: SuggestQuery,
    answers: {
      200: jsonAnswer('Suggestions, the best first.', SuggestResponse),
      400: errorAnswer('`validation_failed`: `q` is missing or too long, or a type is unknown.'),
    },
    answerHeaders: { 200: [HEADERS.corpusPosition] },
    handle: async (request, reply) => {
      const { suggestions: found, position } = await suggestions.suggest(request.query)
      return reply
        .headers({
          [HEADERS.corpusPosition]: printPosition(position),
          'Cache-Control': 'private, no-store',
        })
        .send({ suggestions: found })
    },
  })
