import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import { Position } from '#contracts/ids.ts'
import { failureOf } from './errors.ts'

/** Answer of `/health/ready`. */
const Health = z
  .object({
    ready: z.boolean(),
    /** Up to which event the read models know the corpus; null while it is unknown. */
    position: Position.nullable(),
    /** Events of the log that are not in the read models yet. */
    lagEvents: z.int().nonnegative().nullable(),
    /** Why it is not ready: the code of a fault. */
    reason: z.string().optional(),
    /** Name of the model that takes part in verdicts and answers; null: rules alone. */
    entailment: z.string().nullable(),
  })
  .meta({ id: 'Health' })
type Health = z.infer<typeof Health>
export type HealthDeps = {
  readonly health: () => Promise<Omit<Health, 'entailment'>>
  readonly entailment: Health['entailment']
}

const HIDDEN = { schema: { hide: true } } as const
/** Reads nothing, so that it answers while the database is away or busy. */
const LIVE = { ...HIDDEN, config: { unlimited: true } } as const
const UNKNOWN = { ready: false, position: null, lagEvents: null }
const NOT_READY_STATUS = 503

/** `GET /health/live`, and `GET /health/ready` under the anonymous limit. */
export const addHealth = (app: FastifyInstance, { health, entailment }: HealthDeps): void => {
  app.get('/health/live', LIVE, async () => ({ live: true }))
  app.get('/health/ready', HIDDEN, async (request, reply) => {
    const state = await health().catch((error: unknown) => {
      request.failure = failureOf(error, 'not_ready')
      return error instanceof Fault ? { ...UNKNOWN, reason: error.code } : UNKNOWN
    })
    reply.header('Cache-Control', 'no-store')
    return reply
      .code(state.ready ? 200 : NOT_READY_STATUS)
      .send(Health.parse({ ...state, entailment }))
  })
}
