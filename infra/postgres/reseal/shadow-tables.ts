/** Read models of one session alone, which nobody sees and nothing keeps. */
import { z } from 'zod'
import { quoted, WORD_TABLES } from '../backup/tables.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

const EMBEDDING_MODEL = statement('reseal-embedding-model', {
  sql: 'select embedding_model as model from live_generation join generations using (generation)',
  row: z.object({ model: z.string().nullable() }),
})
const OPEN_FIRST = statement('reseal-open-generation', {
  sql: `insert into generations (generation, status, embedding_model) values (1, 'open', $1)`,
  values: (model: string | null) => [model],
})

/**
 * Hides the read models behind empty tables of the same names, with generation 1 open, until they
 * are dropped or the session ends. They are in no write-ahead log. Inside a transaction.
 */
export const makeShadowTables = async (pool: PostgresPool): Promise<{ drop(): Promise<void> }> => {
  const { model } = await EMBEDDING_MODEL.only(pool)
  for (const name of WORD_TABLES)
    await pool.query(`create temporary table ${quoted(name)} (like ${quoted(name)} including all)`)
  await OPEN_FIRST.run(pool, model)
  await pool.query('insert into live_generation (generation) values (1)')
  const tables = WORD_TABLES.map((name) => `pg_temp.${quoted(name)}`).join(', ')
  return { drop: async () => void (await pool.query(`drop table ${tables}`)) }
}
