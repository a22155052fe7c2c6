import { loadFrom, installNpm } from '../install.ts'
import { type Asked, dayNumber, DEPTH, type OpenPeer } from '../peer.ts'
import { PEER_VERSIONS } from '../versions.ts'

type Query = {
  select: (columns: string[]) => Query
  where: (predicate: string) => Query
  limit: (limit: number) => Query
  fullTextSearch: (text: string, options: { columns: string[] }) => Query
  nearestTo: (vector: Float32Array) => Query
  distanceType: (type: 'cosine') => Query
  ef: (candidates: number) => Query
  refineFactor: (factor: number) => Query
  rerank: (reranker: unknown) => Query
  toArray: () => Promise<{ readonly id: number }[]>
}
type Table = {
  add: (rows: unknown) => Promise<unknown>
  createIndex: (column: string, options?: { config: unknown }) => Promise<void>
  optimize: () => Promise<unknown>
  query: () => Query
  close: () => void
}
type LanceDb = {
  readonly connect: (folder: string) => Promise<{
    createTable: (name: string, rows: unknown[]) => Promise<Table>
  }>
  readonly Index: {
    fts: (options: object) => unknown
    hnswSq: (options: object) => unknown
    bitmap: () => unknown
    btree: () => unknown
  }
  readonly rerankers: { RRFReranker: { create: (k?: number) => Promise<unknown> } }
}

const FRENCH = {
  language: 'French',
  stem: true,
  removeStopWords: true,
  asciiFolding: true,
  withPosition: false,
} as const

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const predicateOf = ({ filter }: Asked): string | null =>
  filter === null
    ? null
    : `jurisdiction = ${quoted(filter.jurisdiction)} and day >= ${dayNumber(filter.from)} ` +
      `and day <= ${dayNumber(filter.to)}`

const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id)

const under = (query: Query, asked: Asked): Query => {
  const predicate = predicateOf(asked)
  return predicate === null ? query : query.where(predicate)
}

/** LanceDB in this process, on threads of its own: IVF_HNSW_SQ, native full text, its own RRF. */
export const openLanceDb: OpenPeer = async ({ folder, cache, passages }) => {
  const packages = await installNpm(cache, `lancedb-${PEER_VERSIONS.lancedb}`, {
    '@lancedb/lancedb': PEER_VERSIONS.lancedb,
    'apache-arrow': PEER_VERSIONS.apacheArrow,
  })
  const lancedb = loadFrom(packages, '@lancedb/lancedb') as LanceDb
  const database = await lancedb.connect(folder)
  const reranker = await lancedb.rerankers.RRFReranker.create(DEPTH.fusion)
  let table: Table | null = null
  let candidates: number | null = null
  /** Its vectors have eight bits: more candidates are compared again with the whole ones. */
  const near = (query: Query, asked: Asked, limit: number): Query => {
    const nearest = query.nearestTo(asked.question.vector).distanceType('cosine')
    return candidates === null
      ? nearest
      : nearest.ef(candidates).refineFactor(Math.max(1, Math.ceil(candidates / limit)))
  }
  const opened = (): Table => {
    if (table === null) throw new Error('no passages were added')
    return table
  }
  const words = (asked: Asked): Query =>
    under(
      opened()
        .query()
        .fullTextSearch(asked.question.text, { columns: ['body'] }),
      asked,
    )
  const matches = async (asked: Asked): Promise<number[]> =>
    idsOf(await words(asked).select(['id']).limit(passages).toArray())
  return {
    add: async (batch) => {
      const rows = batch.map(({ passage: { id, title, text, jurisdiction, day }, vector }) => ({
        id,
        // One column is searched: the title belongs to what is found.
        body: `${title}\n${text}`,
        jurisdiction,
        day: dayNumber(day),
        vector: [...vector],
      }))
      if (table === null) table = await database.createTable('passages', rows)
      else await table.add(rows)
    },
    finish: async () => {
      const { Index } = lancedb
      await opened().createIndex('body', { config: Index.fts(FRENCH) })
      await opened().createIndex('vector', { config: Index.hnswSq({ distanceType: 'cosine' }) })
      await opened().createIndex('jurisdiction', { config: Index.bitmap() })
      await opened().createIndex('day', { config: Index.btree() })
      await opened().optimize()
    },
    lexical: async (asked) => idsOf(await words(asked).select(['id']).limit(DEPTH.hits).toArray()),
    vector: async (asked) => {
      const query = near(opened().query(), asked, DEPTH.hits)
      return idsOf(await under(query, asked).select(['id']).limit(DEPTH.hits).toArray())
    },
    hybrid: async (asked) => {
      const query = near(words(asked), asked, DEPTH.candidates)
      const found = await query.rerank(reranker).select(['id']).limit(DEPTH.candidates).toArray()
      return idsOf(found).slice(0, DEPTH.hits)
    },
    // It counts rows of a filter, not matches of words: they are listed.
    total: async (asked) => (await matches(asked)).length,
    matches,
    widen: async (wanted) => {
      candidates = wanted
    },
    close: async () => table?.close(),
  }
}
