/** A second database beside another one on the same server. */
import { Fault } from '#contracts/fault.ts'
import { makePool, type Queryable } from './pool.ts'
import { sqlStateOf } from './faults.ts'
import { quotedName } from './quoted-name.ts'

const EXISTS = '42P04'

/**
 * Makes the database whose name is that of the other with a suffix, unless it is there; returns its
 * address. Throws Fault `sandbox-database` if it may not be made.
 */
export const ensureDatabase = async (beside: string, suffix: string): Promise<string> => {
  const address = new URL(beside)
  const name = `${decodeURIComponent(address.pathname.slice(1))}${suffix}`
  const pool = makePool(beside, { applicationName: 'pandect sandbox', max: 1 })
  try {
    const { rowCount } = await pool.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await pool.query(`create database ${quotedName(name)}`)
  } catch (cause) {
    // Another process may have made it at the same time.
    if (sqlStateOf(cause) !== EXISTS) throw new Fault('sandbox-database', { cause })
  } finally {
    await pool.close()
  }
  address.pathname = `/${encodeURIComponent(name)}`
  return address.href
}

/** Leaves a note on the database itself. */
export const markDatabase = async (on: Queryable, note: string): Promise<void> => {
  const { rows } = await on.query<{ name: string }>('select current_database() as name')
  const literal = `'${note.replaceAll("'", "''")}'`
  await on.query(`comment on database ${quotedName(rows[0]?.name ?? '')} is ${literal}`)
}

export const markOf = async (on: Queryable): Promise<string | null> => {
  const { rows } = await on.query<{ note: string | null }>(
    `select shobj_description(oid, 'pg_database') as note from pg_database where datname = current_database()`,
  )
  return rows[0]?.note ?? null
}
