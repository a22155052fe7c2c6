/**
 * Compares the rankings of the Typesense adapter with those of the embedded index, on the sets of
 * judgements: nDCG@10, equal first pages and totals, and what a search costs. Without TYPESENSE_URL
 * the stand-in of the tests answers (test/contract/typesense-engine.ts). Vectors are kept under the
 * temporary folder. Run: npm run bench:candidates [-- part of a set's name]
 */
import { Position } from '#contracts/ids.ts'
import { openEmbedder } from '#infra/processes/wiring/embedder.ts'
import { Engine } from '#infra/embedded/search/engine/engine.ts'
import { unpackAnswer } from '#infra/embedded/search/engine/packed.ts'
import { parseSettings } from '#infra/settings.ts'
import { openTypesenseIndex } from '#infra/typesense/search-index.ts'
import { TYPESENSE } from '#infra/typesense/limits.ts'
import { makeServer } from '#infra/typesense/server.ts'
import { makeTypesenseWriter } from '#infra/typesense/writer.ts'
import type { IndexAnswer, IndexQuery, SearchIndex } from '#query-api/ports.ts'
import { fuse, totalOf } from '#query-api/search/fusion.ts'
import { documentOf, MODEL, NO_FILTERS, sha256, textOf } from '../contract/search-fixtures.ts'
import { realTypesense } from '../contract/typesense-opened.ts'
import { type ScriptedTypesense, startScripted } from '../contract/typesense-scripted.ts'
import { featuresOf, type QueryFeatures, type SetFeatures } from './features.ts'
import { headnotesByThemes } from './issue-sets.ts'
import {
  dataProtectionQuestions,
  type JudgementSet,
  luxembourgAndEurope,
  servicePublic,
} from './judgements.ts'
import { foreignQuestions, labourQuestions, openQuestions, rulingsInCorpus } from './law-sets.ts'
import { byMeaning } from './meaning-set.ts'
import { type Judged, ndcgAt } from './metrics.ts'

const SETS: readonly (() => JudgementSet)[] = [
  () => servicePublic('first-line'),
  luxembourgAndEurope,
  dataProtectionQuestions,
  headnotesByThemes,
  rulingsInCorpus,
  () => labourQuestions('short'),
  () => labourQuestions('long'),
  openQuestions,
  byMeaning,
  foreignQuestions,
]
const DEPTH = 10
const TEXTS_PER_APPLY = 2_000
const QUERIES_MAX = Number(process.env['QUERIES'] ?? 120)
const NAME = 'pandect_bench_candidates'

type Opened = {
  readonly embedded: Engine
  readonly typesense: SearchIndex
  readonly standIn: ScriptedTypesense | null
  readonly close: () => Promise<void>
}

const open = async ({ texts }: SetFeatures): Promise<Opened> => {
  const { address } = realTypesense()
  const standIn = address === null ? await startScripted() : null
  const at = address ?? { url: standIn?.url ?? '', key: standIn?.key ?? '' }
  const vectors = new Map<string, Float32Array>()
  const documents = texts.map(({ title, body, passages }, n) => {
    const keys = passages.map((vector, ordinal) => {
      vectors.set(sha256(`${n}/${ordinal}`), vector)
      return `${n}/${ordinal}`
    })
    return documentOf({
      text: n + 1,
      slug: `text-${n}`,
      title: title.join(' '),
      body: body.join(' '),
      passages: keys,
      identifiers: [],
    })
  })
  const embedded = new Engine({ model: MODEL })
  for (const [n, document] of documents.entries())
    embedded.stage({ document, vectors: (texts[n]?.passages ?? []).filter(isDirected) })
  embedded.commit(Position.parse(1))
  const writer = makeTypesenseWriter({
    server: makeServer(at, TYPESENSE.whileBuilding),
    vectors: {
      get: (_model, hashes) =>
        Promise.resolve(
          new Map(
            hashes.flatMap((hash) => {
              const vector = vectors.get(hash)
              return vector === undefined ? [] : [[hash, vector] as const]
            }),
          ),
        ),
    },
    liveGeneration: () => Promise.resolve(1),
    projected: () => Promise.resolve(0),
    name: NAME,
  })
  await writer.drop(1)
  for (let from = 0; from < documents.length; from += TEXTS_PER_APPLY)
    await writer.apply(
      1,
      documents.slice(from, from + TEXTS_PER_APPLY).map((document) => textOf([document])),
      Position.parse(from + 1),
    )
  await writer.rest?.(1)
  const typesense = await openTypesenseIndex({ ...at, name: NAME, model: MODEL })
  return {
    embedded,
    typesense,
    standIn,
    close: async () => {
      await typesense.close()
      await writer.drop(1)
      writer.close()
      await standIn?.stop()
    },
  }
}

