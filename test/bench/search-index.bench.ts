/**
 * The search indexes over many passages, through their port: `npm run bench:typesense [--
 * passages]` (200,000 by default). Measures the embedded index and, where TYPESENSE_URL and
 * TYPESENSE_API_KEY are given, Typesense in the same run. Needs ../shared beside the checkout.
 * Prints milliseconds.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Position } from '#contracts/ids.ts'
import { makeSearchWriter } from '#infra/embedded/search/rows.ts'
import { openEmbeddedSearchIndex } from '#infra/embedded/search/search-index.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import { openTypesenseIndex } from '#infra/typesense/search-index.ts'
import { makeServer } from '#infra/typesense/server.ts'
import { makeTypesenseWriter } from '#infra/typesense/writer.ts'
import type { IndexAnswer, IndexQuery, SearchIndex, SearchWriter } from '#query-api/ports.ts'
import { fuse, totalOf } from '#query-api/search/fusion.ts'
import { realTypesense } from '../contract/typesense-opened.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { type BenchText, MODEL, PASSAGES_PER_DOCUMENT, SearchCorpus } from './search-corpus.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const PASSAGES = Number(process.argv[2] ?? 200_000)
const TEXTS = Math.ceil(PASSAGES / PASSAGES_PER_DOCUMENT)
const GENERATION = 1
const BATCH_TEXTS = 500
const WARM_UP = 60
const CLIENTS_MANY = 8
const SHOWN = 20
const CATCH_UP_MS = 60_000
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const at = (position: number): Position => Position.parse(position)
const seconds = (since: number): string => ((performance.now() - since) / 1_000).toFixed(1)

const pssMb = (): number =>
  Math.round(
    Number(/Pss:\s+(\d+)/.exec(readFileSync('/proc/self/smaps_rollup', 'utf8'))?.[1]) / 1_024,
  )

const putVectors = (pool: PostgresPool, texts: readonly BenchText[]): Promise<void> =>
  makeVectors(pool).put(
    MODEL,
    texts.flatMap(({ text, vectors }) =>
      (text.documents[0]?.passages ?? []).flatMap(({ textSha256 }, ordinal) => {
        const vector = vectors[ordinal]
        return vector === undefined ? [] : [{ textSha256, vector }]
      }),
    ),
  )

const write = async (
  corpus: SearchCorpus,
  pool: PostgresPool,
  writer: SearchWriter,
): Promise<void> => {
  const started = performance.now()
  let applying = 0
  for (let first = 0; first < TEXTS; first += BATCH_TEXTS) {
    const length = Math.min(BATCH_TEXTS, TEXTS - first)
    const texts = Array.from({ length }, (_, n) => corpus.text(first + n))
    await putVectors(pool, texts)
    const before = performance.now()
    await writer.apply(
      GENERATION,
      texts.map(({ text }) => text),
      at(first + length),
    )
    applying += performance.now() - before
  }
  const rate = Math.round((1_000 * TEXTS) / applying)
  say(`rows written in ${seconds(started)} s; apply alone ${rate} texts/s`)
}

/**
 * Runs every query once, a few clients at a time; each client waits for its answer before it asks
 * again.
 */
