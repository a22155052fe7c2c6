/** Logs one line per request with listed members only (contracts/conventions/privacy.md). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pino, type DestinationStream } from 'pino'
import type { Failure } from './request-state.ts'

export type LogTarget = {
  /** A level of pino, or `silent`. */
  readonly level: string
  /** Default: standard output. */
  readonly destination?: DestinationStream | undefined
}

/** Everything that is logged of a request: no address, header, slug or content. */
type Entry = {
  readonly [Member in keyof Failure]: Failure[Member] | undefined
} & {
  readonly requestId: string
  readonly method: string
  /** Pattern of the route, such as `/api/v1/articles/:slug`. */
  readonly route: string
  readonly status: number
  readonly durationMs: number
} & Caller

/** Who sent a request, by id; undefined: nobody who is known. */
type Caller = {
  readonly keyId?: string | undefined
  readonly staffId?: string | undefined
}

const SERVER_ERRORS_FROM = 500
const TENTHS = 10

const entryOf = (request: FastifyRequest, reply: FastifyReply, startedAt: number): Entry => ({
  requestId: request.id,
  method: request.method,
  route: request.routeOptions.url ?? 'unknown',
  status: reply.statusCode,
  durationMs: Math.round((performance.now() - startedAt) * TENTHS) / TENTHS,
  code: request.failure?.code,
  fault: request.failure?.fault,
  place: request.failure?.place,
})

/**
 * The first hook of a request. The framework's own log is off because it writes URLs and error
 * messages.
 */
export const makeRequestLog = (
  { level, destination }: LogTarget,
  callerOf: (request: FastifyRequest) => Caller,
) => {
  const options = { level, base: null }
  const log = destination === undefined ? pino(options) : pino(options, destination)
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const startedAt = performance.now()
    const write = (changes: Partial<Entry> = {}): void => {
      if (request.isHandedOn) return
      const entry = { ...entryOf(request, reply, startedAt), ...callerOf(request), ...changes }
      if (entry.status >= SERVER_ERRORS_FROM) log.error(entry, 'request')
      else log.info(entry, 'request')
    }
    // Runs on the first event. If `close` comes before `finish`, the client left without a status.
    const finished = (): void => {
      reply.raw.off('close', closed)
      write()
    }
    const closed = (): void => {
      reply.raw.off('finish', finished)
      write(request.isLeftOpen ? {} : { status: 0, code: 'connection_closed' })
    }
    reply.raw.once('finish', finished).once('close', closed)
    done()
  }
}
