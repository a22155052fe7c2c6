import { z } from 'zod'
import { Article } from '#contracts/http/article.ts'
import { printPosition } from '#contracts/ids.ts'
import { GetDecisionInput } from '#contracts/mcp/texts.ts'
import { API_BASE_PATH, HEADERS } from '#contracts/service.ts'
import { parseRequest } from '#contracts/web/http/validation.ts'
import type { Billing } from '../../billing/billing.ts'
import { sendCharged } from '../../billing/charged.ts'
import { defineEndpoint, errorAnswer, IdempotencyKey, jsonAnswer } from '../../http/endpoint.ts'
import type { ResearchParts } from '../../relations/ports.ts'
import { problemOfMissing } from '../../relations/problems.ts'
import { readDecision } from '../../relations/texts.ts'

type Deps = { readonly research: ResearchParts; readonly billing: Billing }

const Params = z.object({ id: GetDecisionInput.shape.idOrSlug })

export const decisionEndpoint = ({ research, billing }: Deps) =>
  defineEndpoint({
    operationId: 'getDecision',
    method: 'GET',
    path: '/decisions/:id',
    scope: 'articles:read',
    price: 'article',
    summary: 'Read a decision by any of its names',
    description:
      'One decision by ECLI, docket number, slug, UUID or citation (`Civ. 1re, 2 mai 2024, n° 22-12.345`), whole. Where several fit, a 300 names them; where none does, the 404 says what may be meant and what is held; both cost nothing. `Content-Location` is the address of the article. The data of the tool `service_get_decision`.',
    tag: 'Articles',
    note: ': one whole decision by ECLI, docket number, slug or citation',
    params: Params,
    headers: IdempotencyKey,
    answers: {
      200: jsonAnswer('The decision.', Article),
      300: errorAnswer('`ambiguous`: several decisions fit; `candidates` names them.'),
      400: errorAnswer('`validation_failed`: no decision can have such a number.'),
      404: errorAnswer('`not_found`: no decision that is held has this name.'),
    },
    answerHeaders: {
      200: [HEADERS.corpusPosition, HEADERS.articleHash, 'Content-Location'],
      300: [HEADERS.corpusPosition],
      404: [HEADERS.corpusPosition],
    },
    handle: async (request, reply) => {
      const { id } = parseRequest(Params, request.params)
      return sendCharged(
        billing,
        { request, reply },
        async () => {
          const read = await readDecision(research, id)
          if ('found' in read)
            return { response: read.found.article, position: read.found.position }
          const position = await research.articles.position()
          reply.header(HEADERS.corpusPosition, printPosition(position))
          return { problem: problemOfMissing(read.missing, 'id') }
        },
        {
          headers: ({ slug, sha256Hash }) => ({
            'Content-Location': `${API_BASE_PATH}/articles/${slug}`,
            [HEADERS.articleHash]: sha256Hash,
          }),
        },
      )
    },
  })
