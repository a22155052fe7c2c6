/**
 * Keeps the planner's statistics of the read tables current while a generation grows. Without them
 * PostgreSQL assumes that a new generation is empty, and may read all of it for each row of a join.
 * Autovacuum catches up only after a minute.
 */
import { z } from 'zod'
import type { Generation } from '#query-api/ports.ts'
import type { GenerationCatalogue } from '#query-api/replay/ports.ts'
import type { Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

/**
 * The tables are analysed at position `firstAt` of the log, and each time the position has grown by
 * the factor `growth`. In between, the planner scales its estimates with the size of the tables.
 */
const ANALYSIS = { firstAt: 500, growth: 4 } as const
/** A generation that is this far when a process first sees it is left to autovacuum. */
const GROWN_AT = 5_000

const TABLES = statement('statistics-tables', {
  sql: `select quote_ident(relname) as name from pg_class
   join pg_attribute on attrelid = pg_class.oid and attname = 'generation' and not attisdropped
   where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`,
  row: z.object({ name: z.string() }),
})

const analyse = async (on: Queryable): Promise<void> => {
  const names = (await TABLES.rows(on)).map(({ name }) => name)
  await on.query(`analyze ${names.join(', ')}`)
}

/** Analyses the read tables as generations advance. A failure leaves old statistics in place. */
export const keepStatistics = (
  on: Queryable,
  generations: GenerationCatalogue,
): GenerationCatalogue => {
  const dueAt = new Map<Generation, number>()
  return {
    ...generations,
    advance: async (generation, position) => {
      await generations.advance(generation, position)
      const due = dueAt.get(generation) ?? (position < GROWN_AT ? ANALYSIS.firstAt : Infinity)
      if (position >= due) await analyse(on).catch(() => undefined)
      dueAt.set(generation, position >= due || due === Infinity ? ANALYSIS.growth * position : due)
    },
    forget: async (generation) => {
      await generations.forget(generation)
      dueAt.delete(generation)
    },
  }
}
