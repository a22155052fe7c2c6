import type { FastifyInstance } from 'fastify'
import { Health } from '#contracts/http/health.ts'
import { failureOf } from '../../http/errors.ts'

const HIDDEN = { schema: { hide: true } } as const
const UNKNOWN: Health = { ready: false, position: null, lagEvents: null }
const NOT_READY_STATUS = 503

/** `GET /health/live` and `GET /health/ready`, under the anonymous limit. */
export const addHealth = (
  app: FastifyInstance,
  { health }: { readonly health: () => Promise<Health> },
): void => {
  app.get('/health/live', HIDDEN, async () => ({ live: true }))
  app.get('/health/ready', HIDDEN, async (request, reply) => {
    const state = await health().catch((error: unknown) => {
      request.failure = failureOf(error, 'not_ready')
      return UNKNOWN
    })
    reply.header('Cache-Control', 'no-store')
    return reply.code(state.ready ? 200 : NOT_READY_STATUS).send(Health.parse(state))
  })
}
