import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { ragStream } from '#contracts/http/rag-stream.ts'
import { prefers } from '../../http/accept.ts'
import type { Billing } from '../../billing/billing.ts'
import { charged } from '../../http/charged.ts'
import { failureOf } from '../../http/errors.ts'
import { leavingOf } from '../../http/leaving.ts'
import { RAG_QUERY } from '../../http/operations.ts'
import { sendProblem } from '../../http/request-state.ts'
import { problemOfModel } from '../../rag/model-faults.ts'
import type { Answering } from '../../rag/ports.ts'

const EVENT_STREAM = 'text/event-stream'

/**
 * `POST /rag`. An abstention is an answer, billed like any other. As events where `Accept` prefers
 * them; those begin when the whole answer is verified and charged, so nothing that leaves is taken
 * back.
 */
export const addRagRoute = (
  app: FastifyInstance,
  path: string,
  { answer, billing }: { readonly answer: Answering; readonly billing: Billing },
): void => {
  const { schema, scope } = RAG_QUERY
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(path, { schema, config: { scope } }, async (request, reply) => {
      const leaving = leavingOf(reply)
      try {
        const response = await charged(billing, 'rag', { request, reply }, () =>
          answer(request.body, leaving),
        )
        if (response === null) return reply
        reply.header('Vary', 'Accept')
        return prefers(request.headers.accept, EVENT_STREAM, 'application/json')
          ? reply.type(`${EVENT_STREAM}; charset=utf-8`).send(ragStream(response))
          : reply.send(response)
      } catch (error) {
        const problem = problemOfModel(error)
        if (problem === null) throw error
        request.failure = failureOf(error, problem.body.error)
        return sendProblem(request, reply, problem)
      }
    })
}
