import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { printPosition } from '#contracts/ids.ts'
import { HEADERS } from '#contracts/service.ts'
import { printUsd } from '#contracts/tariff.ts'
import type { Billing } from '../ports.ts'
import type { Search } from '../search/search.ts'
import { SEARCH_UNIFIED } from './operations.ts'
import { callerOf } from './request-state.ts'

/** `POST /search`. The price is asked for once there is an answer to charge. */
export const addSearchRoute = (
  app: FastifyInstance,
  path: string,
  { search, billing }: { readonly search: Search; readonly billing: Billing },
): void => {
  const { schema, scope } = SEARCH_UNIFIED
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(path, { schema, config: { scope } }, async (request, reply) => {
      const { response, position } = await search(request.body)
      const cost = await billing.price('search', callerOf(request))
      return reply
        .header(HEADERS.corpusPosition, printPosition(position))
        .header(HEADERS.costUsd, printUsd(cost))
        .header('Cache-Control', 'private, no-store')
        .send(response)
    })
}
