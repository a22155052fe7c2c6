import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loadFrom, installGo, installNpm } from '../install.ts'
import { freePort, startServer, stopProcess } from '../../../engines/install/processes.ts'
import { type Asked, DEPTH, type OpenPeer } from '../peer.ts'
import { PEER_VERSIONS } from '../versions.ts'

const MODULE = 'github.com/weaviate/weaviate/cmd/weaviate-server'
const START_MS = 60_000
const POLL_MS = 100
/**
 * Its stop words are English; these are the French ones that FrenchAnalyzer of Lucene drops most.
 */
const STOP_WORDS =
  'au aux avec ce ces dans de des du elle en et eux il je la le leur lui ma mais me même mes moi mon ne nos notre nous on ou par pas pour qu que qui sa se ses son sur ta te tes toi ton tu un une vos votre vous c d j l à m n s t y est'.split(
    ' ',
  )

type Returned = { readonly objects: { readonly properties: { readonly number: number } }[] }
type Filters = unknown
type Options = {
  limit: number
  filters?: Filters
  returnProperties: string[]
  queryProperties?: string[]
  vector?: number[]
  alpha?: number
  fusionType?: string
}
type Collection = {
  readonly config: { update: (options: object) => Promise<void> }
  readonly data: { insertMany: (objects: unknown[]) => Promise<{ hasErrors: boolean }> }
  readonly query: {
    bm25: (text: string, options: Options) => Promise<Returned>
    nearVector: (vector: number[], options: Options) => Promise<Returned>
    hybrid: (text: string, options: Options) => Promise<Returned>
  }
  readonly filter: {
    byProperty: (name: string) => {
      equal: (value: string) => Filters
      greaterOrEqual: (value: Date) => Filters
      lessOrEqual: (value: Date) => Filters
    }
  }
}
type Client = {
  readonly collections: { create: (options: object) => Promise<Collection> }
  readonly close: () => Promise<void>
}
type Weaviate = {
  readonly default: {
    connectToLocal: (options: object) => Promise<Client>
    filters?: unknown
    configure: {
      vectors: { selfProvided: (options?: object) => unknown }
      vectorIndex: { hnsw: (options: object) => unknown }
      invertedIndex: (options: object) => unknown
    }
    reconfigure: {
      vectors: { update: (options: object) => unknown }
      vectorIndex: { hnsw: (options: object) => unknown }
    }
  }
  readonly Filters: { and: (...filters: Filters[]) => Filters }
}

const PROPERTIES = [
  { name: 'number', dataType: 'int', indexSearchable: false },
  { name: 'title', dataType: 'text' },
  { name: 'body', dataType: 'text' },
  { name: 'jurisdiction', dataType: 'text', tokenization: 'field' },
  { name: 'day', dataType: 'date', indexRangeFilters: true },
] as const

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

const idsOf = ({ objects }: Returned): number[] =>
  objects.map(({ properties }) => properties.number)

/** Options of a search, under the filter that is asked for. */
const optionsFor = ({ Filters: filters }: Weaviate, { filter: by }: Collection) => {
  const under = ({ filter }: Asked): { filters?: Filters } =>
    filter === null
      ? {}
      : {
          filters: filters.and(
            by.byProperty('jurisdiction').equal(filter.jurisdiction),
            by.byProperty('day').greaterOrEqual(dateOf(filter.from)),
            by.byProperty('day').lessOrEqual(dateOf(filter.to)),
          ),
        }
  return (asked: Asked): Options => ({
    limit: DEPTH.hits,
    returnProperties: ['number'],
    ...under(asked),
  })
}

type Server = { readonly pid: number; readonly port: number; readonly grpc: number }
type Start = () => Promise<Server>

