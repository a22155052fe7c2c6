/**
 * Removes what is left of erased wordings outside of the log: rows of their own, rows that were
 * derived from them, and the bytes that PostgreSQL keeps of removed rows. Each step may run twice,
 * so that an erasure that was killed is finished by the next attempt.
 */
import { Client } from 'pg'
import type { CopyKind } from '#contracts/erasure/certificate.ts'
import { articleIdOfStream, isPersonStream, type Sha256Hex, Slug } from '#contracts/ids.ts'
import type { FinishedErasures } from '#ingest/editorial/erasure/ports.ts'
import { sqlStateOf, storeFault } from '../platform/faults.ts'
import {
  type PostgresPool,
  type Prepared,
  type Queryable,
  sessionSettings,
} from '../platform/pool.ts'
import { OLDER_ROWS } from './older-rows.ts'
import { addHandled, type UnfinishedErasure } from './unfinished.ts'
import { headOfLog } from './treatments.ts'
import { passagesRecordedAfter, projectedUpTo, textPassages } from './used-passages.ts'

/** How many rows of each table were removed. */
export type RemovedRows = Readonly<Record<string, number>>

/** What the rewriting reached. */
export type Rewritten = FinishedErasures['rewritten']

const named = (name: string, text: string): Prepared => ({ name: `erasures-${name}`, text })

/** Until the commit nobody uses a text anew: an append waits, and then sees what was forgotten. */
const HOLD_USES = named('hold-uses', 'lock table keys.text_uses in share mode')
/** Until the commit no notifier queues messages: one would be left without its event. */
const HOLD_MESSAGES = named('hold-messages', 'select from webhook_checkpoint for update')
// A statement of its own after `HOLD_USES`, so that it sees the uses that it waited for.
const TEXTS = named(
  'forget-texts',
  `with gone as (
    delete from keys.texts t where look_up = any($1)
      and not exists (select from keys.text_uses u where u.look_up = t.look_up) returning id, look_up),
    remembered as (
      insert into keys.forgotten_texts select look_up from gone on conflict do nothing)
  delete from sealed_texts using gone where sealed_texts.id = gone.id`,
)
/** Their files hold the words as they were, and no file is written of rows that have changed. */
const SNAPSHOTS = named('forget-search_snapshots', 'delete from search_snapshots')
const VECTORS = named('forget-vectors', 'delete from vectors where text_sha256 = any($1)')

const RECORDED = named('recorded-at', 'select e.time from events e where position = $1')

const SCRATCHES = named(
  'scratches',
  'select distinct subject from editor_scratches where $1::timestamptz is null or changed_at < $1',
)
const OWNER = 'select stream_id as "streamId" from slug_claims where look_up = $1'
const FORGET_SCRATCHES = named(
  'forget-scratches',
  'delete from editor_scratches where subject = any($1)',
)
const OF_TEXT = 'text/'

/**
 * What editors have typed about the text and not saved: it may have the words. `before` null: also
 * what they went on with since.
 */
export const scratchesOf = async (
  on: Queryable,
  { vault }: PostgresPool,
  { streamId, slugs }: Pick<UnfinishedErasure, 'streamId' | 'slugs'>,
  before: Date | null,
): Promise<string[]> => {
  const { rows } = await on.query<{ subject: string }>(SCRATCHES, [before])
  const found: string[] = []
  for (const { subject } of rows) {
    const slug = Slug.safeParse(subject.slice(OF_TEXT.length))
    if (!subject.startsWith(OF_TEXT) || !slug.success) continue
    const lookUp = vault.lookUp('slug', slug.data)
    const owner = await on.query<{ streamId: string }>(OWNER, [lookUp])
    const isGone = slugs.some((one) => one.equals(lookUp))
    // A slug that went with the words may be another text's by now.
    if ((owner.rows[0]?.streamId ?? (isGone ? streamId : null)) === streamId) found.push(subject)
  }
  return found
}

/** Of a text that was withdrawn in favour of another. */
const REPLACED = named(
  'replaced-messages',
  `select seq, body from webhook_events where type = 'article.withdrawn'
    and body::jsonb #>> '{data,replacement}' is not null`,
)
const REWRITE = named('rewrite-message', 'update webhook_events set body = $2 where seq = $1')
/** We wrote it from a parsed change. */
type Withdrawal = { readonly data: { readonly replacement: string | null } }

