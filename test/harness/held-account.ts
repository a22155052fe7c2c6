/** Acts of one account that come at the same time. */
import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresPool } from '#infra/postgres/platform/pool.ts'

const POLL_MS = 10
const HOLD = 'select from accounts where id = $1 for no key update'
/** Asked outside of the transaction, which sees one state of the sessions for good. */
const WAITS = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/**
 * Starts acts while the account is held, and frees it once all of them wait for it, or have ended
 * without.
 */
export const actAtOnce = async <T>(
  pool: PostgresPool,
  accountId: string,
  acts: readonly (() => Promise<T>)[],
): Promise<T[]> => {
  let ended = 0
  const { acting } = await pool.transaction(async (transaction) => {
    await transaction.query(HOLD, [accountId])
    const all = acts.map((act) => act().finally(() => (ended += 1)))
    while (ended + ((await pool.query(WAITS)).rowCount ?? 0) < acts.length) await pause(POLL_MS)
    return { acting: Promise.all(all) }
  })
  return acting
}
