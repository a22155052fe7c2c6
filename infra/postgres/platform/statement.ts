import type { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import type { Queryable } from './pool.ts'

/** PostgreSQL truncates longer names, and two long names could become one. */
const NAME_BYTES_MAX = 63

/** A statement that each connection plans once, with types for values and rows. */
export type Statement<Values extends readonly unknown[], Row> = {
  /** All rows. */
  rows(on: Queryable, ...values: Values): Promise<Row[]>
  /** The first row, or null. */
  first(on: Queryable, ...values: Values): Promise<Row | null>
  /** The row of a statement that always returns one. Throws Fault `store-failed` otherwise. */
  only(on: Queryable, ...values: Values): Promise<Row>
  /** Runs the statement and returns how many rows it changed. */
  run(on: Queryable, ...values: Values): Promise<number>
}

type Definition<Values extends readonly unknown[], Row> = {
  readonly sql: string
  /** Turns a caller's arguments into $1, $2, …; absent for a statement without values. */
  readonly values?: (...given: Values) => readonly unknown[]
  /** Parses each row; absent for a statement without rows. */
  readonly row?: z.ZodType<Row>
}

/** SQL for a column of times as RFC 3339 in UTC, with milliseconds. */
export const isoInstant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const taken = new Set<string>()

/** Two statements with one name would be mistaken for each other on a connection. */
const checkedName = (name: string): string => {
  if (Buffer.byteLength(name) > NAME_BYTES_MAX)
    throw new RangeError(`the name ${name} of a statement is longer than ${NAME_BYTES_MAX} bytes`)
  if (taken.has(name)) throw new RangeError(`two statements are named ${name}`)
  taken.add(name)
  return name
}

/**
 * Defines a prepared statement. Its name must be unique in the whole program: loading a module with
 * a name that is taken or too long fails. Running it throws the Faults of the pool.
 */
export const statement = <const Values extends readonly unknown[] = [], Row = never>(
  name: string,
  { sql, values, row }: Definition<Values, Row>,
): Statement<Values, Row> => {
  const prepared = { name: checkedName(name), text: sql }
  const query = (on: Queryable, given: Values) => on.query(prepared, values?.(...given) ?? [])
  // Made once: a new schema costs more than parsing a row or two.
  let list: z.ZodArray<z.ZodType<Row>> | null = null
  const rows = async (on: Queryable, ...given: Values): Promise<Row[]> => {
    const found = await query(on, given)
    if (row === undefined) return []
    list ??= row.array()
    return list.parse(found.rows)
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
