import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Billing } from '../../billing/billing.ts'
import type { Search } from '../../search/search.ts'
import { charged } from '../../http/charged.ts'
import { SEARCH_UNIFIED } from '../../http/operations.ts'

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
      const answer = await charged(billing, 'search', { request, reply }, () =>
        search(request.body),
      )
      return answer === null ? reply : reply.send(answer)
    })
}
