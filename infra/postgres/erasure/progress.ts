import { z } from 'zod'
import { Instant, Position } from '#contracts/ids.ts'
import {
  type ErasureProgress,
  ErasureStep,
  FinishedErasures,
} from '#ingest/editorial/erasure/ports.ts'
import type { Queryable } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'

const UPSERT = `insert into erasure_progress (position, step, done, steps)
   select unnest($1::bigint[]), $2, $3, $4
   on conflict (position) do update set step = excluded.step, done = excluded.done,
     steps = excluded.steps, failed = null, changed_at = now()`

const STEP = statement('erasure-progress-step', {
  sql: UPSERT,
  values: (positions: readonly Position[], step: ErasureStep, done: number, steps: number) => [
    positions,
    step,
    done,
    steps,
  ],
})

// Of an erasure that did not begin, too.
const FAIL = statement('erasure-progress-fail', {
  sql: `insert into erasure_progress (position, step, failed)
     select position, $1, $2 from keys.erasures where finished_at is null
     on conflict (position) do update set failed = excluded.failed, changed_at = now()`,
  values: (first: ErasureStep, code: string) => [first, code],
})

const FINISH = statement('erasure-progress-finish', {
  sql: `update erasure_progress set finished = $2, failed = null, changed_at = now()
     where position = any($1::bigint[])`,
  values: (positions: readonly Position[], finished: FinishedErasures) => [
    positions,
    JSON.stringify(finished),
  ],
})

const READ = statement('erasure-progress-read', {
  sql: `select asked.position, step, coalesce(done, 0) as done, coalesce(steps, 0) as steps, failed,
       ${isoInstant('changed_at')} as "changedAt", finished,
       exists (select from keys.erasures e where e.position = asked.position and finished_at is null) as "isOpen"
     from unnest($1::bigint[]) as asked (position) left join erasure_progress using (position)`,
  values: (positions: readonly Position[]) => [positions],
  row: z.object({
    position: Position,
    isOpen: z.boolean(),
    step: ErasureStep.nullable(),
    done: z.int(),
    steps: z.int(),
    failed: z.string().nullable(),
    changedAt: Instant.nullable(),
    finished: FinishedErasures.nullable(),
  }),
})

export const noteStep = (
  on: Queryable,
  positions: readonly Position[],
  step: ErasureStep,
  { done, steps } = { done: 0, steps: 0 },
): Promise<number> => STEP.run(on, positions, step, done, steps)

/** Notes why what follows the erasures stopped, by its code. */
export const noteFailure = (on: Queryable, code: string): Promise<number> =>
  FAIL.run(on, 'read-models', code)

export const noteFinished = (
  on: Queryable,
  positions: readonly Position[],
  finished: FinishedErasures,
): Promise<number> => FINISH.run(on, positions, finished)

/** Throws the Faults of the pool. */
export const makeErasureProgress = (on: Queryable): ErasureProgress => ({
  of: async (positions) => {
    const rows = positions.length === 0 ? [] : await READ.rows(on, positions)
    return new Map(rows.map(({ position, ...row }) => [position, row]))
  },
})
