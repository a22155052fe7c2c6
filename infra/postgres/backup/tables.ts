/** What a backup keeps, read from the catalogue: a new table is in it without a line here. */
import type { Client } from 'pg'
import type { BackupHeader } from './format.ts'

/** Tables whose rows are left out, and why. */
export const NOT_KEPT: Readonly<Record<string, string>> = {
  schema_migrations: 'the header names the migrations',
  account_sessions: 'a session that was ended must not come back: people sign in again',
  oauth_codes: 'last a minute',
  oauth_tokens: 'a token that was exchanged must not come back: applications are connected again',
  staff_sessions: 'a session that was ended must not come back: people sign in again',
  reservations: 'calls under way at that moment; they were not charged yet',
  rate_limit_buckets: 'last a minute',
  rate_limit_passes: 'last a minute',
}

export type KeptTable = BackupHeader['tables'][number] & { readonly bytes: number }

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const tableNames = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class c
     where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
       and not exists (select from pg_depend e where e.objid = c.oid and e.deptype = 'e')
     order by relname collate "C"`,
  )
  return rows.map(({ name }) => name)
}

type Row = { name: string; columns: string[]; bytes: string; parents: string[] }

/** Tables after those that they refer to. */
const inOrder = (rows: readonly Row[]): Row[] => {
  const byName = new Map(rows.map((row) => [row.name, row]))
  const sorted = new Set<Row>()
  const visit = (row: Row, above: ReadonlySet<string>): void => {
    for (const parent of row.parents) {
      const found = byName.get(parent)
      if (found !== undefined && !above.has(parent)) visit(found, new Set([...above, row.name]))
    }
    sorted.add(row)
  }
  for (const row of rows) visit(row, new Set([row.name]))
  return [...sorted]
}

/** The tables that are kept, with the columns that can be written. */
export const keptTables = async (client: Client): Promise<KeptTable[]> => {
  const { rows } = await client.query<Row>(
    `select c.relname as name, pg_table_size(c.oid)::text as bytes,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns,
       array(select distinct p.relname::text from pg_constraint k join pg_class p on p.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' order by 1) as parents
     from pg_class c
     where c.relname = any ($1) and c.relnamespace = current_schema()::regnamespace
     order by c.relname collate "C"`,
    [(await tableNames(client)).filter((name) => !Object.hasOwn(NOT_KEPT, name))],
  )
  return inOrder(rows).map(({ name, columns, bytes }) => ({ name, columns, bytes: Number(bytes) }))
}

/** Where the counters of these tables are. Read after the snapshot: then they are never too low. */
export const sequencesOf = async (
  client: Client,
  tables: readonly KeptTable[],
): Promise<BackupHeader['sequences']> => {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column,
       pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relname = any ($1) and c.relnamespace = current_schema()::regnamespace
       and a.attnum > 0 and not a.attisdropped
       and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null
     order by 1, 2`,
    [tables.map(({ name }) => name)],
  )
  const found: BackupHeader['sequences'] = []
  for (const { table, column, sequence } of rows) {
    const state = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${sequence}`,
    )
    const { last, called } = state.rows[0] ?? { last: '1', called: false }
    found.push({ table, column, last: Number(last), isCalled: called })
  }
  return found
}
