/** The statements over the rows of the search index. */
import type { Prepared } from '../../postgres/platform/pool.ts'

/** Writers notify on it and readers listen to it: something changed, look at the positions. */
export const SEARCH_CHANNEL = 'pandect_search'

const prepared = (name: string, text: string): Prepared => ({ name: `search-${name}`, text })

export const OPEN = prepared(
  'open',
  'insert into search_positions (generation) values ($1) on conflict do nothing',
)
export const HOLD = prepared(
  'hold',
  'select change from search_positions where generation = $1 for update',
)

/** Texts that are new, or newer than what was applied of them. */
export const ACCEPT = prepared(
  'accept',
  `insert into search_texts as stored (generation, article_id, stream_version)
   select $1, * from unnest($2::uuid[], $3::integer[])
   on conflict (generation, article_id) do update set stream_version = excluded.stream_version
     where stored.stream_version < excluded.stream_version
   returning article_id as "articleId"`,
)

/** Documents of the texts $3 that are not among $4 any more. */
export const BURY = prepared(
  'bury',
  `update search_rows set document = null, change = $2
   where generation = $1 and article_id = any($3::uuid[]) and document is not null and id <> all($4::text[])`,
)

export const WRITE = prepared(
  'write',
  `insert into search_rows as stored (generation, id, article_id, change, document)
   select $1, id, article_id, $2, document from unnest($3::text[], $4::uuid[], $5::text[]) as given (id, article_id, document)
   on conflict (generation, id) do update
     set article_id = excluded.article_id, change = excluded.change, document = excluded.document
     where stored.document is distinct from excluded.document`,
)

export const ADVANCE = prepared(
  'advance',
  'update search_positions set change = $2, position = greatest(position, $3) where generation = $1',
)
export const NOTIFY = prepared('notify', `select pg_notify($1, '')`)

/** A page of documents, cut where its size goes over the limit; the first one always comes. */
export const PAGE = prepared(
  'page',
  `select id, document from (
     select id, document,
       sum(octet_length(document)) over (order by id rows unbounded preceding) - octet_length(document) as before
     from (
       select id, document from search_rows
       where generation = $1 and id > $2 and document is not null order by id limit $3
     ) as page
   ) as sized where before < $4 order by id`,
)

/**
 * Each removes at most $2 rows; positions go last, so that a drop that was killed is gone on with.
 */
export const REMOVALS: readonly string[] = ['search_rows', 'search_texts', 'search_positions'].map(
  (table) =>
    `delete from ${table} where ctid = any (array(select ctid from ${table} where generation = $1 limit $2))`,
)

// ───────── reading ─────────

/** The live generation and how far its rows are, in one statement: of one moment. */
export const HEAD = prepared(
  'head',
  `select live.generation, coalesce(change, 0) as change, coalesce(search_positions.position, 0) as position,
     generations.embedding_model as model
   from live_generation as live join generations using (generation)
     left join search_positions using (generation)`,
)

/**
 * Rows behind ($2, $3) in the order of (change, id), cut where their size goes over the limit.
 * Tombstones are only of use to who may hold the document ($6).
 */
export const CHANGES = prepared(
  'changes',
  `select id, change, document from (
     select id, change, document,
       sum(coalesce(octet_length(document), 0)) over (order by change, id rows unbounded preceding)
         - coalesce(octet_length(document), 0) as before
     from (
       select id, change, document from search_rows
       where generation = $1 and (change, id) > ($2, $3) and ($6 or document is not null) order by change, id limit $4
     ) as page
   ) as sized where before < $5 order by change, id`,
)

export const VECTORS = prepared(
  'vectors',
  'select text_sha256 as hash, vector from vectors where model = $1 and text_sha256 = any($2::bytea[])',
)
