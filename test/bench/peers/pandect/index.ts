import { Position } from '#contracts/ids.ts'
import { SearchRequest } from '#contracts/http/search.ts'
import { openEmbeddedPostgres } from '#infra/embedded/postgres.ts'
import { makeSearchWriter } from '#infra/embedded/search/rows.ts'
import { openEmbeddedSearchIndex } from '#infra/embedded/search/search-index.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import { migrate } from '#infra/postgres/platform/migrate.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { openTypesenseIndex } from '#infra/typesense/search-index.ts'
import { makeServer } from '#infra/typesense/server.ts'
import { makeTypesenseWriter } from '#infra/typesense/writer.ts'
import type { IndexAnswer, IndexQuery, SearchIndex, SearchWriter } from '#query-api/ports.ts'
import { fuse } from '#query-api/search/fusion.ts'
import { planSearch } from '#query-api/search/query.ts'
import { realTypesense } from '../../../contract/typesense-opened.ts'
import { TEST_PEPPER } from '../../../harness/pepper.ts'
import { type Asked, DEPTH, type Engine, type OpenPeer, type Place } from '../peer.ts'
import { idOf, textOf } from './documents.ts'

const GENERATION = 1

/** The query that the service asks its index for a request. */
const queryOf = ({ question, filter }: Asked, floor: number): IndexQuery => {
  const filters =
    filter === null
      ? {}
      : { jurisdictions: [filter.jurisdiction], dateFrom: filter.from, dateTo: filter.to }
  const request = SearchRequest.parse({ text: question.text, limit: DEPTH.hits, filters })
  const plan = planSearch(request)
  if (plan.kind !== 'search') throw new Error('a question has no words')
  return { ...plan.query, vector: question.vector, similarityFloor: floor }
}

const idsOf = (entries: readonly { readonly slug: string }[]): number[] =>
  entries.map(({ slug }) => idOf(slug))

type Opened = {
  readonly index: SearchIndex
  readonly writer: SearchWriter
  readonly closeWriter?: () => Promise<void>
}

/** An engine over the two ports; `open` is called when all rows are written. */
const overPorts = (
  { model, floor, passages }: Place,
  pool: PostgresPool,
  writer: SearchWriter,
  open: () => Promise<Opened>,
  close: () => Promise<void>,
): Engine => {
  const vectors = makeVectors(pool)
  let opened: Opened | null = null
  let written = 0
  const search = (query: IndexQuery): Promise<IndexAnswer> => {
    if (opened === null) throw new Error('the index is not open')
    return opened.index.search(query)
  }
  const words = (asked: Asked, depth?: number): Promise<IndexAnswer> => {
    const query = queryOf(asked, floor)
    return search({ ...query, vector: null, lexicalDepth: depth ?? query.lexicalDepth })
  }
  return {
    add: async (batch) => {
      const texts = batch.map(({ passage }) => textOf(passage, model))
      await vectors.put(
        model,
        batch.flatMap(({ vector }, n) =>
          (texts[n]?.documents[0]?.passages ?? []).map(({ textSha256 }) => ({
            textSha256,
            vector,
          })),
        ),
      )
      written += batch.length
      await writer.apply(GENERATION, texts, Position.parse(written))
    },
    finish: async () => {
      opened = await open()
    },
    lexical: async (asked) => idsOf((await words(asked)).lexical.slice(0, DEPTH.hits)),
    vector: async (asked) => {
      // No floor: recall is measured against the ten nearest, however far.
      const query = queryOf(asked, 0)
      const { semantic } = await search({ ...query, terms: [], identifiers: [] })
      return idsOf(semantic.slice(0, DEPTH.hits))
    },
    hybrid: async (asked) => idsOf(fuse(await search(queryOf(asked, floor))).slice(0, DEPTH.hits)),
    total: async (asked) => (await words(asked)).lexicalTotal,
    matches: async (asked) => idsOf((await words(asked, passages)).lexical),
    widen: null,
    close: async () => {
      await opened?.index.close()
      await opened?.closeWriter?.()
      await close()
    },
  }
}

/** The database of the index in the peer's folder, as the service has it. */
const openDatabase = async (folder: string) => {
  const server = await openEmbeddedPostgres({ dataDir: folder })
  await migrate(server.connectionString)
  const pool = makePool(server.connectionString, {
    applicationName: 'pandect bench',
    pepper: TEST_PEPPER,
    max: 4,
  })
  const close = async (): Promise<void> => {
    await pool.close()
    await server.close()
  }
  return { pool, connectionString: server.connectionString, close }
}

/** The embedded index through its port, without the service around it. */
export const openPandectIndex: OpenPeer = async (place) => {
  const { pool, connectionString, close } = await openDatabase(place.folder)
  const writer = makeSearchWriter(pool)
  const open = async (): Promise<Opened> => ({
    index: await openEmbeddedSearchIndex({ pepper: TEST_PEPPER, connectionString }),
    writer,
  })
  return overPorts(place, pool, writer, open, close)
}

/** The same port over Typesense. */
export const openPandectTypesense: OpenPeer = async (place) => {
  const { address, missing } = realTypesense()
  if (address === null) throw new Error(missing ?? 'TYPESENSE_URL is not set')
  const { pool, close } = await openDatabase(place.folder)
  const name = `pandect_bench_${process.pid}`
  const writer = makeTypesenseWriter({
    server: makeServer(address),
    vectors: makeVectors(pool),
    liveGeneration: () => Promise.resolve(GENERATION),
    projected: () => Promise.resolve(0),
    name,
  })
  const open = async (): Promise<Opened> => {
    await writer.rest?.(GENERATION)
    const index = await openTypesenseIndex({ ...address, name, model: place.model })
    return { index, writer }
  }
  return overPorts(place, pool, writer, open, async () => {
    await writer.drop(GENERATION)
    writer.close()
    await close()
  })
}
