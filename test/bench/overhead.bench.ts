/**
 * What authentication, limit and billing cost a search together: the same search over HTTP with all
 * of them (a key, the shared limiter, the ledger, on a PostgreSQL that waits for its disk) and on a
 * bare route without any, in pairs, so that other work of the machine meets both alike.
 *   node test/bench/overhead.bench.ts [pairs]      (default: 2,000)
 * Prints one JSON object; milliseconds.
 */
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify, type FastifyInstance } from 'fastify'
import { SearchRequest } from '#contracts/http/search.ts'
import { Day } from '#contracts/ids.ts'
import { openDatabase } from '#infra/processes/wiring/database.ts'
import { makeArticleReader } from '#infra/postgres/read-models/article-reader.ts'
import { makeKeyStore } from '#infra/postgres/accounts/key-store.ts'
import { makeLedger } from '#infra/postgres/money/ledger.ts'
import { makeUsageReader } from '#infra/postgres/money/ledger-usage.ts'
import { makePostgresRateLimiter } from '#infra/postgres/accounts/rate-limiter.ts'
import { keyPepper } from '#infra/secrets.ts'
import { parseSettings } from '#infra/settings.ts'
import { buildApp } from '#query-api/routes/app.ts'
import { takeJsonOnly } from '#contracts/web/http/json-body.ts'
import { parseRequest } from '#contracts/web/http/validation.ts'
import { openIndex } from '#infra/processes/wiring/query-api.ts'
import { makeSearch, type Search } from '#query-api/search/search.ts'
import { makeOpenGates, UNUSED } from '../api/harness.ts'
import { makeDataDir, startService } from '../service/service.ts'
import { quantile, round } from './figures.ts'

const PAIRS = Number(process.argv[2] ?? 2_000)
const WARM_UP = 200
const NO_LIMIT = 1_000_000
const TEXTS = ['bail commercial', 'licenciement', 'clause limitative', 'vices cachés', 'preuve']

const bareApp = (search: Search): FastifyInstance => {
  const app = fastify({ logger: false })
  takeJsonOnly(app)
  app.post(
    '/api/v1/search',
    async ({ body }) => (await search(parseRequest(SearchRequest, body))).response,
  )
  return app
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const BODIES = TEXTS.map((text) => JSON.stringify({ text }))

/** Milliseconds of one search. */
const ask = (port: number, key: string, turn: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: '/api/v1/search',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      },
      (message) =>
        message.resume().once('end', () => {
          if (message.statusCode === 200) resolve(performance.now() - started)
          else reject(new Error(`search answered ${message.statusCode}`))
        }),
    )
      .once('error', reject)
      .end(BODIES[Math.abs(turn) % BODIES.length])
  })

const portOf = async (app: FastifyInstance): Promise<number> => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

const figures = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  return { p50: round(quantile(sorted, 0.5)), p95: round(quantile(sorted, 0.95)) }
}

const { dataDir, remove } = await makeDataDir()
// Imports the demonstration corpus and holds the engine; it is not asked.
const service = await startService(dataDir, { LOG_LEVEL: 'warn' })
const settings = parseSettings({ PANDECT_DATA_DIR: dataDir })
const database = await openDatabase(settings, 'bench')
const { embedder, index } = await openIndex(settings, database, () => undefined)
const clock = (): number => performance.now()
const today = () => Day.parse('2026-11-22')
const search = makeSearch({ index, embedder, clock, today })
const whole = buildApp({
  ...UNUSED,
  search,
  articles: makeArticleReader(database.pool),
  keys: makeKeyStore(database.pool),
  limiter: makePostgresRateLimiter(database.pool),
  ledger: makeLedger(database.pool),
  gates: makeOpenGates(),
  usage: makeUsageReader(database.pool),
  pepper: await keyPepper(settings),
  limits: { ...settings.limits, rest: NO_LIMIT },
  clock: () => Date.now(),
  trustProxy: null,
  log: { level: 'silent' },
  health: async () => ({ ready: true, position: null, lagEvents: null }),
  entailment: null,
})
const bare = bareApp(search)
try {
  const [withAll, without] = [await portOf(whole), await portOf(bare)]
  const times = { with: [] as number[], without: [] as number[], more: [] as number[] }
  for (let turn = -WARM_UP; turn < PAIRS; turn += 1) {
    // In turns first and second.
    const first = turn % 2 === 0
    const early = await ask(first ? withAll : without, service.key, turn)
    const late = await ask(first ? without : withAll, service.key, turn)
    if (turn < 0) continue
    const [paid, free] = first ? [early, late] : [late, early]
    times.with.push(paid)
    times.without.push(free)
    times.more.push(paid - free)
  }
  const [paid, free] = [figures(times.with), figures(times.without)]
  console.log(
    JSON.stringify({
      pairs: PAIRS,
      with: paid,
      without: free,
      more: figures(times.more),
      ratioOfMedians: round(paid.p50 / free.p50),
    }),
  )
} finally {
  agent.destroy()
  await whole.close()
  await bare.close()
  await index.close()
  await database.close()
  await service.stop()
  await remove()
}
