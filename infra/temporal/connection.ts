/** Connections to Temporal; they wait for a server that is still starting. */
import { Client, Connection } from '@temporalio/client'
import { NativeConnection } from '@temporalio/worker'
import { Fault } from '#contracts/fault.ts'
import { type Patience, untilThere, WAITING } from '../waiting.ts'

export const TEMPORAL = {
  namespace: 'default',
  connectTimeoutMs: 2_000,
} as const

export type TemporalPatience = Patience & {
  /**
   * Called each time the server did not answer, with the pause before the next attempt,
   * milliseconds.
   */
  readonly onWaiting: (address: string, pauseMs: number) => void
}

/** How long a command waits for its server. */
export const COMMAND_WAIT_MS = WAITING.commandMs

const ADDRESS = /^(?:\[[0-9a-f:]+\]|[a-z0-9._-]+):\d{1,5}$/i

const HINT = 'start the server, or correct TEMPORAL_ADDRESS (host:port)'

const unavailable = (message: string, cause?: unknown): Fault =>
  new Fault('orchestration-unavailable', message, { cause, hint: HINT })

const attempts = async <T>(
  address: string,
  connect: () => Promise<T>,
  { onWaiting, ...patience }: TemporalPatience,
): Promise<T> => {
  if (!ADDRESS.test(address)) throw unavailable('TEMPORAL_ADDRESS is no address')
  try {
    return await untilThere(connect, {
      ...patience,
      isAway: () => true,
      onWaiting: (_, pauseMs) => onWaiting(address, pauseMs),
    })
  } catch (cause) {
    throw unavailable(`Temporal does not answer at TEMPORAL_ADDRESS=${address}`, cause)
  }
}

export type TemporalClient = { readonly client: Client; close(): Promise<void> }

/**
 * Connects a client. Throws Fault `orchestration-unavailable` after the wait or for an invalid
 * address.
 */
export const connectTemporalClient = async (
  address: string,
  patience: TemporalPatience,
): Promise<TemporalClient> => {
  const options = { address, connectTimeout: TEMPORAL.connectTimeoutMs }
  const connection = await attempts(address, () => Connection.connect(options), patience)
  const client = new Client({ connection, namespace: TEMPORAL.namespace })
  return { client, close: () => connection.close() }
}

/** Connects a worker; throws the same Fault. */
export const connectTemporalWorker = (
  address: string,
  patience: TemporalPatience,
): Promise<NativeConnection> =>
  attempts(address, () => NativeConnection.connect({ address }), patience)
