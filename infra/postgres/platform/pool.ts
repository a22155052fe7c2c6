import { Pool, types, type ClientBase, type PoolClient } from 'pg'
import { Fault } from '#contracts/fault.ts'
import { storeFault } from './faults.ts'
import { makeVault, NO_VAULT, type Vault } from './vault.ts'

/** Raw rows; the caller parses them. */
export type Result<Row> = { readonly rows: Row[]; readonly rowCount: number }

/** A statement that is planned once per connection under its name. */
export type Prepared = { readonly name: string; readonly text: string }

/** Runs statements: a pool, or a transaction on it. Throws only Faults. */
export type Queryable = {
  query<Row extends object = Record<string, unknown>>(
    statement: string | Prepared,
    values?: readonly unknown[],
  ): Promise<Result<Row>>
}

export type PostgresPool = Queryable & {
  /** For callers that need a session of their own (LISTEN, advisory locks). */
  readonly connectionString: string
  /** Opens what is sealed; that of a pool without a pepper refuses every use. */
  readonly vault: Vault
  /** All or nothing: commits when `work` returns, rolls back when it throws. */
  transaction<T>(work: (transaction: Queryable) => Promise<T>): Promise<T>
  /** Waits for running statements. May be called twice. */
  close(): Promise<void>
}

export type PoolOptions = {
  /** The server shows it with each session; starts with `pandect`. */
  readonly applicationName: string
  /** Maximum number of connections; they open when needed. */
  readonly max: number
  /** The key pepper: who reads or writes texts needs it. */
  readonly pepper?: string
}

/** Time limits of every session, milliseconds. */
export const POSTGRES_TIMEOUTS = {
  connectMs: 5_000,
  statementMs: 30_000,
  /** Time limit of the client, for a server that no longer answers at all. */
  queryMs: 35_000,
  idleInTransactionMs: 60_000,
  idleConnectionMs: 30_000,
} as const

const INT8_OID = 20
const parseInt8 = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('an int8 beyond 2^53')
  return value
}

type TypeParser = (text: string) => unknown
// The declared type expects an enumeration; servers send any number.
const typeParser = types.getTypeParser as (oid: number, format: string) => TypeParser
/** Like pg's own types, but `bigint` columns and counts are checked numbers, not strings. */
export const postgresTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): TypeParser =>
    oid === INT8_OID && format !== 'binary' ? parseInt8 : typeParser(oid, format ?? 'text'),
}

/** Settings of a session, for pools and single clients. */
export const sessionSettings = (connectionString: string, applicationName: string) => ({
  connectionString,
  application_name: applicationName,
  types: postgresTypes,
  keepAlive: true,
  connectionTimeoutMillis: POSTGRES_TIMEOUTS.connectMs,
})

type Runner = Pick<ClientBase, 'query'>

/** Statements on a session, with the Faults of a pool. */
export const queryable = (runner: Runner): Queryable => ({
  query: async <Row extends object>(
    statement: string | Prepared,
    values: readonly unknown[] = [],
  ): Promise<Result<Row>> => {
    const prepared = typeof statement === 'string' ? { text: statement } : statement
    try {
      // Without values it is a simple query, which may hold several statements.
      const config = values.length === 0 ? prepared : { ...prepared, values: [...values] }
      const { rows, rowCount } = await runner.query<Row>(config)
      return { rows, rowCount: rowCount ?? 0 }
    } catch (error) {
      throw storeFault(error)
    }
  },
})

const connect = async (pool: Pool): Promise<PoolClient> => {
  try {
    return await pool.connect()
  } catch (error) {
    throw storeFault(error)
  }
}

const transactionOn = async <T>(
  pool: Pool,
  work: (transaction: Queryable) => Promise<T>,
): Promise<T> => {
  const client = await connect(pool)
  const transaction = queryable(client)
  let broken = false
  try {
    await transaction.query('begin')
    const result = await work(transaction)
    await transaction.query('commit')
    return result
  } catch (error) {
    // A session that cannot roll back is dropped; the server then rolls back.
    await client.query('rollback').catch(() => (broken = true))
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Opens connections to one database. Every failure becomes a Fault: `store-unavailable`,
 * `store-timeout`, `store-locked`, `store-contended`, `store-full`, `store-duplicate`,
 * `store-immutable`, `store-access-denied`, `store-invalid` or `store-failed`.
 */
export const makePool = (connectionString: string, options: PoolOptions): PostgresPool => {
  const pool = new Pool({
    ...sessionSettings(connectionString, options.applicationName),
    max: options.max,
    statement_timeout: POSTGRES_TIMEOUTS.statementMs,
    query_timeout: POSTGRES_TIMEOUTS.queryMs,
    idle_in_transaction_session_timeout: POSTGRES_TIMEOUTS.idleInTransactionMs,
    idleTimeoutMillis: POSTGRES_TIMEOUTS.idleConnectionMs,
  })
  // A broken idle connection has already left the pool; without a listener its error would end the
  // process.
  pool.on('error', () => undefined)
  // The same for a connection that breaks between two statements of a transaction: its next
  // statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  let closing: Promise<void> | null = null
  return {
    ...queryable(pool),
    connectionString,
    vault: options.pepper === undefined ? NO_VAULT : makeVault(options.pepper),
    transaction: (work) => transactionOn(pool, work),
    close: () => (closing ??= pool.end()),
  }
}

/** The one row that a statement must have given. Throws Fault `store-failed`. */
export const onlyRow = <Row>(result: Result<Row>): Row => {
  const [row] = result.rows
  if (row !== undefined) return row
  throw new Fault('store-failed', 'A statement that gives one row gave none.')
}