const timings = async (
  queries: readonly IndexQuery[],
  clients: number,
  ask: (query: IndexQuery) => Promise<unknown>,
): Promise<{ sorted: number[]; perSecond: number }> => {
  const rest = queries.values()
  const sorted: number[] = []
  const started = performance.now()
  const client = async (): Promise<void> => {
    for (const query of rest) {
      const before = performance.now()
      await ask(query)
      sorted.push(performance.now() - before)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const perSecond = (1_000 * queries.length) / (performance.now() - started)
  return { sorted: sorted.toSorted((one, other) => one - other), perSecond }
}

const report = async (
  name: string,
  queries: readonly IndexQuery[],
  ask: (query: IndexQuery) => Promise<unknown>,
): Promise<void> => {
  await timings(queries.slice(0, WARM_UP), 1, ask)
  for (const clients of [1, CLIENTS_MANY]) {
    const { sorted, perSecond } = await timings([...queries, ...queries], clients, ask)
    const share = (part: number): string =>
      (sorted[Math.floor(part * sorted.length)] ?? 0).toFixed(1).padStart(7)
    const label = `${name}, ${clients} at a time`.padEnd(48)
    say(`${label} best${share(0)}  p50${share(0.5)}  p95${share(0.95)}  ${perSecond.toFixed(0)}/s`)
  }
}

const variants = (query: IndexQuery): Record<string, IndexQuery> => ({
  lexical: { ...query, vector: null },
  semantic: { ...query, terms: [] },
  hybrid: query,
  'hybrid, 10 % filter tied to the topic': {
    ...query,
    filters: { ...query.filters, anyOf: { conceptIds: ['tenth-3'] } },
  },
})

const measure = async (index: SearchIndex, queries: readonly IndexQuery[]): Promise<void> => {
  for (const name of Object.keys(variants(queries[0] as IndexQuery)))
    await report(
      name,
      queries.map((query) => variants(query)[name] ?? query),
      (query) => index.search(query),
    )
  await report(`hybrid with ${SHOWN} displays`, queries, async (query) => {
    const { lexical } = await index.search(query)
    return index.displays(lexical.slice(0, SHOWN).map(({ entry }) => entry))
  })
  await report('browse', queries, ({ filters }) => index.browse({ filters, depth: 1_100 }))
}

/** The same texts and questions over Typesense; then how many answers equal the embedded ones. */
const measureTypesense = async (
  corpus: SearchCorpus,
  pool: PostgresPool,
  embedded: SearchIndex,
): Promise<void> => {
  const { address, missing } = realTypesense()
  if (address === null) return say(`Typesense is left out: ${missing}`)
  const name = `pandect_bench_${process.pid}`
  const writer = makeTypesenseWriter({
    server: makeServer(address),
    vectors: makeVectors(pool),
    liveGeneration: () => Promise.resolve(GENERATION),
    projected: () => Promise.resolve(0),
    name,
  })
  say('Typesense:')
  try {
    await write(corpus, pool, writer)
    await writer.rest?.(GENERATION)
    const index = await openTypesenseIndex({ ...address, name, model: MODEL })
    try {
      const queries = corpus.queries()
      await measure(index, queries)
      for (const [label, some] of [
        ['hybrid', queries],
        ['lexical', queries.map((query) => ({ ...query, vector: null }))],
      ] as const)
        say(`${label}: ${await equalPages(index, embedded, some)}`)
    } finally {
      await index.close()
    }
  } finally {
    await writer.drop(GENERATION)
    writer.close()
  }
}

const pageOf = (answer: IndexAnswer): string =>
  fuse(answer)
    .slice(0, SHOWN)
    .map(({ slug }) => slug)
    .join(' ')

const equalPages = async (
  index: SearchIndex,
  other: SearchIndex,
  queries: readonly IndexQuery[],
): Promise<string> => {
  const equal = { pages: 0, totals: 0 }
  for (const query of queries) {
    const [one, two] = [await index.search(query), await other.search(query)]
    if (pageOf(one) === pageOf(two)) equal.pages += 1
    if (totalOf(one) === totalOf(two)) equal.totals += 1
  }
  return `first pages equal to the embedded index ${equal.pages} of ${queries.length}, totals ${equal.totals}`
}

const measureUpdates = async (
  corpus: SearchCorpus,
  pool: PostgresPool,
  index: SearchIndex,
  writer: SearchWriter,
): Promise<void> => {
  const took: number[] = []
  for (let round = 1; round <= 20; round++) {
    const texts = Array.from({ length: 100 }, (_, n) => corpus.text(n, 1 + round))
    await putVectors(pool, texts)
    const before = performance.now()
    await writer.apply(
      GENERATION,
      texts.map(({ text }) => text),
      at(TEXTS + round),
    )
    await index.waitFor(at(TEXTS + round), CATCH_UP_MS)
    took.push(performance.now() - before)
  }
  const sorted = took.toSorted((one, other) => one - other)
  say(
    `100 texts replaced and searchable: p50 ${sorted[10]?.toFixed(0)} ms, worst ${sorted.at(-1)?.toFixed(0)} ms`,
  )
}

const SAVED_MS = 300_000

/** Waits until the index is kept in a file, and opens it from there in the place of the rows. */
const measureSnapshot = async (
  pool: PostgresPool,
  file: string,
  queries: readonly IndexQuery[],
  index: SearchIndex,
): Promise<void> => {
  const isKept = async (): Promise<boolean> =>
    (await pool.query('select from search_snapshots')).rows.length > 0
  const waiting = performance.now()
  while (!(await isKept())) {
    if (performance.now() - waiting > SAVED_MS) throw new Error('no snapshot was kept')
    await pause(250)
  }
  say(
    `kept in a file after ${seconds(waiting)} s, 30 of them quiet: ${Math.round((await stat(file)).size / 2 ** 20)} MB`,
  )
  const opening = performance.now()
  const again = await openEmbeddedSearchIndex({
    pepper: TEST_PEPPER,
    connectionString: pool.connectionString,
    snapshotFile: file,
  })
  try {
    say(`opened from it in ${seconds(opening)} s; ${await equalPages(again, index, queries)}`)
  } finally {
    await again.close()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'pandect-bench-'))
const snapshotFile = join(folder, 'search-index')
const database = await openTestDatabase()
const pool = makePool(database.connectionString, {
  applicationName: 'pandect bench',
  pepper: TEST_PEPPER,
  max: 2,
})
try {
  const corpus = new SearchCorpus()
  const writer = makeSearchWriter(pool)
  say(
    `${TEXTS} texts, ${TEXTS * PASSAGES_PER_DOCUMENT} passages; load of the machine ${loadavg()[0]?.toFixed(1)}`,
  )
  await write(corpus, pool, writer)
  const before = pssMb()
  const opening = performance.now()
  const index = await openEmbeddedSearchIndex({
    pepper: TEST_PEPPER,
    connectionString: database.connectionString,
    snapshotFile,
  })
  const rate = Math.round((1_000 * TEXTS) / (performance.now() - opening))
  say(`index opened in ${seconds(opening)} s (${rate} texts/s), ${pssMb() - before} MB`)
  try {
    // First, since writing it takes time from searches.
    await measureSnapshot(pool, snapshotFile, corpus.queries(), index)
    await measure(index, corpus.queries())
    await measureTypesense(corpus, pool, index)
    await measureUpdates(corpus, pool, index, writer)
    await pause(1_000)
    say(`${pssMb() - before} MB at the end; load of the machine ${loadavg()[0]?.toFixed(1)}`)
  } finally {
    await index.close()
  }
} finally {
  await pool.close()
  await database.close()
  await rm(folder, { recursive: true })
}
