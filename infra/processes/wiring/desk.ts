/** Opens the desk: what its pages and the editorial API need. */
import type { FastifyInstance } from 'fastify'
import { buildDesk } from '#ingest/editorial/app.ts'
import { makeMemoryRateLimiter, makeStandbyLimiter } from '../../memory/rate-limiter.ts'
import { measureAnswers, type Metrics } from '../../metrics/metrics.ts'
import { makePostgresRateLimiter } from '../../postgres/accounts/rate-limiter.ts'
import { makeGenerations } from '../../postgres/read-models/generations.ts'
import { logLevelFor, logStream } from '../../process-log.ts'
import type { Settings } from '../../settings.ts'
import { listenOn } from '../listen.ts'
import { type Database, truthOf } from './database.ts'
import { openEntailment } from './entailment.ts'

export type Desk = { readonly app: FastifyInstance; close(): Promise<void> }

/** Makes the desk over an open database, ready to listen. */
export const openDesk = async (
  settings: Settings,
  database: Database,
  metrics: Metrics,
): Promise<Desk> => {
  const { log } = truthOf(database)
  const generations = makeGenerations(database.pool)
  const entailment = await openEntailment(settings)
  const app = buildDesk({
    limiter: makeStandbyLimiter(makePostgresRateLimiter(database.pool), makeMemoryRateLimiter()),
    trustProxy: settings.trustProxy,
    log: {
      level: logLevelFor(process.stderr, settings.logLevel),
      destination: logStream(process.stderr),
    },
    entailment: entailment?.model ?? null,
    health: async () => {
      const [{ position }, head] = await Promise.all([
        generations.progress(await generations.live()),
        log.head(),
      ])
      return { ready: true, position, lagEvents: Math.max(0, head - position) }
    },
  })
  measureAnswers(app, metrics)
  return {
    app,
    close: async () => {
      await app.close()
      await log.close()
    },
  }
}

/** Starts listening and returns the address. Throws Fault `port-taken`. */
export const listenDesk = ({ app }: Desk, { host, deskPort }: Settings): Promise<string> =>
  listenOn(app, { host, port: deskPort, setting: 'DESK_PORT' })