/**
 * Messages about other texts, which name this one as the text to use instead, by a slug that went
 * with its words: by their numbers, as they have to be.
 */
export const messagesNaming = async (
  on: Queryable,
  { vault }: PostgresPool,
  { slugs }: Pick<UnfinishedErasure, 'slugs'>,
): Promise<ReadonlyMap<number, string>> => {
  const found = new Map<number, string>()
  if (slugs.length === 0) return found
  const { rows } = await on.query<{ seq: number; body: string }>(REPLACED)
  for (const { seq, body } of rows) {
    const told = JSON.parse(body) as Withdrawal
    const { replacement } = told.data
    if (replacement === null) continue
    const lookUp = vault.lookUp('slug', replacement)
    if (!slugs.some((one) => one.equals(lookUp))) continue
    found.set(seq, JSON.stringify({ ...told, data: { ...told.data, replacement: null } }))
  }
  return found
}

/** Those of these vectors that no passage has. */
const without = async (
  { vault }: PostgresPool,
  vectors: readonly Buffer[],
  ...had: AsyncIterable<readonly Sha256Hex[]>[]
): Promise<readonly Buffer[]> => {
  const unused = new Map(vectors.map((one) => [one.toString('hex'), one]))
  for (const some of had) {
    if (unused.size === 0) break
    for await (const passages of some) {
      for (const hash of passages) unused.delete(vault.lookUp('vector', hash).toString('hex'))
      if (unused.size === 0) break
    }
  }
  return [...unused.values()]
}

async function* passagesOfTexts(on: Queryable): AsyncGenerator<readonly Sha256Hex[]> {
  for await (const { passages } of textPassages(on)) yield passages
}

/**
 * Those that no text has: one may have got the same passage since the erasure was recorded. The
 * read models may not have come to it yet.
 */
export const unusedVectors = async (
  on: Queryable,
  pool: PostgresPool,
  { vectors }: Pick<UnfinishedErasure, 'vectors'>,
): Promise<readonly Buffer[]> => {
  if (vectors.length === 0) return []
  // Asked first: what is projected meanwhile is then found twice, and never missed.
  const projected = await projectedUpTo(on)
  const recorded = passagesRecordedAfter(on, pool.vault, projected)
  return without(pool, vectors, passagesOfTexts(on), recorded)
}

/** Removes an erased wording from sealed rows, which no query by its words or slug can find. */
export type StrikeErased = (
  on: Queryable,
  pool: PostgresPool,
  erased: Pick<UnfinishedErasure, 'streamId' | 'position'> & { readonly before: Date },
) => Promise<RemovedRows>

const removeOf = async (
  on: Queryable,
  pool: PostgresPool,
  erasure: UnfinishedErasure,
  strike: StrikeErased,
): Promise<RemovedRows> => {
  const removed: Record<string, number> = {}
  const run = async (
    copy: CopyKind,
    table: string,
    statement: Prepared,
    values: readonly unknown[],
  ): Promise<void> => {
    const { rowCount } = await on.query(statement, values)
    removed[table] = (removed[table] ?? 0) + rowCount
    await addHandled(on, erasure, copy, rowCount)
  }
  const { streamId, position } = erasure
  await on.query(SNAPSHOTS)
  // What is known of a person is in read models alone.
  if (isPersonStream(streamId)) return removed
  const { rows } = await on.query<{ time: Date }>(RECORDED, [position])
  const before = rows[0]?.time ?? new Date()
  const scratches = await scratchesOf(on, pool, erasure, null)
  await run('scratches', 'editor_scratches', FORGET_SCRATCHES, [scratches])
  const looked = await headOfLog(on)
  const unused = await unusedVectors(on, pool, erasure)
  await on.query(HOLD_MESSAGES)
  const erased = { articleId: articleIdOfStream(streamId), time: before, position }
  for (const { copy, table, where, instead, values } of OLDER_ROWS) {
    const statement =
      instead === undefined
        ? named(`forget-${table}`, `delete from ${table} where ${where}`)
        : named(`strike-${table}`, `update ${table} set ${instead} where ${where}`)
    await run(copy, table, statement, values(erased))
  }
  const naming = await messagesNaming(on, pool, erasure)
  for (const message of naming) await on.query(REWRITE, message)
  await addHandled(on, erasure, 'webhooks', naming.size)
  const struck = Object.entries(await strike(on, pool, { streamId, position, before }))
  for (const [table, count] of struck) removed[table] = (removed[table] ?? 0) + count
  const receipts = struck.reduce((sum, [, count]) => sum + count, 0)
  await addHandled(on, erasure, 'kept-receipts', receipts)
  // Last: nobody appends until the commit.
  await on.query(HOLD_USES)
  const since = passagesRecordedAfter(on, pool.vault, looked)
  await run('vectors', 'vectors', VECTORS, [await without(pool, unused, since)])
  await run('texts', 'sealed_texts', TEXTS, [erasure.texts])
  return removed
}

