import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { printPosition } from '#contracts/ids.ts'
import { HEADERS } from '#contracts/service.ts'
import type { Billing } from '../billing/billing.ts'
import type { Search } from '../search/search.ts'
import { billableCall } from './billable.ts'
import { SEARCH_UNIFIED } from './operations.ts'
import { sendProblem } from './request-state.ts'

/** `POST /search`. */
export const addSearchRoute = (
  app: FastifyInstance,
  path: string,
  { search, billing }: { readonly search: Search; readonly billing: Billing },
): void => {
  const { schema, scope } = SEARCH_UNIFIED
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(path, { schema, config: { scope } }, async (request, reply) => {
      const call = billableCall(billing, request, 'search')
      const billed = await billing.charge(call, async () => ({
        value: await search(request.body),
        billable: true,
      }))
      if ('problem' in billed) return sendProblem(request, reply, billed.problem)
      const { response, position } = billed.value
      return reply
        .header(HEADERS.corpusPosition, printPosition(position))
        .headers(billed.headers)
        .header('Cache-Control', 'private, no-store')
        .send(response)
    })
}
