import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'

const MS_PER_SECOND = 1_000

/**
 * Measures every answer of an app by its route pattern, never by its path. Call it before the app
 * listens.
 */
export const measureAnswers = (app: FastifyInstance, metrics: Pick<Metrics, 'answered'>): void => {
  app.addHook('onResponse', async (request, reply) => {
    metrics.answered({
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      seconds: reply.elapsedTime / MS_PER_SECOND,
    })
  })
}
