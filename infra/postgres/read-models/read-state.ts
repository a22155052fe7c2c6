import { z } from 'zod'
import { Instant, Position } from '#contracts/ids.ts'
import type { StateReader } from '#query-api/verify/ports.ts'
import { onlyRow, type PostgresPool, type Prepared } from '../platform/pool.ts'

const STATE: Prepared = {
  name: 'read-state',
  text: `select generation, position,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "builtAt"
    from live_generation join generations using (generation)`,
}
const State = z.object({ generation: z.int().min(1), position: Position, builtAt: Instant })

/**
 * The state of the read models that are served, in one statement. Throws the Faults of the pool.
 */
export const makeReadState =
  (pool: PostgresPool): StateReader =>
  async () =>
    State.parse(onlyRow(await pool.query(STATE)))
