import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { printPosition } from '#contracts/ids.ts'
import { HEADERS } from '#contracts/service.ts'
import type { Billing } from '../billing/billing.ts'
import { billableCall } from '../http/billable.ts'
import { sendProblem } from '../http/request-state.ts'
import { VERIFY_CLAIM } from '../http/operations.ts'
import type { Verify } from './verify.ts'

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
      const call = billableCall(billing, request, 'verify')
      const billed = await billing.charge(call, async () => ({
        value: await verify(request.body),
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
