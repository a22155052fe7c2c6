import type { SearchDocument } from '#contracts/search/document.ts'
import type { TextReadModel } from '#contracts/read-model.ts'
import { onlyRow, type PostgresPool, type Queryable } from '../../postgres/platform/pool.ts'
import type { Generation, KeyedDocument, SearchWriter } from '#query-api/ports.ts'
import * as sql from './row-statements.ts'

/** Bounds of one statement. */
const ROWS = {
  perWrite: 1_000,
  /** UTF-16 units of documents. */
  sizePerWrite: 8 * 1024 * 1024,
  perPage: 500,
  /** UTF-8 bytes; a page has one document at least. */
  bytesPerPage: 8 * 1024 * 1024,
  perRemoval: 5_000,
} as const

type Row = { readonly id: string; readonly articleId: string; readonly json: string }

const rowOf = (document: SearchDocument): Row => ({
  id: document.id,
  articleId: document.articleId,
  json: JSON.stringify(document),
})

/** Of a text that is given more than once, the newest version. */
const newestOfEach = (texts: readonly TextReadModel[]): TextReadModel[] => {
  const byId = new Map<string, TextReadModel>()
  for (const text of texts) {
    const held = byId.get(text.articleId)
    if (held === undefined || held.streamVersion < text.streamVersion)
      byId.set(text.articleId, text)
  }
  // In key order, so that two writers never wait for each other in a circle.
  return [...byId.values()].toSorted((first, second) =>
    first.articleId < second.articleId ? -1 : 1,
  )
}

/** Serialised one write at a time: a batch of long texts is large enough once. */
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

type Apply = { readonly generation: Generation; readonly change: number }

/** The texts whose version is newer than the stored one; it is stored now. */
const accept = async (
  transaction: Queryable,
  generation: Generation,
  texts: readonly TextReadModel[],
): Promise<TextReadModel[]> => {
  if (texts.length === 0) return []
  const newest = newestOfEach(texts)
  const { rows } = await transaction.query<{ articleId: string }>(sql.ACCEPT, [
    generation,
    newest.map(({ articleId }) => articleId),
    newest.map(({ streamVersion }) => streamVersion),
  ])
  const accepted = new Set(rows.map(({ articleId }) => articleId))
  return newest.filter(({ articleId }) => accepted.has(articleId))
}

/** Answers how many rows changed; documents that are as they were keep their change number. */
const replace = async (
  transaction: Queryable,
  { generation, change }: Apply,
  texts: readonly TextReadModel[],
): Promise<number> => {
  if (texts.length === 0) return 0
  const articleIds = texts.map(({ articleId }) => articleId)
  const kept = texts.flatMap(({ documents }) => documents.map(({ id }) => id))
  const vanished = await transaction.query(sql.BURY, [generation, change, articleIds, kept])
  let changed = vanished.rowCount
  for (const rows of writesOf(texts)) {
    const columns = [
      rows.map(({ id }) => id),
      rows.map((row) => row.articleId),
      rows.map((row) => row.json),
    ]
    changed += (await transaction.query(sql.WRITE, [generation, change, ...columns])).rowCount
  }
  return changed
}

/**
 * Pages in key order; the next one starts after the last key, so no cursor or snapshot is held
 * between them.
 */
async function* documentsOf(
  pool: PostgresPool,
  generation: Generation,
): AsyncGenerator<KeyedDocument> {
  let after = ''
  for (;;) {
    const bounds = [generation, after, ROWS.perPage, ROWS.bytesPerPage]
    const { rows } = await pool.query<{ id: string; document: string }>(sql.PAGE, bounds)
    for (const { id, document } of rows) {
      yield { key: `search/${id}`, document: JSON.parse(document) as unknown }
      after = id
    }
    if (rows.length === 0) return
  }
}

const dropGeneration = async (pool: PostgresPool, generation: Generation): Promise<void> => {
  for (const statement of sql.REMOVALS)
    for (let removed: number = ROWS.perRemoval; removed === ROWS.perRemoval;)
      removed = (await pool.query(statement, [generation, ROWS.perRemoval])).rowCount
}

/**
 * The rows of the embedded index on PostgreSQL. Each apply is one transaction, at whose end readers
 * are told. Throws the Faults of the pool (`store-unavailable`, `store-full`, …); then nothing of
 * the apply was kept.
 */
export const makeSearchWriter = (pool: PostgresPool): SearchWriter => ({
  apply: (generation, texts, position) =>
    pool.transaction(async (transaction) => {
      await transaction.query(sql.OPEN, [generation])
      const held = await transaction.query<{ change: number }>(sql.HOLD, [generation])
      const change = onlyRow(held).change + 1
      const accepted = await accept(transaction, generation, texts)
      const changed = await replace(transaction, { generation, change }, accepted)
      await transaction.query(sql.ADVANCE, [
        generation,
        changed === 0 ? change - 1 : change,
        position,
      ])
      await transaction.query(sql.NOTIFY, [sql.SEARCH_CHANNEL])
    }),
  documents: (generation) => documentsOf(pool, generation),
  drop: (generation) => dropGeneration(pool, generation),
})
