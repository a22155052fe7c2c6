import { z } from 'zod'
import { Instant } from '#contracts/ids.ts'
import type { LiveGeneration } from '#query-api/rag/ports.ts'
import { onlyRow, type PostgresPool, type Prepared } from './pool.ts'

const LIVE: Prepared = {
  name: 'live-generation',
  text: `select generation,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "builtAt"
    from live_generation join generations using (generation)`,
}
const Live = z.object({ generation: z.int().min(1), builtAt: Instant })

/** Which build of the read models is served, on PostgreSQL. Throws the Faults of the pool. */
export const makeLiveGeneration =
  (pool: PostgresPool): LiveGeneration =>
  async () =>
    Live.parse(onlyRow(await pool.query(LIVE)))
