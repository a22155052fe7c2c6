import { z } from 'zod'
import { Concept } from '#contracts/concept.ts'
import type { ConceptReader } from '#query-api/mcp/ports.ts'
import type { PostgresPool, Prepared } from '../platform/pool.ts'

const HELD: Prepared = {
  name: 'concepts-held',
  text: "select to_regclass('concepts') is not null as held",
}
const BY_ID: Prepared = {
  name: 'concept-by-id',
  text: `select json from live_generation join concepts using (generation) where concept_id = $1`,
}
/**
 * A label that is the query stands before one that begins with it, that before one that holds it.
 */
const SEARCH: Prepared = {
  name: 'concept-search',
  text: `select json from live_generation join concepts using (generation)
    where position($1 in labels) > 0 and ($2::text is null or json::jsonb ->> 'vocabulary' = $2)
    order by
      position(E'\\n' || $1 || E'\\n' in E'\\n' || labels || E'\\n') = 0,
      position(E'\\n' || $1 in E'\\n' || labels) = 0,
      length(labels), concept_id
    limit $3`,
}
const Row = z.object({ json: z.string() })

const conceptOf = (row: Record<string, unknown>): Concept =>
  Concept.parse(JSON.parse(Row.parse(row).json))

/**
 * The vocabularies on PostgreSQL, of the live generation: `fold` makes of a query what the labels
 * were made into. Nothing is held where no vocabulary was ever imported. Throws the Faults of the
 * pool.
 */
export const makeConceptReader = (
  pool: PostgresPool,
  fold: (label: string) => string,
): ConceptReader => {
  let held = false
  const isHeld = async (): Promise<boolean> => {
    if (!held) held = (await pool.query(HELD)).rows[0]?.['held'] === true
    return held
  }
  return {
    byId: async (id) => {
      if (!(await isHeld())) return null
      const { rows } = await pool.query(BY_ID, [id])
      return rows[0] === undefined ? null : conceptOf(rows[0])
    },
    search: async (query, vocabulary, limit) => {
      const wanted = query.includes('://') ? query.toLowerCase() : fold(query)
      if (wanted === '' || !(await isHeld())) return []
      return (await pool.query(SEARCH, [wanted, vocabulary, limit])).rows.map(conceptOf)
    },
  }
}
