/** Seals a log that was recorded before facts were sealed (contracts/conventions/sealing.md). */
import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { z } from 'zod'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { Actor } from '#contracts/actor.ts'
import { isUnreadable } from '#contracts/events/append.ts'
import { Fault } from '#contracts/fault.ts'
import { LOG_START, Position } from '#contracts/ids.ts'
import { makeEventLog } from '../log/event-log.ts'
import { recordAct } from '../platform/audit.ts'
import { COPY_SESSION } from '../backup/backup.ts'
import { quoted } from '../backup/tables.ts'
import { refuseInUse } from '../backup/target.ts'
import { storeFault } from '../platform/faults.ts'
import { lockMigrations } from '../platform/migrate.ts'
import { type PostgresPool, sessionSettings } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import { type ClearCounts, countClear } from './clear-facts.ts'
import { sealFacts } from './seal-facts.ts'
import { sealSlugs, sealTexts, sealVectors, type VectorCounts } from './seal-values.ts'
import { makeSessionPool } from './session-pool.ts'
import { makeShadowTables } from './shadow-tables.ts'

/** What a log folds to: its roots, and the streams that could not be folded. */
export type Folded = {
  readonly root: string
  readonly changesRoot: string
  readonly parked: number
}
/** Derives read models, of generation 1, from the log of a pool. */
export type Fold = (pool: PostgresPool, onPosition: (position: Position) => void) => Promise<Folded>

export type Phase = 'fold' | 'texts' | 'seal' | 'prove'

export type ResealOptions = {
  readonly connectionString: string
  readonly pepper: string
  readonly actor: Actor
  readonly fold: Fold
  readonly onProgress: (phase: Phase, done: number, total: number) => void
}

export type Resealed = {
  readonly position: Position
  readonly events: number
  readonly texts: number
  readonly slugs: number
  readonly vectors: VectorCounts
  readonly folded: Folded
  /** Whether facts in clear were sent to Kafka. */
  readonly isRelayed: boolean
}

/** Of this module's sessions, and of the command that calls it. */
export const RESEAL_NAME = 'pandect reseal'

const HEAD = statement('reseal-head', {
  sql: `select position, (select position from relay_checkpoint) as relayed from log_head`,
  row: z.object({ position: Position, relayed: Position }),
})
const LOCK = 'lock table log_head, events, blobs, slugs, vectors in access exclusive mode'
const COLUMNS = statement('reseal-columns', {
  sql: `select attname as name from pg_attribute
    where attrelid = 'events'::regclass and attnum > 0 and not attisdropped order by attnum`,
  row: z.object({ name: z.string() }),
})
const RESEALED: ReadonlySet<string> = new Set(['payload_hash', 'data', 'seal_key', 'sealed'])

/**
 * Writes all facts anew, those in clear as they were sealed. The table's old files go at the
 * commit, with every row that they ever held.
 */
const exchangeFacts = async (pool: PostgresPool): Promise<void> => {
  const names = (await COLUMNS.rows(pool)).map(({ name }) => name)
  const list = names.map(quoted).join(', ')
  const values = names.map((name) =>
    RESEALED.has(name)
      ? `case when r.position is null then e.${quoted(name)} else r.${quoted(name)} end`
      : `e.${quoted(name)}`,
  )
  await pool.query('analyze resealed_facts')
  await pool.query('create temporary table resealed_log (like events) on commit drop')
  await pool.query(`insert into resealed_log (${list})
    select ${values.join(', ')} from events e left join resealed_facts r using (position)`)
  await pool.query('alter table events disable trigger events_are_never_changed')
  await pool.query('truncate events')
  await pool.query(
    `insert into events (${list}) select ${list} from resealed_log order by position`,
  )
  await pool.query('alter table events enable always trigger events_are_never_changed')
}

/** The planner keeps samples of columns. Giving a column its own type again removes them. */
const FORGET_SAMPLES = `alter table blobs alter column text type text;
  alter table slugs alter column slug type text`
const FORGET_SAMPLES_OF_FACTS = 'alter table events alter column data type jsonb'

const LOG_READ = 1_000

