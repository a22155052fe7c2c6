/**
 * Counts what is left of erased wordings in each kind of copy, without their words: by the ids of
 * the destroyed keys, by the look-ups of the vault, by versions and by time.
 */
import { z } from 'zod'
import type { CopyKind } from '#contracts/erasure/certificate.ts'
import { EventName } from '#contracts/events/event.ts'
import {
  type ArticleId,
  articleIdOfStream,
  idOfPerson,
  type Instant,
  isPersonStream,
  type Position,
  type SemVer,
  type StreamId,
} from '#contracts/ids.ts'
import { ERASED_WORDS, splitMembers } from '#contracts/sealing/sealed-members.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import type { LeftInCopy } from '#ingest/editorial/erasure/ports.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import { OLDER_ROWS } from './older-rows.ts'
import { messagesNaming, scratchesOf, unusedVectors } from './scrub.ts'
import { struckTreatments } from './treatments.ts'
import type { RecordedErasure } from './unfinished.ts'

/** An erasure as its certificate and the log name it. */
export type ErasureScan = {
  readonly streamId: StreamId
  readonly position: Position
  readonly erasedAt: Instant
  readonly versions: readonly SemVer[]
  readonly whole: boolean
  readonly keys: readonly string[]
  /** null: the vault does not have them, so what is found by them can't be counted. */
  readonly lookUps: Pick<RecordedErasure, 'texts' | 'vectors' | 'slugs' | 'isLocated'> | null
}

const Count = z.object({ count: z.int() })

const KEYS = statement('left-keys', {
  sql: 'select count(*)::int as count from keys.seal_keys where id = any($1::uuid[])',
  values: (keys: readonly string[]) => [keys],
  row: Count,
})
const FACTS = statement('left-facts', {
  sql: `select type, data, exists (select from keys.seal_keys k where k.id = seal_key) as "isOpen"
    from events where stream_id = any($1) and seal_key = any($2::uuid[])`,
  values: (streams: readonly StreamId[], keys: readonly string[]) => [streams, keys],
  row: z.object({
    type: EventName,
    data: z.record(z.string(), z.unknown()),
    isOpen: z.boolean(),
  }),
})
const TEXTS = statement('left-texts', {
  sql: `select count(*)::int as count from keys.texts t where look_up = any($1)
    and not exists (select from keys.text_uses u where u.look_up = t.look_up)`,
  values: (texts: readonly Buffer[]) => [texts],
  row: Count,
})
const SLUGS = statement('left-slugs', {
  sql: 'select count(*)::int as count from slug_claims where look_up = any($1) and stream_id = $2',
  values: (slugs: readonly Buffer[], streamId: StreamId) => [slugs, streamId],
  row: Count,
})
const VECTORS = statement('left-vectors', {
  sql: 'select distinct text_sha256 as key from vectors where text_sha256 = any($1)',
  values: (vectors: readonly Buffer[]) => [vectors],
  row: z.object({ key: z.instanceof(Buffer) }),
})
/** Rows of the read models in which an erased version has words, by generation. */
const READ_MODELS = statement('left-read-models', {
  sql: `select generation = (select generation from live_generation) as "isLive", table_name as table,
      count(*)::int as count
    from (
      select generation, 'articles' as table_name from articles
      where article_id = $1 and json::json ->> 'version' = any($2::text[])
      union all select generation, 'text_states' from text_states, unnest($2::text[]) as version
      where article_id = $1 and state #>> array['wordings', version, 'content', 'slug'] not like 'erased-%'
      union all select generation, 'text_facts' from text_facts
      where article_id = $1 and fact ->> 'type' = 'published' and fact ->> 'version' = any($2)
        and coalesce(fact ->> 'erased', 'false') <> 'true'
      union all select generation, 'changes' from changes
      where article_id = $1 and change ->> 'version' = any($2) and change ->> 'sha256Hash' is not null
      union all select generation, 'citation_names' from citation_names
      where article_id = $1 and version = any($2)
      union all select generation, 'citation_edges' from citation_edges
      where article_id = $1 and version = any($2)
      union all select generation, 'search_rows' from search_rows
      where article_id = $1 and document is not null and document::json ->> 'version' = any($2)
    ) as found group by 1, 2`,
  values: (id: ArticleId, versions: readonly SemVer[]) => [id, versions],
  row: z.object({ isLive: z.boolean(), table: z.string(), count: z.int() }),
})

