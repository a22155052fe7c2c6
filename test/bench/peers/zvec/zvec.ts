import { join } from 'node:path'
import { loadFrom, installNpm } from '../install.ts'
import { type Asked, dayNumber, DEPTH, type OpenPeer } from '../peer.ts'
import { PEER_VERSIONS } from '../versions.ts'

type Found = { readonly id: string }[]
type Collection = {
  insertSync: (documents: unknown[]) => { readonly ok: boolean; readonly message: string }[]
  optimize: () => Promise<void>
  query: (query: object) => Promise<Found>
  multiQuery: (query: object) => Promise<Found>
  closeSync: () => void
}
type Zvec = {
  readonly ZVecInitialize: (options: object) => void
  readonly ZVecCreateAndOpen: (path: string, schema: unknown) => Collection
  readonly ZVecCollectionSchema: new (schema: object) => unknown
  readonly ZVecDataType: Readonly<Record<'STRING' | 'INT32' | 'VECTOR_FP32', number>>
  readonly ZVecIndexType: Readonly<Record<'HNSW' | 'INVERT' | 'FTS', number>>
  readonly ZVecMetricType: Readonly<Record<'COSINE', number>>
  readonly ZVecLogLevel: Readonly<Record<'ERROR', number>>
}

/** More than this it does not list. */
const LISTED_MAX = 1_024

/** More candidates than this it refuses. */
const CANDIDATES_MAX = 2_048

const filterOf = ({ filter }: Asked): { filter?: string } =>
  filter === null
    ? {}
    : {
        filter:
          `jurisdiction = '${filter.jurisdiction}' and day >= ${dayNumber(filter.from)} ` +
          `and day <= ${dayNumber(filter.to)}`,
      }

const schemaOf = (zvec: Zvec, dimensions: number): unknown => {
  const { ZVecCollectionSchema: Schema, ZVecDataType: type, ZVecIndexType: index } = zvec
  return new Schema({
    name: 'passages',
    vectors: {
      name: 'vector',
      dataType: type.VECTOR_FP32,
      dimension: dimensions,
      indexParams: { indexType: index.HNSW, metricType: zvec.ZVecMetricType.COSINE },
    },
    fields: [
      {
        name: 'body',
        dataType: type.STRING,
        indexParams: {
          indexType: index.FTS,
          tokenizerName: 'standard',
          filters: ['lowercase', 'ascii_folding', 'stemmer'],
          extraParams: JSON.stringify({ stemmer_lang: 'french' }),
        },
      },
      { name: 'jurisdiction', dataType: type.STRING, indexParams: { indexType: index.INVERT } },
      {
        name: 'day',
        dataType: type.INT32,
        indexParams: { indexType: index.INVERT, enableRangeOptimization: true },
      },
    ],
  })
}

const idsOf = (found: Found): number[] => found.map(({ id }) => Number(id))

/** zvec in this process: HNSW, native full text and its own RRF. */
export const openZvec: OpenPeer = async ({ folder, cache, dimensions }) => {
  const packages = await installNpm(cache, `zvec-${PEER_VERSIONS.zvec}`, {
    '@zvec/zvec': PEER_VERSIONS.zvec,
  })
  const zvec = loadFrom(packages, '@zvec/zvec') as Zvec
  zvec.ZVecInitialize({ logLevel: zvec.ZVecLogLevel.ERROR })
  const collection = zvec.ZVecCreateAndOpen(join(folder, 'zvec'), schemaOf(zvec, dimensions))
  const words = ({ question }: Asked) => ({
    fieldName: 'body',
    fts: { matchString: question.text },
    params: { indexType: zvec.ZVecIndexType.FTS, defaultOperator: 'OR' },
  })
  let candidates: number | null = null
  const near = ({ question }: Asked) => ({
    fieldName: 'vector',
    vector: question.vector,
    ...(candidates === null
      ? {}
      : { params: { indexType: zvec.ZVecIndexType.HNSW, ef: candidates } }),
  })
  const shown = { outputFields: [] as string[] }
  return {
    add: async (batch) => {
      const statuses = collection.insertSync(
        batch.map(({ passage: { id, title, text, jurisdiction, day }, vector }) => ({
          id: String(id),
          vectors: { vector },
          fields: { body: `${title}\n${text}`, jurisdiction, day: dayNumber(day) },
        })),
      )
      const refused = statuses.find(({ ok }) => !ok)
      if (refused !== undefined) throw new Error(refused.message)
    },
    finish: () => collection.optimize(),
    lexical: async (asked) =>
      idsOf(
        await collection.query({ ...words(asked), ...filterOf(asked), ...shown, topk: DEPTH.hits }),
      ),
    vector: async (asked) =>
      idsOf(
        await collection.query({ ...near(asked), ...filterOf(asked), ...shown, topk: DEPTH.hits }),
      ),
    hybrid: async (asked) =>
      idsOf(
        await collection.multiQuery({
          queries: [
            { ...words(asked), numCandidates: DEPTH.candidates },
            { ...near(asked), numCandidates: DEPTH.candidates },
          ],
          ...filterOf(asked),
          ...shown,
          topk: DEPTH.hits,
          rerank: { type: 'rrf', rankConstant: DEPTH.fusion },
        }),
      ),
    total: null,
    matches: async (asked) =>
      idsOf(
        await collection.query({ ...words(asked), ...filterOf(asked), ...shown, topk: LISTED_MAX }),
      ),
    widen: async (wanted) => {
      candidates = Math.min(wanted, CANDIDATES_MAX)
    },
    close: async () => collection.closeSync(),
  }
}
