import type { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import type { Queryable } from './pool.ts'

/** PostgreSQL cuts off what is longer, and two names that begin alike would become one. */
const NAME_BYTES_MAX = 63

/** A statement that each connection plans once, with the types of its values and of its rows. */
export type Statement<Values extends readonly unknown[], Row> = {
  /** All rows. */
  rows(on: Queryable, ...values: Values): Promise<Row[]>
  /** The first row, or null. */
  first(on: Queryable, ...values: Values): Promise<Row | null>
  /** The row of a statement that always gives one. Throws Fault `store-failed` if it does not. */
  only(on: Queryable, ...values: Values): Promise<Row>
  /** Runs the statement and returns how many rows it changed. */
  run(on: Queryable, ...values: Values): Promise<number>
}

type Definition<Values extends readonly unknown[], Row> = {
  readonly sql: string
  /** Makes $1, $2, … of what a caller gives; absent for a statement without values. */
  readonly values?: (...given: Values) => readonly unknown[]
  /** Parses each row; absent for a statement whose rows nobody reads. */
  readonly row?: z.ZodType<Row>
}

/** SQL for a column of times as RFC 3339 in UTC, with milliseconds. */
export const isoInstant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const taken = new Set<string>()

/** Two statements under one name would be run for each other on the same connection. */
const checkedName = (name: string): string => {
  if (Buffer.byteLength(name) > NAME_BYTES_MAX)
    throw new RangeError(`the name ${name} of a statement is longer than ${NAME_BYTES_MAX} bytes`)
  if (taken.has(name)) throw new RangeError(`two statements are named ${name}`)
  taken.add(name)
  return name
}

/**
 * Defines a prepared statement. Its name must be its own in the whole program; a name that is taken
 * or too long is refused when its module loads. Running it throws the Faults of the pool.
 */
export const statement = <const Values extends readonly unknown[] = [], Row = never>(
  name: string,
  { sql, values, row }: Definition<Values, Row>,
): Statement<Values, Row> => {
  const prepared = { name: checkedName(name), text: sql }
  const query = (on: Queryable, given: Values) => on.query(prepared, values?.(...given) ?? [])
  const rows = async (on: Queryable, ...given: Values): Promise<Row[]> => {
    const found = await query(on, given)
    return row === undefined ? [] : row.array().parse(found.rows)
  }
  return {
    rows,
    first: async (on, ...given) => (await rows(on, ...given))[0] ?? null,
    only: async (on, ...given) => {
      const [first] = await rows(on, ...given)
      if (first !== undefined) return first
      throw new Fault('store-failed', 'A statement that gives one row gave none.')
    },
    run: async (on, ...given) => (await query(on, given)).rowCount,
  }
}
