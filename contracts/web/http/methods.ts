import type { FastifyInstance } from 'fastify'
import { methodNotAllowed } from './problem.ts'
import { sendProblem } from './request-state.ts'

/** Methods that HTTP clients use; the router knows no others. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']

/** Answers the methods that a path does not take. */
export const refuseOtherMethods = (
  app: FastifyInstance,
  url: string,
  methods: readonly string[],
): void => {
  const taken = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  app.route({
    method: METHODS.filter((one) => !taken.includes(one)),
    url,
    schema: { hide: true },
    // Before a body is read: what it holds does not matter.
    onRequest: async (request, reply) =>
      sendProblem(request, reply.header('Allow', taken.join(', ')), methodNotAllowed),
    handler: async (request, reply) => sendProblem(request, reply, methodNotAllowed),
  })
}
