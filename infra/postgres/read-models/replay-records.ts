import { z } from 'zod'
import type { Generation } from '#query-api/ports.ts'
import type { ReplayOutcome, ReplayRecords } from '#query-api/replay/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

const UNFINISHED = statement('replays-unfinished', {
  sql: `select max(generation) as generation from replays where status = 'building'`,
  row: z.object({ generation: z.int().min(1).nullable() }),
})
const NEXT = statement('replays-next', {
  sql: `select 1 + greatest((select max(generation) from generations), (select max(generation) from replays)) as generation`,
  row: z.object({ generation: z.int().min(1) }),
})
const BEGIN = statement('replays-begin', {
  sql: `insert into replays (generation, status) values ($1, 'building')
   on conflict (generation) do update set status = 'building', result = null, ended_at = null`,
  values: (generation: Generation) => [generation],
})
const ABANDON = statement('replays-abandon', {
  sql: `update replays set status = 'refused', ended_at = clock_timestamp() where generation = $1 and status = 'building'`,
  values: (generation: Generation) => [generation],
})
const END = statement('replays-end', {
  sql: 'update replays set status = $2, result = $3, ended_at = clock_timestamp() where generation = $1',
  values: (generation: Generation, outcome: ReplayOutcome, result: unknown) => [
    generation,
    outcome,
    JSON.stringify(result),
  ],
})

/** Stores the records of builds on PostgreSQL. Throws the Faults of the pool. */
export const makeReplayRecords = (pool: PostgresPool): ReplayRecords => ({
  unfinished: async () => (await UNFINISHED.only(pool)).generation,
  nextGeneration: async () => (await NEXT.only(pool)).generation,
  begin: async (generation) => {
    await BEGIN.run(pool, generation)
  },
  abandon: async (generation) => {
    await ABANDON.run(pool, generation)
  },
  end: async (generation, outcome, result) => {
    await END.run(pool, generation, outcome, result)
  },
})
