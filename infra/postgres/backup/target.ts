/** The database that a backup is restored into. */
import type { Client } from 'pg'
import { Fault } from '#contracts/fault.ts'
import { pauseFor } from '#contracts/toolkit/pause.ts'
import { loadMigrations, MIGRATIONS_FOLDER } from '../platform/migrate.ts'
import { KEYS_SCHEMA, NOT_KEPT, quoted, tableNames } from './tables.ts'

/** A database in which one of them has a row is in use. */
const FACTS = ['events', 'vectors', 'accounts', 'ledger', 'audit_acts'] as const
const MADE = {
  table: /^create table (?:if not exists )?([\w.]+)/gim,
  function: /^create (?:or replace )?function (\w+)/gim,
  type: /^create type (\w+)/gim,
} as const

const namesIn = (sql: string, pattern: RegExp): string[] =>
  [...sql.matchAll(pattern)].map(([, name = '']) => name)

/** The server shows a session for a moment after its end, longer on a busy machine. */
const LEAVING = { msMax: 2_000, pauseMs: 50 } as const

const usersOf = async (client: Client, own: string): Promise<string[]> => {
  // A transaction is shown the sessions of its first look until this.
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name like 'pandect%' and application_name <> $1 order by 1`,
    [own],
  )
  return rows.map(({ name }) => name)
}

/**
 * No process of Pandect may write while the tables are exchanged under it. Another restore does
 * not: the caller holds the lock of migrations, and the server may still show one that has just
 * ended. `own`: the name of the caller's sessions. Throws a Fault with `code`.
 */
export const refuseInUse = async (
  client: Client,
  { own, code }: { readonly own: string; readonly code: 'restore-in-use' | 'reseal-in-use' },
): Promise<void> => {
  const started = performance.now()
  let users = await usersOf(client, own)
  while (users.length > 0 && performance.now() - started < LEAVING.msMax) {
    await pauseFor(LEAVING.pauseMs)
    users = await usersOf(client, own)
  }
  if (users.length === 0) return
  const names = users.map((name) => name.replace(/^pandect /, '')).join(', ')
  throw new Fault(code, `processes of Pandect use this database: ${names}`)
}

const holdsFacts = async (client: Client, names: readonly string[]): Promise<boolean> => {
  for (const name of FACTS) {
    if (!names.includes(name)) continue
    const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`)
    if (rowCount !== 0) return true
  }
  return false
}

const dropAll = async (client: Client, kind: string, found: readonly string[]): Promise<void> => {
  if (found.length > 0) await client.query(`drop ${kind} ${found.join(', ')} cascade`)
}

/**
 * Removes our tables, functions and types, inside the caller's transaction. `tables`: those of the
 * backup. Throws Faults
 * `restore-target-foreign`, and `restore-target-not-empty` unless `replace` is set.
 */
export const clearTarget = async (
  client: Client,
  tables: readonly string[],
  replace: boolean,
): Promise<void> => {
  const sql = (await loadMigrations(MIGRATIONS_FOLDER)).map((one) => one.sql).join('\n')
  const names = await tableNames(client)
  const ours = new Set([...Object.keys(NOT_KEPT), ...tables, ...namesIn(sql, MADE.table)])
  const foreign = names.filter((name) => !ours.has(name))
  const isOurs = names.length === 0 || names.includes('schema_migrations')
  if (foreign.length > 0 || !isOurs)
    throw new Fault(
      'restore-target-foreign',
      `this database holds tables of something else: ${(isOurs ? foreign : names).join(', ')}`,
    )
  if (!replace && (await holdsFacts(client, names))) throw new Fault('restore-target-not-empty')
  await dropAll(client, 'table', names.map(quoted))
  // Without `cascade`: what somebody else put there stops the restore.
  await client.query(`drop schema if exists ${KEYS_SCHEMA}`)
  const functions = await client.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
     where proname = any ($1) and pronamespace = current_schema()::regnamespace`,
    [namesIn(sql, MADE.function)],
  )
  await dropAll(
    client,
    'function',
    functions.rows.map(({ name }) => name),
  )
  const types = await client.query<{ name: string }>(
    `select oid::regtype::text as name from pg_type
     where typname = any ($1) and typnamespace = current_schema()::regnamespace`,
    [namesIn(sql, MADE.type)],
  )
  await dropAll(
    client,
    'type',
    types.rows.map(({ name }) => name),
  )
}
