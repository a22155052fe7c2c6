/**
 * Import rate and HTTP latencies of the whole service on embedded engines.
 *   node test/bench/http.bench.ts [records.jsonl or folder]      (default: ../shared/corpus/import)
 * Prints one JSON object a line. Vectors are those of the default embedder.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sharedPath } from '../corpus/shared.ts'
import { ask, makeDataDir, makeOfficial, runPandect, startService } from '../service/service.ts'
import { figuresOf, round, underLoad } from './figures.ts'

const WARM_UP_MS = 2_000
const RUN_MS = 8_000
const NO_LIMIT = '1000000'

const corpus = process.argv[2] ?? sharedPath('corpus', 'import')
if (!existsSync(corpus)) throw new Error(`${corpus} is not there`)

const QUERIES = readFileSync(sharedPath('relevance', 'service_public_queries.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { query: string }).query)

const print = (what: string, figures: object): void =>
  console.log(JSON.stringify({ what, ...figures }))

const { dataDir, remove } = await makeDataDir()
const service = await startService(dataDir, {
  LIMIT_REST: NO_LIMIT,
  LIMIT_ANONYMOUS: NO_LIMIT,
  PANDECT_DEMONSTRATION: 'off',
  LOG_LEVEL: 'warn',
})
try {
  print('ready', { ms: round(service.readyAfterMs, 0) })
  await makeOfficial(statSync(corpus).isDirectory() ? corpus : dirname(corpus), dataDir)
  const started = performance.now()
  const imported = await runPandect(['import', corpus, '--publish', '--json'], dataDir)
  const seconds = (performance.now() - started) / 1_000
  const summary = JSON.parse(imported.stdout.trim().split('\n').at(-1) ?? '{}') as { read: number }
  print('import', {
    ...summary,
    seconds: round(seconds),
    recordsPerSecond: round(summary.read / seconds, 0),
  })

  const digest = await runPandect(['digest', '--json'], dataDir)
  print('digest', JSON.parse(digest.stdout.trim().split('\n').at(-1) ?? '{}') as object)

  const search = async (turn: number, enableVector: boolean): Promise<void> => {
    const text = QUERIES[turn % QUERIES.length] ?? ''
    const { status } = await ask(service, '/search', { body: { text, enableVector } })
    if (status !== 200) throw new Error(`search answered ${status}`)
  }
  for (const [what, enableVector] of [
    ['hybrid', true],
    ['lexical', false],
  ] as const) {
    await underLoad(1, WARM_UP_MS, (turn) => search(turn, enableVector))
    for (const clients of [1, 8]) {
      const durations = await underLoad(clients, RUN_MS, (turn) => search(turn, enableVector))
      const { p50, p95, count } = figuresOf(durations)
      print(`search ${what}, ${clients} client(s)`, {
        p50: round(p50),
        p95: round(p95),
        perSecond: round((count * 1_000) / RUN_MS, 0),
      })
    }
  }
  const hits = await ask<{ hits: { slug: string }[] }>(service, '/search', {
    body: { text: 'contrat', limit: 100 },
  })
  const slugs = hits.body.hits.map(({ slug }) => slug)
  const article = async (turn: number): Promise<void> => {
    const { status } = await ask(service, `/articles/${slugs[turn % slugs.length] ?? ''}`)
    if (status !== 200) throw new Error(`article answered ${status}`)
  }
  await underLoad(1, WARM_UP_MS, article)
  for (const clients of [1, 8]) {
    const { p50, p95, count } = figuresOf(await underLoad(clients, RUN_MS, article))
    print(`article, ${clients} client(s)`, {
      p50: round(p50),
      p95: round(p95),
      perSecond: round((count * 1_000) / RUN_MS, 0),
    })
  }
} finally {
  await service.stop()
  if (statSync(join(dataDir), { throwIfNoEntry: false }) !== undefined) await remove()
}
