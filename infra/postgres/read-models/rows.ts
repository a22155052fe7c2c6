/** Shared by the tables of all projections: pages by id, slices, removal. */
import type { Generation } from '#query-api/ports.ts'
import type { Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

/** The smallest id: the start of paging by id. */
export const FIRST_UUID = '00000000-0000-0000-0000-000000000000'

/** Rows removed by one statement, so that none hits the time limit or holds locks for long. */
const ROWS_PER_REMOVAL = 5_000

/** Laws of two countries may share a number or a date; names of courts and the Union are unique. */
export const sameCountryAs = (cited: string): string =>
  `(edge.kind not in ('article', 'act') or edge.jurisdiction is null or edge.jurisdiction = 'EU'
  or ${cited} is null or ${cited} = edge.jurisdiction)`

export function* slicesOf<T>(rows: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

/** Removes the rows of a retired generation from these tables, in their order. */
export const removalFrom = (...tables: readonly string[]) => {
  const removals = tables.map((table) =>
    statement(`remove-${table}`, {
      sql: `delete from ${table} where ctid = any (array(
         select doomed.ctid from ${table} as doomed join generations using (generation)
         where doomed.generation = $1 and generations.status = 'dropping' limit $2))`,
      values: (generation: Generation, limit: number) => [generation, limit],
    }),
  )
  return async (on: Queryable, generation: Generation): Promise<void> => {
    for (const removal of removals)
      for (let removed = ROWS_PER_REMOVAL; removed === ROWS_PER_REMOVAL;)
        removed = await removal.run(on, generation, ROWS_PER_REMOVAL)
  }
}
