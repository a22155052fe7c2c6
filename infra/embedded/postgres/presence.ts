import { Client } from 'pg'
import { pollUntil } from '#contracts/toolkit/poll.ts'
import { startFailed } from './faults.ts'
import {
  connectionStringOf,
  DATABASE,
  MAINTENANCE_DATABASE,
  readPassword,
  type ClusterPlace,
} from './paths.ts'
import { waitForEnd, type Postmaster } from './postmaster.ts'
import { runningServer } from './server.ts'

// An arbitrary lock number of the maintenance database.
const PRESENCE_LOCK = 7_202_501
const CONNECT = { timeMsMax: 120_000, everyMs: 20, timeoutMs: 5_000 } as const
const STOPPING_PATIENCE_MS = 30_000
const DUPLICATE_DATABASE = '42P04'

/**
 * A connection that marks this process as a user of the server, by a shared advisory lock. The
 * server drops the lock when the process dies, however it dies, so nothing needs cleaning up and no
 * process id is trusted.
 */
export type Presence = {
  readonly port: number
  /** Calls the listener once if the connection ends without `leave`. */
  onLost(listener: () => void): void
  /** Leaves. `last`: nobody else is present, and nobody can join until the server has ended. */
  leave(): Promise<'last' | 'others-remain'>
  end(): Promise<void>
}

const quietly = (client: Client): Promise<void> => client.end().catch(() => undefined)

const connectOnce = async (port: number, password: string): Promise<Client | null> => {
  const client = new Client({
    connectionString: connectionStringOf(port, password, MAINTENANCE_DATABASE),
    application_name: 'pandect presence',
    connectionTimeoutMillis: CONNECT.timeoutMs,
    keepAlive: true,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch {
    await quietly(client)
    return null
  }
}

const lock = async (client: Client, call: string): Promise<boolean> => {
  const { rows } = await client.query<{ held: boolean }>(`select ${call} as held`, [PRESENCE_LOCK])
  return rows[0]?.held ?? false
}

const ensureDatabase = async (client: Client): Promise<void> => {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
  if (rowCount !== 0) return
  await client.query(`create database ${DATABASE}`).catch((cause: { code?: string }) => {
    if (cause.code !== DUPLICATE_DATABASE) throw cause
  })
}

const presenceOn = (client: Client, port: number): Presence => {
  let left = false
  return {
    port,
    onLost: (listener) =>
      void client.once('end', () => {
        if (!left) listener()
      }),
    leave: async () => {
      left = true
      await lock(client, 'pg_advisory_unlock_shared($1)')
      return (await lock(client, 'pg_try_advisory_lock($1)')) ? 'last' : 'others-remain'
    },
    end: () => {
      left = true
      return quietly(client)
    },
  }
}

/**
 * Joins; `null` if the server is stopping (somebody holds the lock exclusively) or the connection
 * broke.
 */
const join = async (client: Client, port: number): Promise<Presence | null> => {
  try {
    if (await lock(client, 'pg_try_advisory_lock_shared($1)')) {
      await ensureDatabase(client)
      return presenceOn(client, port)
    }
  } catch {
    // The server ended in between; the caller tries again.
  }
  await quietly(client)
  return null
}

const tryJoin = async (server: Postmaster, password: string): Promise<Presence | null> => {
  if (server.port === null || !server.ready) return null
  const client = await connectOnce(server.port, password)
  return client === null ? null : join(client, server.port)
}

/**
 * Joins the server that runs on this folder; `null` if none does. Waits for one that starts or
 * stops. Throws Fault `database-start-failed` if one is alive but does not answer.
 */
export const joinRunning = async (place: ClusterPlace): Promise<Presence | null> => {
  let presence: Presence | null = null
  const isDecided = await pollUntil(async () => {
    const running = await runningServer(place)
    if (running === null) return true
    presence = await tryJoin(running, await readPassword(place))
    return presence !== null
  }, CONNECT)
  if (isDecided) return presence
  const server = await runningServer(place)
  if (server === null || (await waitForEnd(server.pid, STOPPING_PATIENCE_MS))) return null
  throw startFailed(place, new Error(`server ${server.pid} lives but does not answer`))
}
