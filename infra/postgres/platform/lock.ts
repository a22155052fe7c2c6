import { Client } from 'pg'
import { Fault } from '#contracts/fault.ts'
import { pollUntil } from '#contracts/toolkit/poll.ts'
import type { ProjectorLock } from '#query-api/ports.ts'
import { storeFault } from './faults.ts'
import { sessionSettings } from './pool.ts'

// First half of a two-part advisory lock key, reserved for us.
const LOCK_SPACE = 7_202
const TRY_EVERY_MS = 100
const TRY = 'select pg_try_advisory_lock($1, hashtext($2)) as held'

const tryLock = async (client: Client, name: string): Promise<boolean> => {
  const { rows } = await client.query<{ held: boolean }>(TRY, [LOCK_SPACE, name])
  return rows[0]?.held ?? false
}

/** Polls instead of waiting in the server, so that it can abort. */
const acquire = async (client: Client, name: string, signal: AbortSignal): Promise<void> => {
  const options = { everyMs: TRY_EVERY_MS, timeMsMax: Infinity, signal }
  await pollUntil(() => tryLock(client, name), options)
  signal.throwIfAborted()
}

const lockLost = (name: string): Fault =>
  new Fault('lock-lost', `The session that held the lock ${name} broke.`, {
    retryAfterMs: 1_000,
    hint: 'Take the lock again and go on from the checkpoint.',
  })

/** Opens a session that holds the lock. It leaves no session behind when it aborts or fails. */
const openHolding = async (
  connectionString: string,
  name: string,
  signal: AbortSignal,
): Promise<Client> => {
  const client = new Client(sessionSettings(connectionString, 'pandect lock'))
  client.on('error', () => undefined)
  try {
    await client.connect()
    await acquire(client, name, signal)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    signal.throwIfAborted()
    throw storeFault(error)
  }
}

/**
 * Locks by name, each in a session of its own: the server releases a lock as soon as its holder is
 * gone. `hold` waits for the lock and rejects with the signal's reason if aborted meanwhile. If the
 * session is lost during the work, the signal of the work aborts, the work ends, and Fault
 * `lock-lost` is thrown.
 */
export const makeProjectorLock = (connectionString: string): ProjectorLock => ({
  hold: async (name, signal, work) => {
    signal.throwIfAborted()
    const client = await openHolding(connectionString, name, signal)
    const lost = new AbortController()
    client.once('end', () => lost.abort(lockLost(name)))
    try {
      const result = await work(AbortSignal.any([signal, lost.signal]))
      // Results of work without the lock must not be used, even if it succeeded.
      lost.signal.throwIfAborted()
      return result
    } catch (error) {
      lost.signal.throwIfAborted()
      throw error
    } finally {
      await client.end().catch(() => undefined)
    }
  },
})
