import { z } from 'zod'
import type { ReplayRecords } from '#query-api/replay/ports.ts'
import { onlyRow, type PostgresPool, type Prepared } from '../platform/pool.ts'

const prepared = (name: string, text: string): Prepared => ({ name: `replays-${name}`, text })

const UNFINISHED = prepared(
  'unfinished',
  `select max(generation) as generation from replays where status = 'building'`,
)
const NEXT = prepared(
  'next',
  `select 1 + greatest((select max(generation) from generations), (select max(generation) from replays)) as generation`,
)
const BEGIN = prepared(
  'begin',
  `insert into replays (generation, status) values ($1, 'building')
   on conflict (generation) do update set status = 'building', result = null, ended_at = null`,
)
const ABANDON = prepared(
  'abandon',
  `update replays set status = 'refused', ended_at = clock_timestamp() where generation = $1 and status = 'building'`,
)
const END = prepared(
  'end',
  'update replays set status = $2, result = $3, ended_at = clock_timestamp() where generation = $1',
)

const Unfinished = z.object({ generation: z.int().min(1).nullable() })
const Next = z.object({ generation: z.int().min(1) })

/** The record of builds on PostgreSQL. Throws the Faults of the pool. */
export const makeReplayRecords = (pool: PostgresPool): ReplayRecords => ({
  unfinished: async () => Unfinished.parse(onlyRow(await pool.query(UNFINISHED))).generation,
  nextGeneration: async () => Next.parse(onlyRow(await pool.query(NEXT))).generation,
  begin: async (generation) => {
    await pool.query(BEGIN, [generation])
  },
  abandon: async (generation) => {
    await pool.query(ABANDON, [generation])
  },
  end: async (generation, outcome, result) => {
    await pool.query(END, [generation, outcome, JSON.stringify(result)])
  },
})
