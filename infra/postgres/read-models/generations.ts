import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import { Instant, Position } from '#contracts/ids.ts'
import type { Generation } from '#query-api/ports.ts'
import type { GenerationSetup, WriteTogether } from '#query-api/projections/ports.ts'
import type { GenerationCatalogue } from '#query-api/replay/ports.ts'
import { sqlStateOf } from '../platform/faults.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'
import { announceMove } from './moved.ts'
import { removalFrom } from './rows.ts'

const GenerationRow = z.object({ generation: z.int().min(1) })
const PositionRow = z.object({ position: Position })
const of = (generation: Generation) => [generation]
const ofPosition = (generation: Generation, position: Position) => [generation, position]

const LIVE = statement('generations-live', {
  sql: `select generation, position,
      ${isoInstant('created_at')} as "builtAt"
    from live_generation join generations using (generation)`,
  row: GenerationRow.extend({ position: Position, builtAt: Instant }),
})
const OPEN = statement('generations-open', {
  sql: `insert into generations (generation, status, embedding_model) values ($1, 'open', $2) on conflict do nothing`,
  values: (generation: Generation, { embeddingModel }: GenerationSetup) => [
    generation,
    embeddingModel,
  ],
})
const SETUP = statement('generations-setup', {
  sql: `select embedding_model as "embeddingModel" from generations where generation = $1 and status = 'open'`,
  values: of,
  row: z.object({ embeddingModel: z.string().nullable() }),
})
const PROGRESS = statement('generations-progress', {
  sql: `select position, reaching from generations where generation = $1 and status = 'open'`,
  values: of,
  row: z.object({ position: Position, reaching: Position }),
})
const REACH = statement('generations-reach', {
  sql: `update generations set reaching = greatest(reaching, $2) where generation = $1 and status = 'open'`,
  values: ofPosition,
})
const ADVANCE = statement('generations-advance', {
  sql: `with moved as (
     update generations set position = greatest(position, $2), reaching = greatest(reaching, $2)
     where generation = $1 and status = 'open' returning generation
   ) select ${announceMove} from moved`,
  values: ofPosition,
})
const LIST = statement('generations-list', {
  sql: 'select generation from generations order by generation',
  row: GenerationRow,
})
const PREVIOUS = statement('generations-previous', {
  sql: `select previous as generation from live_generation join generations on generations.generation = previous
   where status = 'open'`,
  row: GenerationRow,
})
/** Locks the row, so that the generation can't advance: every batch updates `reaching`. */
const HOLD_LIVE = statement('generations-hold-live', {
  sql: `select reaching as position from generations join live_generation using (generation)
   where generation = $1 for update`,
  values: of,
  row: PositionRow,
})
const HOLD_NEXT = statement('generations-hold-next', {
  sql: `select position from generations where generation = $1 and status = 'open' for update`,
  values: of,
  row: PositionRow,
})
const SWAP = statement('generations-swap', {
  sql: `with moved as (
     update live_generation set previous = generation, generation = $1 returning generation
   ) select ${announceMove} from moved`,
  values: of,
})
const FORGET_PREVIOUS = statement('generations-forget-previous', {
  sql: 'update live_generation set previous = null where previous = $1',
  values: of,
})
const MARK_DROPPING = statement('generations-mark-dropping', {
  sql: `update generations set status = 'dropping'
   where generation = $1 and not exists (select from live_generation where live_generation.generation = $1)`,
  values: of,
})
const FORGET = statement('generations-forget', {
  sql: `delete from generations where generation = $1 and status = 'dropping'`,
  values: of,
})
const removeParked = removalFrom('parked_streams')

const unknownGeneration = (generation: Generation): Fault =>
  new Fault('generation-unknown', `There is no generation ${generation} of the read models.`, {
    hint: 'Open it first; where its removal was interrupted, drop it again before.',
  })

const checkNotLive = async (pool: PostgresPool, generation: Generation): Promise<void> => {
  if ((await LIVE.only(pool)).generation === generation)
    throw new Fault('generation-live', `Generation ${generation} is the one that is served.`)
}

const swap = (
  pool: PostgresPool,
  from: Generation,
  to: Generation,
  catchUp: (reached: Position) => Promise<void>,
): Promise<void> =>
  pool.transaction(async (transaction) => {
    const live = await HOLD_LIVE.first(transaction, from)
    if (live === null)
      throw new Fault('generation-not-live', `Generation ${from} is not served any more.`, {
        hint: 'Look which one is (pandect digest) and start again.',
      })
    await catchUp(live.position)
    const next = await HOLD_NEXT.first(transaction, to)
    if (next === null) throw unknownGeneration(to)
    if (next.position < live.position)
      throw new Fault('generation-behind', `Generation ${to} has not come as far as ${from}.`)
    await SWAP.run(transaction, to)
  })

/** Manages the generations on PostgreSQL. Throws the Faults of the port and of the pool. */
export const makeGenerations = (pool: PostgresPool): GenerationCatalogue => {
  const progress = async (generation: Generation) => {
    const found = await PROGRESS.first(pool, generation)
    if (found === null) throw unknownGeneration(generation)
    return found
  }
  return {
    live: async () => (await LIVE.only(pool)).generation,
    open: async (generation, setup) => {
      await OPEN.run(pool, generation, setup)
      await progress(generation) // throws if the generation is being dropped
    },
    setup: async (generation) => {
      const found = await SETUP.first(pool, generation)
      if (found === null) throw unknownGeneration(generation)
      return found
    },
    progress,
    reach: async (generation, position) => {
      await REACH.run(pool, generation, position)
    },
    advance: async (generation, position) => {
      if ((await ADVANCE.run(pool, generation, position)) === 0) throw unknownGeneration(generation)
    },
    list: async () => (await LIST.rows(pool)).map(({ generation }) => generation),
    previous: async () => (await PREVIOUS.first(pool))?.generation ?? null,
    swap: (from, to, catchUp) => swap(pool, from, to, catchUp),
    retire: async (generation) => {
      await checkNotLive(pool, generation)
      await FORGET_PREVIOUS.run(pool, generation)
      await MARK_DROPPING.run(pool, generation)
    },
    forget: async (generation) => {
      await checkNotLive(pool, generation)
      await removeParked(pool, generation)
      await FORGET.run(pool, generation)
    },
  }
}

/** Reads the live generation and its position. Throws the Faults of the pool. */
export const makeLiveState = (pool: PostgresPool) => () => LIVE.only(pool)

const UNIQUE_VIOLATION = '23505'
const SLUG_KEY = 'articles_slug_key'

const isSlugTaken = (error: unknown): boolean =>
  error instanceof Fault &&
  sqlStateOf(error) === UNIQUE_VIOLATION &&
  (error.cause as { constraint?: unknown }).constraint === SLUG_KEY

/** Writes in one transaction. Throws Fault `slug-taken` and the Faults of the pool. */
export const makeWriteTogether =
  (pool: PostgresPool): WriteTogether =>
  async (writes) => {
    try {
      await pool.transaction(async (transaction) => {
        for (const write of writes) await write(transaction as never)
      })
    } catch (error) {
      // Slugs are compared at the commit, so that two texts may swap theirs.
      if (!isSlugTaken(error)) throw error
      throw new Fault('slug-taken', 'Two texts would be served under one slug.', {
        cause: error,
        hint: 'Unpublish one of them.',
      })
    }
  }
