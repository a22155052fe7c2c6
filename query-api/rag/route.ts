import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { printPosition } from '#contracts/ids.ts'
import { HEADERS } from '#contracts/service.ts'
import type { Billing } from '../billing/billing.ts'
import { billableCall } from '../http/billable.ts'
import { RAG_QUERY } from '../http/operations.ts'
import { sendProblem } from '../http/request-state.ts'
import type { Answering } from './ports.ts'

/** `POST /rag`. An abstention is an answer, billed like any other. */
export const addRagRoute = (
  app: FastifyInstance,
  path: string,
  { answer, billing }: { readonly answer: Answering; readonly billing: Billing },
): void => {
  const { schema, scope } = RAG_QUERY
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(path, { schema, config: { scope } }, async (request, reply) => {
      const call = billableCall(billing, request, 'rag')
      const billed = await billing.charge(call, async () => ({
        value: await answer(request.body),
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