/** Files of the search index that open, from before the erased versions left the rows. */
const SNAPSHOTS = statement('left-snapshots', {
  sql: `select count(*)::int as count from search_snapshots s
    where exists (select from search_rows r
      where r.generation = s.generation and r.article_id = $1
        and split_part(r.id, '@', 2) = any($2::text[]) and r.change > s.change)`,
  values: (id: ArticleId, versions: readonly SemVer[]) => [id, versions],
  row: Count,
})

/** Words of treatments, by generation. */
const TREATMENTS = statement('left-treatments', {
  sql: `select generation = (select generation from live_generation) as "isLive", count(*)::int as count
    from citator_facts where stream_id = any($1)
      and (fact::jsonb #>> '{data,treatment,source,quote}' is not null
        or fact::jsonb #>> '{data,treatment,source,pinpoint}' is not null
        or coalesce(fact::jsonb #>> '{data,source,label}', $2) not in ('', $2)) group by 1`,
  values: (streams: readonly StreamId[]) => [streams, ERASED_WORDS],
  row: z.object({ isLive: z.boolean(), count: z.int() }),
})
/** What is known of a person, by generation. */
const PERSONS = statement('left-persons', {
  sql: `select generation = (select generation from live_generation) as "isLive", count(*)::int as count
    from (
      select generation from persons where person_id = $1 and folded <> '  '
      union all select generation from person_decisions where person_id = $1
    ) as found group by 1`,
  values: (id: string) => [id],
  row: z.object({ isLive: z.boolean(), count: z.int() }),
})

const BOARD = statement('left-board', {
  sql: `select count(*)::int as count from desk_board
    where article_id = $1 and position < $2 and ($3 or version = any($4::text[]))`,
  values: (id: ArticleId, { position, whole, versions }: ErasureScan) => [
    id,
    position,
    whole,
    versions,
  ],
  row: Count,
})

/** Slugs of rows about the text; those that only erased wordings had are looked for by HMAC. */
const NAMED = statement('left-slugs-named', {
  sql: `select 'read-models' as copy, slug from articles where article_id = $1
    union select 'read-models', slug from places where article_id = $1 and slug is not null
    union select 'desk-board', slug from desk_board where article_id = $1
    union select 'saved-search-news', slug from saved_search_news where article_id = $1
    union select 'desk-notices', cited_slug from desk_impact_changes where cited_id = $1
    union select 'desk-notices', citing_slug from desk_impact_notices where citing_id = $1`,
  values: (id: ArticleId) => [id],
  row: z.object({
    copy: z.enum(['read-models', 'desk-board', 'saved-search-news', 'desk-notices']),
    slug: z.string(),
  }),
})

type Left = Map<CopyKind, number | null>
const add = (left: Left, copy: CopyKind, count: number): void =>
  void left.set(copy, (left.get(copy) ?? 0) + count)

const isIn = (kept: readonly Buffer[], one: Buffer): boolean => kept.some((key) => key.equals(one))

/**
 * Counts vectors of erased passages. Asks for other texts with the same passage only where a vector
 * was found.
 */
const countVectors = async (pool: PostgresPool, vectors: readonly Buffer[]): Promise<number> => {
  const found = (await VECTORS.rows(pool, vectors)).map(({ key }) => key)
  return (await unusedVectors(pool, pool, { vectors: found })).length
}

const countByLookUp = async (
  pool: PostgresPool,
  { streamId, erasedAt }: ErasureScan,
  { texts, vectors, slugs, isLocated }: NonNullable<ErasureScan['lookUps']>,
  left: Left,
): Promise<void> => {
  const id = articleIdOfStream(streamId)
  add(left, 'texts', (await TEXTS.only(pool, texts)).count)
  if (isLocated) {
    add(left, 'vectors', await countVectors(pool, vectors))
    add(left, 'slugs', (await SLUGS.only(pool, slugs, streamId)).count)
  }
  const scratches = await scratchesOf(pool, pool, { streamId, slugs }, new Date(erasedAt))
  add(left, 'scratches', scratches.length)
  add(left, 'webhooks', (await messagesNaming(pool, pool, { slugs })).size)
  for (const { copy, slug } of await NAMED.rows(pool, id))
    if (isIn(slugs, pool.vault.lookUp('slug', slug))) add(left, copy, 1)
}