/** Removes the rows of erasures, each in one transaction. Throws the Faults of the pool. */
export const removeErased = async (
  pool: PostgresPool,
  erasures: readonly UnfinishedErasure[],
  strike: StrikeErased,
): Promise<RemovedRows> => {
  const sum: Record<string, number> = {}
  for (const erasure of erasures) {
    const removed = await pool.transaction((on) => removeOf(on, pool, erasure, strike))
    for (const [table, rows] of Object.entries(removed)) sum[table] = (sum[table] ?? 0) + rows
  }
  return sum
}

/** Tables that had words of a text, its keys, or what is found by them. */
const REWRITTEN: readonly string[] = [
  'keys.seal_keys',
  'keys.text_uses',
  'keys.texts',
  'sealed_texts',
  'vectors',
  'slug_claims',
  'articles',
  'text_states',
  'search_rows',
  'search_snapshots',
  'search_texts',
  'text_facts',
  'changes',
  'citation_names',
  'citation_edges',
  'citation_texts',
  'places',
  'concept_texts',
  'citator_facts',
  'persons',
  'person_decisions',
  'desk_board',
  'desk_draft_citations',
  'desk_impact_changes',
  'desk_impact_notices',
  'editor_scratches',
  'editor_scratch_changes',
  'idempotent_writes',
  'saved_search_matches',
  'saved_search_news',
  'kept_receipts',
  'followed_citations',
  'recalls',
  'webhook_events',
  'webhook_messages',
]
/** Samples of values are kept for the planner; what they replace stays until this is rewritten. */
const STATISTICS = 'pg_catalog.pg_statistic'

const DENIED = '42501'
const isDenied = (error: unknown): boolean => sqlStateOf(error) === DENIED

const permitted = async (work: () => Promise<unknown>): Promise<boolean> => {
  try {
    await work()
    return true
  } catch (error) {
    if (isDenied(error)) return false
    throw error
  }
}

/**
 * Writes tables anew, so that no page has bytes of a removed row, and ends the write-ahead log
 * before. Each table is locked while it is written. Ends where the signal aborts. Throws Fault
 * `store-unavailable`.
 */
export const rewriteTables = async (
  connectionString: string,
  onTable: (table: string, done: number, all: number) => void | Promise<void> = () => undefined,
  signal?: AbortSignal,
): Promise<Rewritten> => {
  // A session of its own: it takes as long as the tables are large.
  const client = new Client(sessionSettings(connectionString, 'pandect erasure'))
  client.on('error', () => undefined) // the statement under way fails, too
  const run = async (sql: string): Promise<unknown> => {
    try {
      return await client.query(sql)
    } catch (error) {
      throw storeFault(error)
    }
  }
  const connect = async (): Promise<void> => {
    try {
      await client.connect()
    } catch (error) {
      throw storeFault(error)
    }
  }
  const tables: string[] = []
  const leave = (): void => void client.end().catch(() => undefined)
  signal?.addEventListener('abort', leave, { once: true })
  try {
    await connect()
    for (const [done, table] of REWRITTEN.entries()) {
      signal?.throwIfAborted()
      await onTable(table, done, REWRITTEN.length)
      await run(`vacuum (full, analyze) ${table}`)
      tables.push(table)
    }
    if (await permitted(() => run(`vacuum full ${STATISTICS}`))) tables.push(STATISTICS)
    // The first checkpoint writes the tables; the second one ends the log that led to them.
    const writeAheadLog = await permitted(async () => {
      await run('checkpoint')
      await run('select pg_switch_wal()')
      await run('checkpoint')
    })
    return { tables, writeAheadLog }
  } finally {
    signal?.removeEventListener('abort', leave)
    await client.end().catch(() => undefined)
  }
}
