/** One count over real processes (contracts/conventions/rate-limits.md). */
import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { makeDataDir, runQuickly } from '../service/service.ts'
import { type Killable, startApi } from './processes.ts'

const PROCESSES = 4
const REQUESTS = 400
const QUOTA = 120
/** The window slides: in a longer time more would pass. */
const WINDOW_MS = 60_000
const TIMEOUT_MS = 180_000

let database: TestDatabase
let folder: Awaited<ReturnType<typeof makeDataDir>>
let apis: Killable[]
let env: Record<string, string>
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await makeDataDir()
  env = {
    DATABASE_URL: database.connectionString,
    KEY_PEPPER: randomBytes(32).toString('hex'),
    SESSION_SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'fatal',
  }
  apis = await Promise.all(Array.from({ length: PROCESSES }, () => startApi(folder.dataDir, env)))
}, TIMEOUT_MS)
afterAll(async () => {
  agent.destroy()
  await Promise.all((apis ?? []).map((api) => api.stop()))
  await database.close()
  await folder.remove()
}, TIMEOUT_MS)

const newKey = async (): Promise<string> => {
  const words = ['keys', 'create', '--account', randomUUID(), '--plan', 'firm']
  return (await runQuickly(words, folder.dataDir, { env })).stdout.trim()
}

type Answer = { status: number; limit: string }
const ask = (port: number, key: string | null): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = key === null ? {} : { authorization: `Bearer ${key}` }
    const path = '/api/v1/usage'
    request({ agent, host: '127.0.0.1', port, path, headers }, (message) => {
      message.resume().once('end', () => {
        const limit = String(message.headers['ratelimit'])
        resolve({ status: message.statusCode ?? 0, limit })
      })
    })
      .once('error', reject)
      .end()
  })

const askAll = async (
  key: string | null,
  count: number,
): Promise<{ answers: Answer[]; tookMs: number }> => {
  const started = performance.now()
  const answers = await Promise.all(
    Array.from({ length: count }, (_, turn) => ask(apis[turn % PROCESSES]?.port() ?? 0, key)),
  )
  return { answers, tookMs: performance.now() - started }
}
const withStatus = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length

test(
  '4 processes, one key, an empty window: of 400 requests at once exactly 120 pass',
  { timeout: TIMEOUT_MS },
  async () => {
    const key = await newKey()
    const { answers, tookMs } = await askAll(key, REQUESTS)
    expect(tookMs).toBeLessThan(WINDOW_MS)
    expect(withStatus(answers, 200)).toBe(QUOTA)
    expect(withStatus(answers, 429)).toBe(REQUESTS - QUOTA)
    const left = answers.flatMap(({ status, limit }) =>
      status === 200 ? [Number(/r=(\d+)/.exec(limit)?.[1])] : [],
    )
    expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: QUOTA }, (_, n) => n))
  },
)

test('an address without a key has 30 over all processes', { timeout: TIMEOUT_MS }, async () => {
  const { answers } = await askAll(null, 100)
  expect(withStatus(answers, 401)).toBe(30)
  expect(withStatus(answers, 429)).toBe(70)
})
