/** What a backup keeps, and in which of its two archives. */
import type { Client } from 'pg'
import { quotedName } from '../platform/quoted-name.ts'
import type { BackupHeader } from './format.ts'

/** Tables whose rows are left out, and why. */
export const NOT_KEPT: Readonly<Record<string, string>> = {
  schema_migrations: 'the header names the migrations',
  account_sessions: 'a session that was ended must not come back: people sign in again',
  oauth_codes: 'last a minute',
  oauth_tokens: 'a token that was exchanged must not come back: applications are connected again',
  staff_sessions: 'a session that was ended must not come back: people sign in again',
  reservations: 'calls under way at that moment; they were not charged yet',
  search_snapshots: 'keys of files that are not kept either; the index is built from its rows',
  rate_limit_buckets: 'last a minute',
  rate_limit_passes: 'last a minute',
}

/** The sealed log and the business data; no text in clear that an erasure has to reach. */
export const LOG_TABLES: readonly string[] = [
  'account_months',
  'account_users',
  'accounts',
  'api_key_secrets',
  'api_keys',
  'audit_acts',
  // Texts, slugs and events from before sealing are here as they were recorded.
  'blobs',
  'desk_impact_settlements',
  // Counts of removed rows, by tables.
  'erasure_progress',
  'events',
  'idempotency_keys',
  'key_months',
  'key_notices',
  'ledger',
  'log_head',
  'mail_addresses',
  'meter_corrections',
  'meter_cursor',
  'meter_customers',
  'meter_marks',
  'oauth_grants',
  'official_sources',
  'provider_events',
  'provider_subscriptions',
  'publisher_documents',
  'publisher_listings',
  'receipt_keepers',
  'relay_checkpoint',
  'saved_search_checkpoint',
  'saved_search_mails',
  'saved_searches',
  'sealed_texts',
  'slug_claims',
  'slugs',
  'staff_invitations',
  'staff_people',
  'staff_recovery_codes',
  'staff_second_factors',
  'staff_tokens',
  'usage_days',
  'vectors',
  'webhook_endpoints',
]

/**
 * With the schema `keys` in the archive that is kept for days only: what was derived from opened
 * facts, with the positions of who derives it, and what is typed and no fact yet.
 */
export const WORD_TABLES: readonly string[] = [
  'articles',
  'assessed_texts',
  'assessor_checkpoint',
  'assessor_scopes',
  'citation_edges',
  'citation_names',
  'citation_texts',
  'changes',
  'citator_facts',
  'concept_texts',
  'concepts',
  'desk_board',
  'desk_board_counts',
  'desk_draft_citations',
  'desk_followers',
  'desk_impact_changes',
  'desk_impact_notices',
  'editor_scratch_changes',
  'editor_scratches',
  // With what it was signed over, and the keys that seal it.
  'followed_citations',
  'generations',
  // The answers of the editorial API.
  'idempotent_writes',
  'kept_receipts',
  'live_generation',
  'parked_streams',
  'person_decisions',
  'persons',
  'places',
  'recall_checkpoint',
  'recall_keys',
  'recalls',
  'replays',
  // The news name texts by their slugs.
  'saved_search_matches',
  'saved_search_news',
  'search_positions',
  'search_rows',
  'search_texts',
  'text_facts',
  'text_states',
  'watches',
  // What is sent names texts by their slugs.
  'webhook_checkpoint',
  'webhook_events',
  'webhook_messages',
]

export const KEYS_SCHEMA = 'keys'
const KEYS_PREFIX = `${KEYS_SCHEMA}.`

/** Whether a table is of the schema of keys. */
export const isKeyTable = (name: string): boolean => name.startsWith(KEYS_PREFIX)

/** A table that nobody classified may hold words. */
export const archiveOf = (name: string): 'log' | 'keys' =>
  LOG_TABLES.includes(name) ? 'log' : 'keys'

export type KeptTable = BackupHeader['tables'][number] & { readonly bytes: number }

/** The name of a table or column, quoted for SQL; a table of the schema `keys` with its schema. */
export const quoted = (name: string): string =>
  isKeyTable(name)
    ? `${KEYS_SCHEMA}.${quotedName(name.slice(KEYS_PREFIX.length))}`
    : quotedName(name)

/** Of a row `c` of pg_class. */
const TABLE_NAME = `case when c.relnamespace = to_regnamespace('${KEYS_SCHEMA}') then '${KEYS_PREFIX}' else '' end || c.relname`
const IN_SCHEMAS = `c.relnamespace in (current_schema()::regnamespace, to_regnamespace('${KEYS_SCHEMA}'))`

export const tableNames = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select ${TABLE_NAME} as name from pg_class c
     where relkind in ('r', 'p') and ${IN_SCHEMAS}
       and not exists (select from pg_depend e where e.objid = c.oid and e.deptype = 'e')
     order by (${TABLE_NAME}) collate "C"`,
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
    `select ${TABLE_NAME} as name, pg_table_size(c.oid)::text as bytes,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns,
       array(select distinct p.name from pg_constraint k
         join lateral (select ${TABLE_NAME} as name from pg_class c where c.oid = k.confrelid) p on true
         where k.conrelid = c.oid and k.contype = 'f' order by 1) as parents
     from pg_class c
     where (${TABLE_NAME}) = any ($1) and ${IN_SCHEMAS}
     order by (${TABLE_NAME}) collate "C"`,
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
    `select ${TABLE_NAME} as table, a.attname as column,
       pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where (${TABLE_NAME}) = any ($1) and ${IN_SCHEMAS} and c.relkind in ('r', 'p')
       and a.attnum > 0 and not a.attisdropped
       and pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null
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
