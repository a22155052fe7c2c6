/** Records the day of each key's last use: in memory at once, in the database after the request. */
import type { KeyStore } from '#query-api/auth/ports.ts'
import type { Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

/** Limits of the memory. */
export const KEY_USES = {
  writeEveryMs: 5_000,
  /**
   * Keys that a process remembers to have written today. Beyond this all are dropped, which is
   * safe: the statement writes each day once.
   */
  keysMax: 100_000,
  keysPerWrite: 1_000,
} as const

// In order of ids, so that two processes cannot deadlock.
const WRITE = statement('keys-used', {
  sql: `with used as (
      select id from api_keys
      where id = any($1::uuid[]) and (last_used_on is null or last_used_on < $2::date)
      order by id for no key update
    )
    update api_keys set last_used_on = $2::date from used where api_keys.id = used.id`,
  values: (ids: readonly string[], day: string) => [ids, day],
})

export type KeyUses = {
  note(keyId: string): void
  /**
   * Writes the recorded uses, after a write that runs, and keeps those that fail for later. Never
   * throws: calls `onFault`.
   */
  flush(): Promise<void>
  close(): Promise<void>
}

export type KeyUsesOptions = {
  /** The day in UTC, `YYYY-MM-DD`. */
  readonly today?: () => string
  readonly onFault?: (error: unknown) => void
}

/** A key is written at most once a day. */
export const makeKeyUses = (pool: Queryable, options: KeyUsesOptions = {}): KeyUses => {
  const { today = () => new Date().toISOString().slice(0, 10), onFault = () => undefined } = options
  let day = today()
  let seen = new Set<string>()
  /** The day of each use that is not written yet. */
  let waiting = new Map<string, string>()
  let writing = Promise.resolve()

  const write = async (ids: readonly string[], on: string): Promise<void> => {
    for (let from = 0; from < ids.length; from += KEY_USES.keysPerWrite) {
      await WRITE.run(pool, ids.slice(from, from + KEY_USES.keysPerWrite), on)
    }
  }
  const writeAll = async (): Promise<void> => {
    const uses = waiting
    waiting = new Map()
    try {
      for (const [on, ofDay] of Map.groupBy(uses, ([, used]) => used))
        await write(
          ofDay.map(([id]) => id),
          on,
        )
    } catch (error) {
      waiting = new Map([...uses, ...waiting])
      onFault(error)
    }
  }
  const flush = (): Promise<void> => {
    writing = writing.then(writeAll)
    return writing
  }
  const timer = setInterval(() => void flush(), KEY_USES.writeEveryMs)
  timer.unref()
  return {
    note: (keyId) => {
      const current = today()
      if (current !== day || seen.size >= KEY_USES.keysMax) {
        day = current
        seen = new Set()
      }
      if (seen.has(keyId)) return
      seen.add(keyId)
      waiting.set(keyId, day)
    },
    flush,
    close: () => {
      clearInterval(timer)
      return flush()
    },
  }
}

/** Wraps a key store so that each key found counts as used. */
export const notingUses = (keys: KeyStore, uses: Pick<KeyUses, 'note'>): KeyStore => ({
  find: async (secretHmac) => {
    const key = await keys.find(secretHmac)
    if (key !== null) uses.note(key.keyId)
    return key
  },
})
