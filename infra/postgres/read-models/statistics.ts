/**
 * Keeps the planner's statistics of the read tables up with a generation that grows. Without them
 * PostgreSQL takes a new generation for empty and scans it once a row; its own autovacuum comes
 * only after a minute.
 */
import { z } from 'zod'
import type { Generation } from '#query-api/ports.ts'
import type { GenerationCatalogue } from '#query-api/replay/ports.ts'
import type { Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

/**
 * Tables are analysed at the first position of the log, and whenever it has grown by the factor. In
 * between the planner counts pages by itself.
 */
const ANALYSIS = { firstAt: 500, growth: 4 } as const
/** Statistics of a generation that had come this far in an earlier process are autovacuum's. */
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

/** Analyses the read tables as generations advance. A failure only leaves plans as they are. */
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
