import type { OpenPeer } from './peer.ts'
import type { Operation } from './result.ts'
import { PEER_VERSIONS } from './versions.ts'

/** What a peer can be better at. */
export type Strength = Operation | 'build' | 'disk' | 'memory'

export type PeerInfo = {
  readonly name: string
  readonly title: string
  /** A library works in the process that measures it; the others have processes of their own. */
  readonly kind: 'library' | 'program'
  /** How it is set up, for the notes of the table. */
  readonly how: string
  /** Bytes of memory that a passage takes while the index is built, beside its vector of floats. */
  readonly bytes: number
  /** Copies of the vectors that it holds meanwhile. */
  readonly vectors: number
  /** Why it may be ahead of Pandect's index there. */
  readonly reasons: Partial<Record<Strength, string>>
  /** Why it can't take part here; null: it can. */
  readonly missing?: () => string | null
  readonly load: () => Promise<OpenPeer>
}

const GRAPH = 'its graph (HNSW) compares the question with a part of the vectors and may miss some'
const FEW = 'it ranks the words without the evidence, names and exact total that our index computes'
const NO_DATABASE = 'it writes one set of files; our rows are durable in PostgreSQL first'
const MAPPED = 'it keeps its data in files and reads them when asked; our index is in memory'

export const PEERS: readonly PeerInfo[] = [
  {
    name: 'pandect',
    title: 'Pandect index',
    kind: 'library',
    how: 'the embedded index through its port, over its rows in PostgreSQL; exact vectors up to 32,768 passages and the nearest of sketches beyond, every answer with its exact total; hybrid search takes up to 1,100 lexical and 250 semantic hits',
    bytes: 5_000,
    vectors: 3,
    reasons: {},
    load: async () => (await import('./pandect/index.ts')).openPandectIndex,
  },
  {
    name: 'typesense',
    title: 'Pandect on Typesense',
    kind: 'library',
    how: 'the same port over a Typesense server; its memory is that of our process, not of the server',
    bytes: 5_000,
    vectors: 3,
    reasons: { vector: GRAPH, hybrid: GRAPH },
    missing: () =>
      process.env['TYPESENSE_URL'] === undefined || process.env['TYPESENSE_API_KEY'] === undefined
        ? 'TYPESENSE_URL and TYPESENSE_API_KEY are not set'
        : null,
    load: async () => (await import('./pandect/index.ts')).openPandectTypesense,
  },
  {
    name: 'service',
    title: 'Pandect service',
    kind: 'program',
    how: 'the whole service over HTTP with its defaults: it embeds the question (once; then it remembers it), marks what it found, adds snippets and charges the call; building is importing, with embedding',
    bytes: 9_000,
    vectors: 3,
    reasons: {},
    load: async () => (await import('./pandect/service.ts')).openPandectService,
  },
  {
    name: 'lucene',
    title: `Lucene ${PEER_VERSIONS.lucene}`,
    kind: 'program',
    how: 'the raw engine in a Java 17 process over its standard input: FrenchAnalyzer, BM25, HNSW with its defaults, 100 candidates, one segment, RRF by us; Java 17 has no vector instructions for Lucene',
    bytes: 4_000,
    vectors: 2,
    reasons: {
      lexical:
        'it skips blocks of postings that can’t reach the first ten, and gives no exact total',
      vector: GRAPH,
      hybrid: `${GRAPH}; ${FEW}`,
      filtered: `${GRAPH}; ${FEW}`,
      total: 'it counts matches without ranking them, after the ten best',
      build: NO_DATABASE,
      disk: NO_DATABASE,
      memory: MAPPED,
    },
    load: async () => (await import('./lucene/lucene.ts')).openLucene,
  },
  {
    name: 'postgres',
    title: 'PostgreSQL 18, pgvector',
    kind: 'program',
    how: 'a server of its own through node-postgres: French full text with GIN, any word, ts_rank_cd; HNSW with its defaults, ef_search 100, iterative scans; RRF in one statement; 2 GB of shared buffers and of maintenance memory',
    bytes: 3_000,
    vectors: 2,
    reasons: {
      vector: GRAPH,
      hybrid: GRAPH,
      filtered: 'it ranks only the rows of a selective filter, found by an index',
      total: 'it counts only the rows of a selective filter, found by an index',
      build: 'rows come in statements of 500 and are indexed afterwards',
      disk: NO_DATABASE,
      memory: MAPPED,
    },
    load: async () => (await import('./postgres/postgres.ts')).openPostgres,
  },
  {
    name: 'sqlite',
    title: `SQLite FTS5, sqlite-vec ${PEER_VERSIONS.sqliteVec}`,
    kind: 'library',
    how: 'the SQLite of Node on the caller’s thread: FTS5 without accents and without French stems, any word; vec0 with filters as its columns, exact; RRF by us',
    bytes: 2_000,
    vectors: 0.2,
    reasons: {
      lexical: 'no thread lies between; words are not stemmed, so fewer match; no total',
      filtered: 'it compares only the vectors that the filter leaves; words are not stemmed',
      total: 'words are not stemmed, so fewer match',
      build: `${NO_DATABASE}; vectors are only appended`,
      disk: NO_DATABASE,
      memory: MAPPED,
    },
    load: async () => (await import('./sqlite/sqlite.ts')).openSqlite,
  },
  {
    name: 'lancedb',
    title: `LanceDB ${PEER_VERSIONS.lancedb}`,
    kind: 'library',
    how: 'in process: native full text with French stems over one column, IVF_HNSW_SQ, scalar indexes, its own RRF; a total is found by listing all matches',
    bytes: 4_000,
    vectors: 3,
    reasons: {
      vector: `${GRAPH}; its vectors have eight bits`,
      hybrid: GRAPH,
      build: NO_DATABASE,
      disk: NO_DATABASE,
      memory: MAPPED,
    },
    load: async () => (await import('./lancedb/lancedb.ts')).openLanceDb,
  },
  {
    name: 'zvec',
    title: `zvec ${PEER_VERSIONS.zvec}`,
    kind: 'library',
    how: 'in process: native full text with French stems over one field, HNSW with its defaults, its own RRF of 100 candidates each; no total',
    bytes: 4_000,
    vectors: 3,
    reasons: {
      lexical: 'it looks for the first ten alone, and gives no total',
      vector: GRAPH,
      hybrid: `${GRAPH}; ${FEW}`,
      filtered: `${GRAPH}; ${FEW}`,
      build: NO_DATABASE,
      disk: NO_DATABASE,
      memory: MAPPED,
    },
    load: async () => (await import('./zvec/zvec.ts')).openZvec,
  },
  {
    name: 'orama',
    title: `Orama ${PEER_VERSIONS.orama}`,
    kind: 'library',
    how: 'in memory on the caller’s thread, with French stems and stop words; its hybrid search adds weighed scores instead of RRF; nothing is on disk',
    bytes: 30_000,
    vectors: 6,
    reasons: {
      lexical: 'no thread lies between',
      total: 'no thread lies between',
      disk: 'it keeps nothing',
      build: 'nothing is written to disk',
    },
    load: async () => (await import('./orama/orama.ts')).openOrama,
  },
  {
    name: 'weaviate',
    title: `Weaviate ${PEER_VERSIONS.weaviate.slice(1)}`,
    kind: 'program',
    how: 'a server of its own, built from its Go module, through its TypeScript client (gRPC): BM25 without French stems, French stop words added, HNSW with its defaults, ranked fusion; no total of a word search',
    bytes: 6_000,
    vectors: 3,
    reasons: {
      lexical: 'it skips blocks of postings that can’t reach the first ten; no stems, no total',
      vector: GRAPH,
      hybrid: `${GRAPH}; ${FEW}`,
      filtered: `${GRAPH}; ${FEW}`,
      build: NO_DATABASE,
      disk: NO_DATABASE,
      memory: MAPPED,
    },
    load: async () => (await import('./weaviate/weaviate.ts')).openWeaviate,
  },
]

export const peerNamed = (name: string): PeerInfo | undefined =>
  PEERS.find((peer) => peer.name === name)

const FLOAT_BYTES = 4
/** Of the process, its libraries and the harness. */
const PROCESS_BYTES = 500_000_000

/** What it needs at most while it builds, by a rule of thumb. */
export const memoryNeeded = (peer: PeerInfo, passages: number, dimensions: number): number =>
  PROCESS_BYTES + passages * (peer.bytes + peer.vectors * dimensions * FLOAT_BYTES)
