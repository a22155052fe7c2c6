/** What publishers state, delete and no longer list, on PostgreSQL. */
import { z } from 'zod'
import { RemovalCause } from '#contracts/events/article.ts'
import { type Instant, StreamId } from '#contracts/ids.ts'
import type {
  ClosedListing,
  GoneDocument,
  PublisherDocuments,
  StatedDocument,
} from '#ingest/ports.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'

/** A listing that fell by more than this is not counted. */
const FALL_MAX = 0.05

const Held = z.object({
  publisher: z.string(),
  document: z.string(),
  streamId: StreamId.nullable(),
  pathKey: z.string().nullable(),
  file: z.string().nullable(),
  run: z.string().nullable(),
  statedAt: z.string().nullable(),
  gone: RemovalCause.nullable(),
  goneAt: z.string().nullable(),
})
const HELD = `publisher, document, stream_id as "streamId", path_key as "pathKey", file, run,
  stated_at as "statedAt", gone, gone_at as "goneAt"`

/** Sorted by key, each key once, the last one in order: no two writers wait for each other. */
const byKey = <Row extends { readonly publisher: string; readonly document: string }>(
  rows: readonly Row[],
): Row[] => {
  const last = new Map(rows.map((row) => [`${row.publisher}\u0000${row.document}`, row]))
  return [...last].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/**
 * An older file that is imported again does not hide where and when a newer one stated the text.
 */
const newest = (column: string): string =>
  `${column} = case when excluded.stated_at collate "C" < held.stated_at collate "C"
     then held.${column} else excluded.${column} end`

/**
 * The same or an older file again, outside of a complete listing: no sign that the text is there.
 */
const IS_KNOWN = `excluded.listing is null
     and excluded.stated_at collate "C" <= held.stated_at collate "C"`

const STATE = statement('publisher-documents-state', {
  sql: `insert into publisher_documents as held
     (publisher, document, stream_id, series, path_key, file, stated_at, run, listing)
   select *, $8::text, $9::text from unnest(
     $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
   on conflict (publisher, document) do update set
     stream_id = excluded.stream_id, series = excluded.series, ${newest('path_key')},
     ${newest('file')}, ${newest('run')}, ${newest('stated_at')},
     listing = coalesce(excluded.listing, held.listing),
     gone = null, gone_list = null, gone_at = null,
     absences = case when ${IS_KNOWN} then held.absences else 0 end,
     absent_since = case when ${IS_KNOWN} then held.absent_since end`,
  values: (rows: readonly StatedDocument[], run: string, listing: string | null) => [
    rows.map(({ publisher }) => publisher),
    rows.map(({ document }) => document),
    rows.map(({ streamId }) => streamId),
    rows.map(({ series }) => series),
    rows.map(({ pathKey }) => pathKey),
    rows.map(({ file }) => file),
    rows.map(({ statedAt }) => statedAt),
    run,
    listing,
  ],
})
const LIST = statement('publisher-documents-list', {
  sql: `update publisher_documents set listing = $3, absences = 0, absent_since = null
   where publisher = $1 and document = any($2)`,
  values: (publisher: string, documents: readonly string[], listing: string) => [
    publisher,
    documents,
    listing,
  ],
})
const REMOVE = statement('publisher-documents-remove', {
  sql: `insert into publisher_documents as held
     (publisher, document, stream_id, series, gone, gone_list, gone_at)
   select * from unnest(
     $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
   on conflict (publisher, document) do update set
     gone = excluded.gone, gone_list = excluded.gone_list,
     gone_at = greatest(held.gone_at collate "C", excluded.gone_at collate "C")`,
  values: (rows: readonly GoneDocument[]) => [
    rows.map(({ publisher }) => publisher),
    rows.map(({ document }) => document),
    rows.map(({ streamId }) => streamId),
    rows.map(({ series }) => series),
    rows.map(({ cause }) => cause),
    rows.map(({ list }) => list),
    rows.map(({ at }) => at),
  ],
})
// By ranges of bytes: an index finds no list of patterns. $ follows #; ~ follows what paths have.
const FIND = statement('publisher-documents-find', {
  sql: `select ${HELD} from publisher_documents where document = any($1)
   union select ${HELD} from publisher_documents d join unnest($2::text[]) as work
     on d.document ~>=~ (work || '#') and d.document ~<~ (work || '$')
   union select ${HELD} from publisher_documents d join unnest($3::text[]) as folder
     on d.path_key ~>=~ folder and d.path_key ~<~ (folder || '~')`,
  values: ({ documents, works, folders }: Parameters<PublisherDocuments['find']>[0]) => [
    [...documents, ...works],
    works,
    folders,
  ],
  row: Held,
})
const OF_TEXTS = statement('publisher-documents-of-texts', {
  sql: `select ${HELD} from publisher_documents where stream_id = any($1)`,
  values: (streamIds: readonly StreamId[]) => [streamIds],
  row: Held,
})
const OF_PUBLISHER = statement('publisher-documents-of-publisher', {
  sql: `select ${HELD} from publisher_documents where publisher = $1 and document = any($2)`,
  values: (publisher: string, documents: readonly string[]) => [publisher, documents],
  row: Held,
})
const TOO_OFTEN = statement('publisher-documents-absent-too-often', {
  sql: `select ${HELD}, series from publisher_documents
   where absences >= $1 and gone is null order by publisher, document`,
  values: (absencesMin: number) => [absencesMin],
  row: Held.extend({ series: z.string() }),
})

const Series = z.object({
  publisher: z.string(),
  series: z.string(),
  documents: z.int(),
  before: z.int(),
  isSameDay: z.boolean(),
})
/** What each series of a listing has, and what the last counted one had (else what is held). */
const SERIES = statement('publisher-listings-series', {
  sql: `select s.publisher, s.series, s.documents, s.held, coalesce((
       select l.documents from publisher_listings l
       where l.publisher = s.publisher and l.series = s.series and l.counted
       order by l.recorded_at desc limit 1), s.held) as before,
     exists (select from publisher_listings l
       where l.publisher = s.publisher and l.series = s.series and l.counted
         and (l.recorded_at at time zone 'UTC')::date = ($2::timestamptz at time zone 'UTC')::date
     ) as "isSameDay"
   from (
     select publisher, series,
       (count(*) filter (where listing = $1))::integer as documents,
       (count(*) filter (where gone is null and stream_id is not null))::integer as held
     from publisher_documents group by publisher, series
   ) s where s.documents > 0 order by s.publisher, s.series`,
  values: (listing: string, time: Instant) => [listing, time],
  row: Series,
})
const KEEP_LISTING = statement('publisher-listings-keep', {
  sql: `insert into publisher_listings
     (publisher, series, listing, recorded_at, documents, before, counted)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
  values: (
    { publisher, series, documents, before, outcome }: ClosedListing,
    listing: string,
    time: Instant,
  ) => [publisher, series, listing, time, documents, before, outcome === 'counted'],
})
const COUNT_ABSENT = statement('publisher-documents-count-absent', {
  sql: `update publisher_documents
   set absences = absences + 1, absent_since = coalesce(absent_since, $4)
   where publisher = $1 and series = $2 and listing is distinct from $3
     and gone is null and stream_id is not null`,
  values: ({ publisher, series }: ClosedListing, listing: string, time: Instant) => [
    publisher,
    series,
    listing,
    time,
  ],
})

const outcomeOf = (
  { documents, before, isSameDay }: z.infer<typeof Series>,
  acceptFall: boolean,
): ClosedListing['outcome'] => {
  if (isSameDay) return 'same-day'
  return documents < before * (1 - FALL_MAX) && !acceptFall ? 'fell' : 'counted'
}

export const makePublisherDocuments = (pool: PostgresPool): PublisherDocuments => ({
  state: async (documents, run, listing) => {
    if (documents.length > 0) await STATE.run(pool, byKey(documents), run, listing)
  },
  list: async (publisher, documents, listing) => {
    if (documents.length > 0) await LIST.run(pool, publisher, documents, listing)
  },
  remove: async (documents) => {
    if (documents.length > 0) await REMOVE.run(pool, byKey(documents))
  },
  find: (wanted) => FIND.rows(pool, wanted),
  ofTexts: (streamIds) => OF_TEXTS.rows(pool, streamIds),
  held: (publisher, documents) => OF_PUBLISHER.rows(pool, publisher, documents),
  closeListing: (listing, time, acceptFall) =>
    pool.transaction(async (transaction) => {
      const closed: ClosedListing[] = []
      for (const { isSameDay, ...series } of await SERIES.rows(transaction, listing, time)) {
        const outcome = outcomeOf({ ...series, isSameDay }, acceptFall)
        const one = { ...series, outcome }
        // A listing is counted once, whatever happens to whoever waits for the answer.
        const isNew = (await KEEP_LISTING.run(transaction, one, listing, time)) > 0
        if (isNew && outcome === 'counted') await COUNT_ABSENT.run(transaction, one, listing, time)
        closed.push(one)
      }
      return closed
    }),
  absentTooOften: (absencesMin) => TOO_OFTEN.rows(pool, absencesMin),
})

const Absent = z.object({
  publisher: z.string(),
  document: z.string(),
  slug: z.string().nullable(),
  absences: z.int(),
  since: z.string(),
})
/** A document that the last complete listings did not have. */
export type AbsentDocument = z.infer<typeof Absent>
const ABSENT = statement('publisher-documents-absent', {
  sql: `select d.publisher, d.document, d.absences, ${isoInstant('d.absent_since')} as since,
     coalesce(
       (select a.slug from articles a join live_generation using (generation) where 'article-' || a.article_id = d.stream_id),
       (select b.slug from desk_board b where 'article-' || b.article_id = d.stream_id)) as slug
   from publisher_documents d where d.absences > 0 and d.gone is null
   order by d.absences desc, d.publisher, d.document limit $1`,
  values: (limit: number) => [limit],
  row: Absent,
})
export const absentDocuments = (on: Queryable, limit: number): Promise<AbsentDocument[]> =>
  ABSENT.rows(on, limit)

const Listing = z.object({
  publisher: z.string(),
  series: z.string(),
  recordedAt: z.string(),
  documents: z.int(),
  before: z.int(),
  counted: z.boolean(),
})
/** A complete listing, counted or not. */
export type KeptListing = z.infer<typeof Listing>
const LISTINGS = statement('publisher-listings', {
  sql: `select publisher, series, ${isoInstant('recorded_at')} as "recordedAt", documents, before,
     counted from publisher_listings order by recorded_at desc, publisher, series limit $1`,
  values: (limit: number) => [limit],
  row: Listing,
})
export const keptListings = (on: Queryable, limit: number): Promise<KeptListing[]> =>
  LISTINGS.rows(on, limit)
