/** Removes what a server keeps of rows that were in clear, once their tables are emptied. */
import { Client } from 'pg'
import { sessionSettings } from '../platform/pool.ts'

/** Samples of columns; their rows are dead, and still in the file. */
const SAMPLES = 'vacuum full pg_statistic'
/** Statistics of tables that were filled anew. */
const ANALYZE = 'analyze'

const SEGMENTS = `select count(*)::int as count from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$'`
const NEXT_SEGMENT = [
  `select pg_logical_emit_message(false, 'pandect', '')`,
  'select pg_switch_wal()',
]

export type Forgotten = {
  /** Whether no sample of a column is left. */
  readonly samples: boolean
  /** Whether nothing of the old log is left in the folder of the write-ahead log. */
  readonly writeAheadLog: boolean
}

const tried = async (work: () => Promise<unknown>): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  )

/**
 * Goes through every segment of the write-ahead log: one that is used again keeps its bytes until
 * it is written over, and one that is not removed is used again.
 */
const renewSegments = async (client: Client): Promise<void> => {
  await client.query('alter system set wal_recycle = off')
  await client.query('select pg_reload_conf()')
  try {
    const { rows } = await client.query<{ count: number }>(SEGMENTS)
    await client.query('checkpoint')
    for (let done = 0; done < (rows[0]?.count ?? 0) + 1; done += 1)
      for (const sql of NEXT_SEGMENT) await client.query(sql)
    // Two: what the one before needs is kept until the next.
    await client.query('checkpoint')
    await client.query('checkpoint')
  } finally {
    await client.query('alter system reset wal_recycle')
    await client.query('select pg_reload_conf()')
  }
}

/**
 * Removes samples of columns and, on a server of our own, the write-ahead log. Never throws: what
 * the server refuses is in the answer.
 */
export const forgetClear = async (
  connectionString: string,
  { name, isOwnServer }: { readonly name: string; readonly isOwnServer: boolean },
): Promise<Forgotten> => {
  const client = new Client(sessionSettings(connectionString, name))
  client.on('error', () => undefined)
  const forgotten = { samples: false, writeAheadLog: false }
  try {
    await client.connect()
    await client.query(ANALYZE)
    forgotten.samples = await tried(() => client.query(SAMPLES))
    if (isOwnServer) forgotten.writeAheadLog = await tried(() => renewSegments(client))
    return forgotten
  } catch {
    return forgotten
  } finally {
    await client.end().catch(() => undefined)
  }
}
