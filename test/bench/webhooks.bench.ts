/**
 * From the commit of a fact to its message, while a fifth of the receivers hang:
 *
 * node test/bench/webhooks.bench.ts [endpoints] [changes]
 *
 * A projector and a notifier of their own, on an embedded PostgreSQL; receivers are in this
 * process.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { makePool } from '#infra/postgres/platform/pool.ts'
import { migrate } from '#infra/postgres/platform/migrate.ts'
import { openKillablePostgres } from '../engines/killable-postgres.ts'
import { contentOf, drafted, published } from '../contract/read-models.fixtures.ts'
import { recordTexts } from '../replay/world.ts'
import { makeDataDir, spawnPandect } from '../service/service.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { makeAccount, PEPPER, registerAt } from '../webhooks/world.ts'
import { quantile } from './figures.ts'

const [endpoints = 50, changes = 200] = process.argv.slice(2).map(Number)
const HANGING_SHARE = 0.2
const HANG_MS = 15_000
const PER_ACCOUNT = 20
/** Between two appends. */
const EVERY_MS = 250

const { dataDir, remove } = await makeDataDir()
const server = await openKillablePostgres()
const { connectionString } = server
await migrate(connectionString)
const pool = makePool(connectionString, {
  applicationName: 'pandect bench',
  pepper: PEPPER,
  max: 4,
})
await pool.query('update webhook_checkpoint set position = 0')
const committed = new Map<string, number>()
const delays: number[] = []
const good = await startReceiver((response, { body, atMs }) => {
  response.writeHead(204).end()
  const slug = (JSON.parse(body) as { data: { slug: string } }).data.slug
  delays.push(atMs - (committed.get(slug) ?? Number.NaN))
})
const hanging = await startReceiver(async (response) => {
  await sleep(HANG_MS)
  response.writeHead(204).end()
})
const hangs = (endpoint: number): boolean => endpoint % Math.round(1 / HANGING_SHARE) === 0
let accountId = ''
for (let endpoint = 0; endpoint < endpoints; endpoint += 1) {
  if (endpoint % PER_ACCOUNT === 0) accountId = await makeAccount(pool)
  const { url } = hangs(endpoint) ? hanging : good
  await registerAt(pool, accountId, { url: `${url}/${endpoint}` })
}
const env = {
  DATABASE_URL: connectionString,
  KEY_PEPPER: PEPPER,
  EMBEDDINGS_MODEL_DIR: 'builtin',
  METRICS_PORT: '0',
  WEBHOOK_PRIVATE_NETWORKS: 'on',
  WEBHOOK_PORTS: 'any',
}
const children = ['projector', 'notifier'].map((command) => {
  const child = spawnPandect([command], dataDir, env)
  child.stdout?.resume()
  child.stderr?.resume()
  return child
})
// Both follow before the first fact that is timed.
await sleep(8_000)

for (let change = 0; change < changes; change += 1) {
  const name = `bench-${change}`
  await recordTexts(pool, [name], (one, texts) => {
    const content = contentOf(one)
    return [drafted(content, texts), published(content, texts, '1.0.0')]
  })
  committed.set(`slug-${name}`, Date.now())
  await sleep(EVERY_MS)
}
const wanted =
  changes * Array.from({ length: endpoints }, (_, one) => one).filter((one) => !hangs(one)).length
while (delays.length < wanted) await sleep(100)
const sorted = delays.toSorted((a, b) => a - b)
console.log(
  JSON.stringify({
    endpoints,
    hanging: endpoints - wanted / changes,
    changes,
    messages: sorted.length,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    maxMs: sorted.at(-1),
    hangingTook: hanging.received.length,
  }),
)
for (const child of children) child.kill('SIGKILL')
await good.close()
await hanging.close()
await pool.close()
await server.close()
await remove()
