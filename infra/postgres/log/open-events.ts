import { z } from 'zod'
import type { OpenEvents } from '#contracts/events/append.ts'
import { openEvent } from '#contracts/sealing/sealed-event.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

const KEYS = statement('seal-keys', {
  sql: 'select id, wrapped from keys.seal_keys where id = any($1)',
  values: (ids: readonly string[]) => [ids],
  row: z.object({ id: z.uuid(), wrapped: z.instanceof(Buffer) }),
})

/** Opens events that came another way than from the log, with the keys as they are now. */
export const makeOpenEvents =
  (pool: PostgresPool): OpenEvents =>
  async (events) => {
    const ids = [...new Set(events.flatMap(({ sealed }) => sealed?.key ?? []))]
    const rows = ids.length === 0 ? [] : await KEYS.rows(pool, ids)
    const keys = new Map(rows.map(({ id, wrapped }) => [id, pool.vault.unwrap(wrapped)]))
    return events.map((event) => openEvent(event, keys.get(event.sealed?.key ?? '') ?? null))
  }
