/** Connections to Temporal; a server that is not there yet is waited for. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Connection } from '@temporalio/client'
import { NativeConnection } from '@temporalio/worker'
import { Fault } from '#contracts/fault.ts'

export const TEMPORAL = {
  namespace: 'default',
  connectTimeoutMs: 2_000,
  firstPauseMs: 500,
  pauseMsMax: 10_000,
} as const

export type TemporalPatience = {
  /** How long an absent server is waited for. */
  readonly waitMs: number
  readonly signal?: AbortSignal
  /** Told each time that the server did not answer; the pause before the next try, in milliseconds. */
  readonly onWaiting: (address: string, pauseMs: number) => void
}

/** A worker waits for its server as long as a person would; then its supervisor starts it anew. */
export const WORKER_WAIT_MS = 10 * 60_000
/** In front of a command sits a person. */
export const COMMAND_WAIT_MS = 20_000

const ADDRESS = /^(?:\[[0-9a-f:]+\]|[a-z0-9._-]+):\d{1,5}$/i

const MEND = 'start the server, or correct TEMPORAL_ADDRESS (host:port)'

const unavailable = (message: string, cause?: unknown): Fault =>
  new Fault('orchestration-unavailable', message, { cause, mend: MEND })

const attempts = async <T>(
  address: string,
  connect: () => Promise<T>,
  { waitMs, signal, onWaiting }: TemporalPatience,
): Promise<T> => {
  if (!ADDRESS.test(address)) throw unavailable('TEMPORAL_ADDRESS is no address')
  const deadline = performance.now() + waitMs
  for (let pauseMs: number = TEMPORAL.firstPauseMs; ; pauseMs *= 2) {
    try {
      return await connect()
    } catch (cause) {
      const pause = Math.min(pauseMs, TEMPORAL.pauseMsMax)
      if (signal?.aborted === true || performance.now() + pause > deadline) {
        throw unavailable(`Temporal does not answer at TEMPORAL_ADDRESS=${address}`, cause)
      }
      onWaiting(address, pause)
      await sleep(pause, undefined, signal === undefined ? {} : { signal }).catch(() => undefined)
    }
  }
}

export type TemporalClient = { readonly client: Client; close(): Promise<void> }

/** A client. Throws Fault `orchestration-unavailable` once the wait is over, or for an address that is none. */
export const connectTemporalClient = async (
  address: string,
  patience: TemporalPatience,
): Promise<TemporalClient> => {
  const options = { address, connectTimeout: TEMPORAL.connectTimeoutMs }
  const connection = await attempts(address, () => Connection.connect(options), patience)
  const client = new Client({ connection, namespace: TEMPORAL.namespace })
  return { client, close: () => connection.close() }
}

/** A connection for a worker; as above. */
export const connectTemporalWorker = (
  address: string,
  patience: TemporalPatience,
): Promise<NativeConnection> =>
  attempts(address, () => NativeConnection.connect({ address }), patience)