/** SHA-256 of all that readers get of the log, in order, but the hashes of what is stored. */
const hashFacts = async (pool: PostgresPool): Promise<string> => {
  const log = makeEventLog(pool)
  const hash = createHash('sha256')
  let after: Position = LOG_START
  for (;;) {
    const entries = await log.readEntries(after, LOG_READ)
    for (const entry of entries) {
      const shown = isUnreadable(entry) ? entry : { ...entry, payloadHash: null }
      hash.update(`${canonicalJson(shown)}\n`)
      after = entry.position
    }
    if (entries.length < LOG_READ) return hash.digest('hex')
  }
}

const isSame = (a: Folded, b: Folded): boolean =>
  a.root === b.root && a.changesRoot === b.changesRoot && a.parked === b.parked

/** Reads and derives all that a log says; nothing of it is kept. */
const readWhole = async (
  pool: PostgresPool,
  fold: Fold,
  onPosition: (position: Position) => void,
): Promise<Folded & { readonly facts: string }> => {
  const facts = await hashFacts(pool)
  const shadows = await makeShadowTables(pool)
  const folded = await fold(pool, onPosition)
  await shadows.drop()
  return { ...folded, facts }
}

const resealIn = async (
  pool: PostgresPool,
  { fold, actor, onProgress }: ResealOptions,
  clear: ClearCounts,
): Promise<Resealed> => {
  const { position, relayed } = await HEAD.only(pool)
  const told = (phase: Phase) => (done: number) => onProgress(phase, done, position)
  const before = await readWhole(pool, fold, told('fold'))
  const texts = await sealTexts(pool, (done) => onProgress('texts', done, clear.texts))
  const slugs = await sealSlugs(pool)
  const vectors = await sealVectors(pool)
  const events = await sealFacts(pool, told('seal'))
  await exchangeFacts(pool)
  await pool.query(FORGET_SAMPLES)
  await pool.query(FORGET_SAMPLES_OF_FACTS)
  const after = await readWhole(pool, fold, told('prove'))
  if (!isSame(before, after) || before.facts !== after.facts)
    throw new Fault('reseal-differs', 'the sealed log does not fold to what the old one does')
  // What Kafka holds is in clear: once its topics are deleted, they are filled from the beginning.
  await pool.query('update relay_checkpoint set position = 0')
  const { root, changesRoot, parked } = after
  await recordAct(pool, {
    kind: 'log.resealed',
    actor,
    subject: null,
    data: { position, events, texts, slugs, root },
  })
  return {
    position,
    events,
    texts,
    slugs,
    vectors,
    folded: { root, changesRoot, parked },
    isRelayed: relayed > 0,
  }
}

const isClear = ({ events, texts, slugs, vectors }: ClearCounts): boolean =>
  events + texts + slugs + vectors > 0

const withSession = async <T>(
  { connectionString, pepper }: Pick<ResealOptions, 'connectionString' | 'pepper'>,
  work: (client: Client, pool: PostgresPool) => Promise<T>,
): Promise<T> => {
  const client = new Client(sessionSettings(connectionString, RESEAL_NAME))
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(COPY_SESSION)
    return await work(client, makeSessionPool(client, { connectionString, pepper }))
  } catch (error) {
    throw storeFault(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** How much lies in clear. Changes nothing, and may run beside processes. */
export const countClearFacts = (
  options: Pick<ResealOptions, 'connectionString' | 'pepper'>,
): Promise<ClearCounts> => withSession(options, (_client, pool) => countClear(pool))

/**
 * Seals all that lies in clear, at the same positions, in one transaction: stopped, killed or
 * refused anywhere, the log is as it was. Both logs are read and folded, and must give the same.
 * Answers null where nothing lies in clear. Throws Faults `reseal-in-use`, `reseal-differs`,
 * `event-unreadable`, those of the vault and those of the store.
 */
export const resealLog = (options: ResealOptions): Promise<Resealed | null> =>
  withSession(options, async (client, pool) => {
    if (!isClear(await countClear(pool))) return null
    await lockMigrations(client)
    await refuseInUse(client, { own: RESEAL_NAME, code: 'reseal-in-use' })
    await client.query('begin')
    await client.query(LOCK)
    const clear = await countClear(pool)
    const resealed = isClear(clear) ? await resealIn(pool, options, clear) : null
    await client.query('commit')
    return resealed
  })
