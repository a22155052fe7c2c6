/** Connections to Temporal; a server that is not there yet is waited for. */
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
   * Told each time that the server did not answer; the pause before the next try, in milliseconds.
   */
  readonly onWaiting: (address: string, pauseMs: number) => void
}

/** How long a command waits for its server. */
export const COMMAND_WAIT_MS = WAITING.commandMs

const ADDRESS = /^(?:\[[0-9a-f:]+\]|[a-z0-9._-]+):\d{1,5}$/i

const MEND = 'start the server, or correct TEMPORAL_ADDRESS (host:port)'

const unavailable = (message: string, cause?: unknown): Fault =>
  new Fault('orchestration-unavailable', message, { cause, hint: MEND })

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
 * A client. Throws Fault `orchestration-unavailable` once the wait is over, or for an address that
 * is none.
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

/** A connection for a worker; as above. */
export const connectTemporalWorker = (
  address: string,
  patience: TemporalPatience,
): Promise<NativeConnection> =>
  attempts(address, () => NativeConnection.connect({ address }), patience)