const isDirected = (vector: Float32Array): boolean => vector.some((value) => value !== 0)

const namesOf = ({ texts }: SetFeatures, answer: IndexAnswer): string[] => {
  const names = fuse(answer).map(
    ({ slug }) => texts[Number(slug.slice('text-'.length))]?.name ?? '',
  )
  return [...new Set(names)].slice(0, DEPTH)
}

const judgedOf = ({ relevant }: QueryFeatures, names: readonly string[]): Judged => ({
  ranks: names.flatMap((name, at) => (relevant.includes(name) ? [at + 1] : [])),
  relevant: relevant.length,
})

const slugsOf = (answer: IndexAnswer): string =>
  fuse(answer)
    .slice(0, DEPTH)
    .map(({ slug }) => slug)
    .join(' ')

type Branch = 'hybrid' | 'lexical'

const compare = async (
  set: SetFeatures,
  queries: readonly QueryFeatures[],
  { embedded, typesense, standIn }: Opened,
  { branch, similarityFloor }: { readonly branch: Branch; readonly similarityFloor: number },
): Promise<string> => {
  const figures = { same: 0, totals: 0, requests: 0, bytes: 0, ms: [] as number[] }
  const judged: { embedded: Judged[]; typesense: Judged[] } = { embedded: [], typesense: [] }
  for (const query of queries) {
    const asked: IndexQuery = {
      terms: query.terms,
      identifiers: [],
      vector: branch === 'hybrid' ? query.vector : null,
      similarityFloor,
      filters: NO_FILTERS,
      lexicalDepth: 1_100,
      semanticDepth: 250,
      pageEnd: DEPTH,
    }
    const wanted = unpackAnswer(embedded.search(asked))
    const heard = standIn?.heard.length ?? 0
    const begun = performance.now()
    const found = await typesense.search(asked)
    figures.ms.push(performance.now() - begun)
    const own = (standIn?.heard.slice(heard) ?? []).filter(({ body }) => body.includes('query_by'))
    figures.requests += own.length
    figures.bytes += own.reduce((sum, { answered }) => sum + answered, 0)
    judged.embedded.push(judgedOf(query, namesOf(set, wanted)))
    judged.typesense.push(judgedOf(query, namesOf(set, found)))
    if (slugsOf(found) === slugsOf(wanted)) figures.same += 1
    if (totalOf(found) === totalOf(wanted)) figures.totals += 1
  }
  const n = queries.length
  const median = figures.ms.toSorted((one, other) => one - other)[Math.floor(n / 2)] ?? 0
  const [plain, over] = [ndcgAt(DEPTH, judged.embedded), ndcgAt(DEPTH, judged.typesense)]
  return [
    branch.padEnd(8),
    `nDCG@10 embedded ${plain.toFixed(4)} Typesense ${over.toFixed(4)}`,
    `(${(100 * (over / plain - 1)).toFixed(2)} %)`,
    `first page equal ${figures.same}/${n}, totals ${figures.totals}/${n}`,
    `${(figures.requests / n).toFixed(2)} requests, ${Math.round(figures.bytes / n / 1_000)} kB`,
    `${median.toFixed(1)} ms`,
  ].join('  ')
}

const [wanted = ''] = process.argv.slice(2)
const embedder = await openEmbedder(parseSettings({}))
for (const make of SETS) {
  const made = make()
  if (!made.name.includes(wanted)) continue
  const set = await featuresOf(made, embedder)
  const step = Math.max(1, Math.ceil(set.queries.length / QUERIES_MAX))
  const queries = set.queries.filter((_, at) => at % step === 0)
  const passages = set.texts.reduce((sum, text) => sum + text.passages.length, 0)
  console.log(
    `${set.name}: ${set.texts.length} texts, ${passages} passages, ${queries.length} queries`,
  )
  const opened = await open(set)
  for (const branch of ['lexical', 'hybrid'] as const)
    console.log(
      `  ${await compare(set, queries, opened, { branch, similarityFloor: embedder.similarityFloor })}`,
    )
  await opened.close()
}
process.exit()
