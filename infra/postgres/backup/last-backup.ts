import { z } from 'zod'
import { Position } from '#contracts/ids.ts'
import type { Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

const LastBackup = z.object({ madeAtMs: z.number(), position: Position })
export type LastBackup = z.infer<typeof LastBackup>

const LAST = statement('backup-last', {
  sql: `select extract(epoch from at)::float8 * 1000 as "madeAtMs", (data->>'position')::bigint as position
   from audit_acts where kind = 'backup.made' order by audit_acts.position desc limit 1`,
  row: LastBackup,
})

/** The last backup that `pandect backup` noted; null if it never did. */
export const readLastBackup = (on: Queryable): Promise<LastBackup | null> => LAST.first(on)