const countOlderRows = async (
  on: Queryable,
  { streamId, position, erasedAt }: ErasureScan,
  left: Left,
): Promise<void> => {
  const erased = { articleId: articleIdOfStream(streamId), time: erasedAt, position }
  for (const { copy, table, where, values } of OLDER_ROWS) {
    const sql = `select count(*)::int as count from ${table} where ${where}`
    const { rows } = await on.query(sql, values(erased))
    add(left, copy, Count.parse(rows[0]).count)
  }
}

const addByGeneration = (
  left: Left,
  copy: CopyKind,
  rows: readonly { readonly isLive: boolean; readonly count: number }[],
): void => {
  for (const { isLive, count } of rows) add(left, isLive ? copy : 'kept-generation', count)
}

const entriesOf = (left: Left): LeftInCopy[] =>
  [...left].map(([copy, count]) => ({ copy, left: count }))

/** Keys, and facts under them that open or have words in clear. */
const countSealed = async (
  on: Queryable,
  streams: readonly StreamId[],
  keys: readonly string[],
  left: Left,
): Promise<void> => {
  add(left, 'keys', (await KEYS.only(on, keys)).count)
  const facts = await FACTS.rows(on, streams, keys)
  const hasWords = ({ type, data, isOpen }: (typeof facts)[number]): boolean =>
    isOpen || Object.keys(splitMembers(type, data).sealed).length > 0
  add(left, 'facts', facts.filter(hasWords).length)
}

/** How much is left of a person in each kind of copy. Throws the Faults of the pool. */
const countLeftOfPerson = async (
  pool: PostgresPool,
  { streamId, keys }: ErasureScan,
): Promise<LeftInCopy[]> => {
  const left: Left = new Map()
  await countSealed(pool, [streamId], keys, left)
  add(left, 'read-models', 0)
  add(left, 'kept-generation', 0)
  addByGeneration(left, 'read-models', await PERSONS.rows(pool, idOfPerson(streamId)))
  return entriesOf(left)
}

/** Reads the entries of texts where the search index holds them. */
export type TextDocuments = (ids: readonly ArticleId[]) => Promise<readonly SearchDocument[]>

/**
 * How much is left in each kind of copy that the service can look into. Throws the Faults of the
 * pool and of the search index.
 */
export const countLeft = async (
  pool: PostgresPool,
  documents: TextDocuments,
  scan: ErasureScan,
): Promise<LeftInCopy[]> => {
  const { streamId, position, versions, keys, lookUps } = scan
  if (isPersonStream(streamId)) return countLeftOfPerson(pool, scan)
  const id = articleIdOfStream(streamId)
  const left: Left = new Map()
  const treatments = await struckTreatments(pool, position)
  await countSealed(pool, [streamId, ...treatments], keys, left)
  add(left, 'treatments', 0)
  for (const copy of ['texts', 'scratches'] as const) left.set(copy, lookUps === null ? null : 0)
  for (const copy of ['vectors', 'slugs'] as const)
    left.set(copy, lookUps?.isLocated === true ? 0 : null)
  if (lookUps !== null) await countByLookUp(pool, scan, lookUps, left)
  await countOlderRows(pool, scan, left)
  add(left, 'desk-board', (await BOARD.only(pool, id, scan)).count)
  const going = new Set(versions)
  const entries = (await documents([id])).filter(({ version }) => going.has(version))
  add(left, 'read-models', 0)
  add(left, 'search-index', entries.length)
  add(left, 'search-index', (await SNAPSHOTS.only(pool, id, versions)).count)
  add(left, 'kept-generation', 0)
  addByGeneration(left, 'treatments', await TREATMENTS.rows(pool, treatments))
  for (const { isLive, table, count } of await READ_MODELS.rows(pool, id, versions)) {
    if (!isLive) add(left, 'kept-generation', count)
    // Those of the live generation are counted where the index holds them.
    else if (table !== 'search_rows') add(left, 'read-models', count)
  }
  return entriesOf(left)
}

/** How many facts were sealed under the destroyed keys. */
export const countFacts = async (
  on: Queryable,
  { streamId, position, keys }: Pick<ErasureScan, 'streamId' | 'position' | 'keys'>,
): Promise<number> => {
  const treatments = await struckTreatments(on, position)
  return (await FACTS.rows(on, [streamId, ...treatments], keys)).length
}
