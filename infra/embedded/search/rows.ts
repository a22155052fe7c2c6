import { z } from 'zod'
import { ArticleId, type Position } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import type { TextReadModel } from '#query-api/ports.ts'
import type { PostgresPool, Queryable } from '../../postgres/platform/pool.ts'
import { statement } from '../../postgres/platform/statement.ts'
import type { Generation, KeyedDocument, SearchWriter } from '#query-api/ports.ts'
import { SEARCH_CHANNEL } from './row-source.ts'

/** Limits of one statement. */
const ROWS = {
  perWrite: 1_000,
  /** UTF-16 units of documents. */
  sizePerWrite: 8 * 1024 * 1024,
  perPage: 500,
  /** UTF-8 bytes; a page has at least one document. */
  bytesPerPage: 8 * 1024 * 1024,
  perRemoval: 5_000,
} as const

type Row = { readonly id: string; readonly articleId: string; readonly json: string }

type Apply = { readonly generation: Generation; readonly change: number }

const OPEN = statement('search-open', {
  sql: 'insert into search_positions (generation) values ($1) on conflict do nothing',
  values: (generation: Generation) => [generation],
})
const HOLD = statement('search-hold', {
  sql: 'select change from search_positions where generation = $1 for update',
  values: (generation: Generation) => [generation],
  row: z.object({ change: z.int() }),
})
/** Records texts that are new, or newer than the applied version, and returns them. */
const ACCEPT = statement('search-accept', {
  sql: `insert into search_texts as stored (generation, article_id, stream_version)
   select $1, * from unnest($2::uuid[], $3::integer[])
   on conflict (generation, article_id) do update set stream_version = excluded.stream_version
     where stored.stream_version < excluded.stream_version
   returning article_id as "articleId"`,
  values: (generation: Generation, texts: readonly TextReadModel[]) => [
    generation,
    texts.map(({ articleId }) => articleId),
    texts.map(({ streamVersion }) => streamVersion),
  ],
  row: z.object({ articleId: ArticleId }),
})
/** Marks the documents of these texts that are not kept as removed. */
const BURY = statement('search-bury', {
  sql: `update search_rows set document = null, change = $2
   where generation = $1 and article_id = any($3::uuid[]) and document is not null and id <> all($4::text[])`,
  values: ({ generation, change }: Apply, texts: readonly TextReadModel[]) => [
    generation,
    change,
    texts.map(({ articleId }) => articleId),
    texts.flatMap(({ documents }) => documents.map(({ id }) => id)),
  ],
})
const WRITE = statement('search-write', {
  sql: `insert into search_rows as stored (generation, id, article_id, change, document)
   select $1, id, article_id, $2, document from unnest($3::text[], $4::uuid[], $5::text[]) as given (id, article_id, document)
   on conflict (generation, id) do update
     set article_id = excluded.article_id, change = excluded.change, document = excluded.document
     where stored.document is distinct from excluded.document`,
  values: ({ generation, change }: Apply, rows: readonly Row[]) => [
    generation,
    change,
    rows.map(({ id }) => id),
    rows.map(({ articleId }) => articleId),
    rows.map(({ json }) => json),
  ],
})
const ADVANCE = statement('search-advance', {
  sql: 'update search_positions set change = $2, position = greatest(position, $3) where generation = $1',
  values: (generation: Generation, change: number, position: Position) => [
    generation,
    change,
    position,
  ],
})
const NOTIFY = statement('search-notify', {
  sql: `select pg_notify($1, '')`,
  values: (channel: string) => [channel],
})
/** A page of documents up to a size limit, but at least one document. */
const PAGE = statement('search-page', {
  sql: `select id, document from (
     select id, document,
       sum(octet_length(document)) over (order by id rows unbounded preceding) - octet_length(document) as before
     from (
       select id, document from search_rows
       where generation = $1 and id > $2 and document is not null order by id limit $3
     ) as page
   ) as sized where before < $4 order by id`,
  values: (generation: Generation, after: string) => [
    generation,
    after,
    ROWS.perPage,
    ROWS.bytesPerPage,
  ],
  row: z.object({ id: z.string(), document: z.string() }),
})
/** Positions go last, so that an interrupted drop can continue. */
const REMOVALS = ['search_rows', 'search_texts', 'search_positions'].map((table) =>
  statement(`search-remove-${table}`, {
    sql: `delete from ${table} where ctid = any (array(select ctid from ${table} where generation = $1 limit $2))`,
    values: (generation: Generation, limit: number) => [generation, limit],
  }),
)

