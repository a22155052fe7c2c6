import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Billing } from '../../billing/billing.ts'
import { charged } from '../../http/charged.ts'
import { VERIFY_CLAIM } from '../../http/operations.ts'
import type { Verify } from '../../verify/verify.ts'

/** `POST /verify`. */
export const addVerifyRoute = (
  app: FastifyInstance,
  path: string,
  { verify, billing }: { readonly verify: Verify; readonly billing: Billing },
): void => {
  const { schema, scope } = VERIFY_CLAIM
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(path, { schema, config: { scope } }, async (request, reply) => {
      const answer = await charged(billing, 'verify', { request, reply }, () =>
        verify(request.body),
      )
      return answer === null ? reply : reply.send(answer)
    })
}
