import { Coverage } from '#contracts/http/coverage.ts'
import { HEADERS } from '#contracts/service.ts'
import type { CoverageReader } from '../../coverage/ports.ts'
import { defineEndpoint, jsonAnswer } from '../../http/endpoint.ts'

type Deps = { readonly coverage: CoverageReader }

/** Free, so that clients always check what is held. */
export const coverageEndpoint = ({ coverage }: Deps) =>
  defineEndpoint({
    operationId: 'getCoverage',
    method: 'GET',
    path: '/coverage',
    scope: 'search:read',
    price: null,
    summary: 'What is held',
    description:
      'Texts by jurisdiction, court and content type: the days they span, how many are held, vectorised and assessed by the citator, and what the sources are known to lack. What is not listed is not held, so “not found” and “not held” differ. Costs nothing.',
    tag: 'Search',
    note: ': what is held, by jurisdiction, court and content type, with known gaps (free)',
    answers: { 200: jsonAnswer('What is held.', Coverage) },
    answerHeaders: { 200: [HEADERS.corpusPosition] },
    handle: async (_, reply) => {
      const held = await coverage()
      return reply
        .header(HEADERS.corpusPosition, held.corpusPosition)
        .header('Cache-Control', 'private, no-cache')
        .send(held)
    },
  })