const rowOf = (document: SearchDocument): Row => ({
  id: document.id,
  articleId: document.articleId,
  json: JSON.stringify(document),
})

/** Keeps the newest version of a text that is given more than once. */
const newestOfEach = (texts: readonly TextReadModel[]): TextReadModel[] => {
  const byId = new Map<string, TextReadModel>()
  for (const text of texts) {
    const held = byId.get(text.articleId)
    if (held === undefined || held.streamVersion < text.streamVersion)
      byId.set(text.articleId, text)
  }
  // In key order, so that two writers cannot deadlock.
  return [...byId.values()].toSorted((first, second) =>
    first.articleId < second.articleId ? -1 : 1,
  )
}

/** Serialises one write at a time, since a batch of long texts is large. */
function* writesOf(texts: readonly TextReadModel[]): Generator<Row[]> {
  let rows: Row[] = []
  let size = 0
  for (const document of texts.flatMap(({ documents }) => documents)) {
    const row = rowOf(document)
    if (rows.length === ROWS.perWrite || size + row.json.length > ROWS.sizePerWrite) {
      yield rows
      rows = []
      size = 0
    }
    rows.push(row)
    size += row.json.length
  }
  yield rows
}

/** Stores the versions of the texts and returns those that are newer than the stored ones. */
const accept = async (
  transaction: Queryable,
  generation: Generation,
  texts: readonly TextReadModel[],
): Promise<TextReadModel[]> => {
  if (texts.length === 0) return []
  const newest = newestOfEach(texts)
  const rows = await ACCEPT.rows(transaction, generation, newest)
  const accepted = new Set(rows.map(({ articleId }) => articleId))
  return newest.filter(({ articleId }) => accepted.has(articleId))
}

/** Returns how many rows changed; unchanged documents keep their change number. */
const replace = async (
  transaction: Queryable,
  apply: Apply,
  texts: readonly TextReadModel[],
): Promise<number> => {
  if (texts.length === 0) return 0
  let changed = await BURY.run(transaction, apply, texts)
  for (const rows of writesOf(texts)) changed += await WRITE.run(transaction, apply, rows)
  return changed
}

/**
 * Yields pages in key order. Each starts after the last key, so no cursor or snapshot stays open
 * between them.
 */
async function* documentsOf(
  pool: PostgresPool,
  generation: Generation,
): AsyncGenerator<KeyedDocument> {
  let after = ''
  for (;;) {
    const rows = await PAGE.rows(pool, generation, after)
    for (const { id, document } of rows) {
      yield { key: `search/${id}`, document: JSON.parse(document) as unknown }
      after = id
    }
    if (rows.length === 0) return
  }
}

const dropGeneration = async (pool: PostgresPool, generation: Generation): Promise<void> => {
  for (const removal of REMOVALS)
    for (let removed: number = ROWS.perRemoval; removed === ROWS.perRemoval;)
      removed = await removal.run(pool, generation, ROWS.perRemoval)
}

/**
 * Writes the rows of the embedded index on PostgreSQL. Each apply is one transaction, which
 * notifies readers at its end. Throws the Faults of the pool (`store-unavailable`, `store-full`,
 * …); then nothing of the apply was kept.
 */
export const makeSearchWriter = (pool: PostgresPool): SearchWriter => ({
  apply: (generation, texts, position) =>
    pool.transaction(async (transaction) => {
      await OPEN.run(transaction, generation)
      const change = (await HOLD.only(transaction, generation)).change + 1
      const accepted = await accept(transaction, generation, texts)
      const changed = await replace(transaction, { generation, change }, accepted)
      await ADVANCE.run(transaction, generation, changed === 0 ? change - 1 : change, position)
      await NOTIFY.run(transaction, SEARCH_CHANNEL)
    }),
  documents: (generation) => documentsOf(pool, generation),
  drop: (generation) => dropGeneration(pool, generation),
})
