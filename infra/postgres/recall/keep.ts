/** Keeps the receipts of accounts that ask for it. Other accounts cost one look-up a second. */
import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { KeepReceipt } from '#query-api/recall/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import { KeyRow, openKey, sealReceipt } from './account-key.ts'

/** How long it is remembered whether an account keeps receipts. */
const KNOWN_MS = 1_000
const ACCOUNTS_MAX = 10_000

const KEY = statement('recall-keeping-key', {
  sql: `select id, account_id as "accountId", wrapped_key as wrapped from receipt_keepers
   join recall_keys using (account_id) where account_id = $1 and kind = 'receipts'`,
  values: (accountId: string) => [accountId],
  row: KeyRow,
})
/** Nothing is kept for an account that said so meanwhile, or whose key is gone. */
const ADD = statement('recall-keep', {
  sql: `insert into kept_receipts (id, key_id, sealed)
   select $1, k.id, $3 from recall_keys k join receipt_keepers using (account_id)
   where k.id = $2 for key share of k returning id`,
  values: (id: string, keyId: string, sealed: Buffer) => [id, keyId, sealed],
  row: z.object({ id: z.uuid() }),
})

/** Faults go to `onFault`: an answer that was charged is sent whatever happens. */
export const makeKeepReceipt = (
  pool: PostgresPool,
  onFault: (fault: unknown) => void,
  clock: () => number = () => performance.now(),
): KeepReceipt => {
  const known = new LRUCache<string, { readonly key: KeyRow | null; readonly until: number }>({
    max: ACCOUNTS_MAX,
  })
  const keyOf = async (accountId: string): Promise<KeyRow | null> => {
    const found = known.get(accountId)
    if (found !== undefined && clock() < found.until) return found.key
    const key = await KEY.first(pool, accountId)
    known.set(accountId, { key, until: clock() + KNOWN_MS })
    return key
  }
  return async (accountId, content) => {
    try {
      // Twice: the account may have deleted its receipts, and with them the key, a moment ago.
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const key = await keyOf(accountId)
        if (key === null) return
        const id = randomUUID()
        const sealed = sealReceipt(openKey(pool.vault, key), id, content)
        if ((await ADD.first(pool, id, key.id, sealed)) !== null) return
        known.delete(accountId)
      }
    } catch (error) {
      onFault(error)
    }
  }
}