/** Makes a start on ports that stay the same, so that a client finds the server again. */
const starting = async (binary: string, folder: string): Promise<Start> => {
  const [port, grpc, gossip, data, raft, raftRpc, profiling] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const settings = {
    PERSISTENCE_DATA_PATH: folder,
    AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED: 'true',
    DEFAULT_VECTORIZER_MODULE: 'none',
    DISABLE_TELEMETRY: 'true',
    LOG_LEVEL: 'error',
    CLUSTER_HOSTNAME: 'peer',
    CLUSTER_ADVERTISE_ADDR: '127.0.0.1',
    CLUSTER_BIND_ADDR: '127.0.0.1',
    CLUSTER_GOSSIP_BIND_PORT: String(gossip),
    CLUSTER_DATA_BIND_PORT: String(data),
    RAFT_PORT: String(raft),
    RAFT_INTERNAL_RPC_PORT: String(raftRpc),
    RAFT_BOOTSTRAP_EXPECT: '1',
    GRPC_PORT: String(grpc),
    GO_PROFILING_PORT: String(profiling),
  }
  return async () => {
    const server = await startServer({
      name: 'Weaviate',
      command: binary,
      args: ['--scheme', 'http', '--host', '127.0.0.1', '--port', String(port)],
      cwd: folder,
      env: { ...process.env, ...settings },
      logFile: `${folder}.log`,
      port,
      timeoutMs: START_MS,
    })
    return { ...server, grpc }
  }
}

/** A Weaviate server of its own, asked through its TypeScript client over loopback. */
export const openWeaviate: OpenPeer = async ({ folder, cache, say }) => {
  say('building the server from its Go module, which takes minutes the first time')
  const programs = await installGo(cache, MODULE, PEER_VERSIONS.weaviate)
  const packages = await installNpm(cache, `weaviate-client-${PEER_VERSIONS.weaviateClient}`, {
    'weaviate-client': PEER_VERSIONS.weaviateClient,
  })
  const library = loadFrom(packages, 'weaviate-client') as Weaviate
  const { default: weaviate } = library
  const start = await starting(join(programs, 'weaviate-server'), folder)
  let server = await start()
  const client = await weaviate.connectToLocal({
    host: '127.0.0.1',
    port: server.port,
    grpcPort: server.grpc,
  })
  const { configure } = weaviate
  const collection = await client.collections.create({
    name: 'Passage',
    properties: PROPERTIES,
    vectorizers: configure.vectors.selfProvided({
      vectorIndexConfig: configure.vectorIndex.hnsw({ distanceMetric: 'cosine' }),
    }),
    invertedIndex: configure.invertedIndex({
      stopwordsPreset: 'none',
      stopwordsAdditions: STOP_WORDS,
    }),
  })
  const common = optionsFor(library, collection)
  const queryProperties = ['title', 'body']
  /** Its port is open before it knows its collections. */
  const answering = async (): Promise<void> => {
    for (const deadline = performance.now() + START_MS; ; await pause(POLL_MS))
      try {
        await collection.query.bm25('loi', { limit: 1, returnProperties: ['number'] })
        return
      } catch (error) {
        if (performance.now() > deadline) throw error
      }
  }
  return {
    add: async (batch) => {
      const { hasErrors } = await collection.data.insertMany(
        batch.map(({ passage: { id, title, text, jurisdiction, day }, vector }) => ({
          properties: { number: id, title, body: text, jurisdiction, day: dateOf(day) },
          vectors: [...vector],
        })),
      )
      if (hasErrors) throw new Error('Weaviate refused passages')
    },
    finish: async () => {
      // What it holds in memory becomes segments, as after a minute of rest.
      await stopProcess(server.pid)
      server = await start()
      await answering()
    },
    lexical: async (asked) =>
      idsOf(
        await collection.query.bm25(asked.question.text, { ...common(asked), queryProperties }),
      ),
    vector: async (asked) =>
      idsOf(await collection.query.nearVector([...asked.question.vector], common(asked))),
    hybrid: async (asked) =>
      idsOf(
        await collection.query.hybrid(asked.question.text, {
          ...common(asked),
          queryProperties,
          vector: [...asked.question.vector],
          alpha: 0.5,
          fusionType: 'Ranked',
        }),
      ),
    // It counts objects of a filter, not matches of words.
    total: null,
    matches: null,
    widen: async (candidates) => {
      const { reconfigure } = weaviate
      await collection.config.update({
        vectorizers: reconfigure.vectors.update({
          vectorIndexConfig: reconfigure.vectorIndex.hnsw({ ef: candidates }),
        }),
      })
    },
    close: async () => {
      await client.close()
      await stopProcess(server.pid)
    },
  }
}
