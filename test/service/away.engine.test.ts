/**
 * Engines that are away: waited for at the start, survived later, and named where a setting is
 * wrong.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../engines/install/processes.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { type Gate, makeGate } from '../engines/gate.ts'
import { ask, makeDataDir, makeOfficial, runPandect, runQuickly, spawnPandect } from './service.ts'

const TIMEOUT_MS = 180_000
const PATIENCE = { timeout: 60_000, interval: 200 } as const
const PEPPER = 'p'.repeat(32)
const SERVER_ERRORS_FROM = 500
const SERVICE_UNAVAILABLE = 503
/** A key that was looked up is believed for so long, and a little more. */
const KEY_AGE_MS = 1_200

let database: TestDatabase
let gate: Gate
let dataDir: string
let remove: () => Promise<void>
let nowhere: number
beforeAll(async () => {
  database = await openTestDatabase()
  const target = Number(new URL(database.connectionString).port)
  gate = makeGate(await freePort(), target)
  nowhere = await freePort()
  ;({ dataDir, remove } = await makeDataDir())
}, TIMEOUT_MS)
afterAll(async () => {
  await gate.shut()
  await database.close()
  await remove()
})

const urlAt = (port: number, changes: { password?: string; database?: string } = {}): string => {
  const url = new URL(database.connectionString)
  url.port = String(port)
  if (changes.password !== undefined) url.password = changes.password
  if (changes.database !== undefined) url.pathname = `/${changes.database}`
  return url.href
}
const direct = (): string => database.connectionString

/** A process that is read along. */
const start = (command: string, env: Record<string, string>) => {
  const child = spawnPandect([command], dataDir, {
    PORT: '0',
    METRICS_PORT: '0',
    KEY_PEPPER: PEPPER,
    ...env,
  })
  let said = ''
  const hear = (chunk: Buffer): void => void (said += chunk.toString('utf8'))
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, said: () => said, ended }
}

const textOf = (number: number): string =>
  JSON.stringify({
    title: `Servitude ${number}`,
    text: `## Objet\n\nLa servitude de passage, note ${number}.`,
    language: 'fr',
    jurisdiction: ['FR'],
    contentType: 'doctrine',
    source: { id: `away:${number}`, version: '1', licence: 'Licence Ouverte 2.0' },
  })

test(
  'a database that is down at the start is waited for, which is said; gone later, calls fail clearly and it recovers by itself',
  { timeout: TIMEOUT_MS },
  async () => {
    const service = start('serve', { DATABASE_URL: urlAt(gate.port) })
    try {
      await expect
        .poll(service.said, PATIENCE)
        .toMatch(
          new RegExp(
            `serve: the database of DATABASE_URL \\(127.0.0.1:${gate.port}\\) does not answer; trying again in`,
          ),
        )
      await gate.open()
      await expect.poll(service.said, PATIENCE).toMatch(/is ready\.[^]*http/)
      const baseUrl = /(http:\/\/\S+\/api\/v1)/.exec(service.said())?.[1] ?? ''

      const env = { DATABASE_URL: direct(), KEY_PEPPER: PEPPER }
      const made = await runQuickly(
        ['keys', 'create', '--account', 'away', '--plan', 'firm'],
        dataDir,
        { env },
      )
      expect(made.code, made.stderr).toBe(0)
      const caller = { baseUrl, key: made.stdout.trim().split('\n').at(-1) ?? '' }
      const file = join(dataDir, 'texts.jsonl')
      await writeFile(file, [1, 2].map(textOf).join('\n'))
      await makeOfficial(dataDir, dataDir, env)
      const imported = await runQuickly(['import', file, '--publish'], dataDir, { env })
      expect(imported.code, imported.stderr).toBe(0)
      type Found = { results: { article: { slug: string } }[] }
      const search = (words: string) => ask<Found>(caller, '/search', { body: { text: words } })
      const totalOf = async (words: string) =>
        (await search(words)).text.match(/"total":(\d+)/)?.[1]
      await expect.poll(() => totalOf('servitude'), PATIENCE).toBe('2')

      const slug = /"slug":"([^"]+)"/.exec((await search('servitude')).text)?.[1] ?? ''
      await gate.shut()
      await sleep(KEY_AGE_MS)
      // A call needs its key and its price recorded, so it fails rather than be served for nothing;
      // it says for how long.
      for (const answer of [await search('servitude'), await ask(caller, `/articles/${slug}`)]) {
        expect(answer.status).toBeGreaterThanOrEqual(SERVER_ERRORS_FROM)
        expect(answer.headers.get('retry-after')).not.toBeNull()
        expect(answer.text).not.toMatch(/ECONN|postgres|127\.0\.0\.1/i)
      }
      expect((await ask(caller, '/openapi.json', { key: null })).status).toBe(200)
      const health = await fetch(new URL('/health/ready', baseUrl))
      expect(health.status).toBe(SERVICE_UNAVAILABLE)
      const refused = await runPandect(['import', file, '--publish'], dataDir, {
        env: { ...env, DATABASE_URL: urlAt(gate.port), ENGINES_WAIT_SECONDS: '1' },
      })
      expect(refused.code).toBe(1)
      expect(refused.stderr).toContain('pandect: store-unavailable: the database of DATABASE_URL')

      await gate.open()
      await expect
        .poll(async () => (await ask(caller, `/articles/${slug}`)).status, PATIENCE)
        .toBe(200)
      await writeFile(file, [1, 2, 3].map(textOf).join('\n'))
      expect((await runQuickly(['import', file, '--publish'], dataDir, { env })).code).toBe(0)
      await expect.poll(() => totalOf('servitude'), PATIENCE).toBe('3')
    } finally {
      service.child.kill('SIGTERM')
    }
    expect(await service.ended, service.said()).toBe(0)
  },
)

const WRONG = [
  ['relay', 'KAFKA_BROKERS', () => ({ KAFKA_BROKERS: `127.0.0.1:${nowhere}` })],
  ['projector', 'KAFKA_BROKERS', () => ({ KAFKA_BROKERS: `127.0.0.1:${nowhere}` })],
  ['worker', 'TEMPORAL_ADDRESS', () => ({ TEMPORAL_ADDRESS: `127.0.0.1:${nowhere}` })],
  ['api', 'DATABASE_URL', () => ({ DATABASE_URL: urlAt(nowhere) })],
  ['worker', 'DATABASE_URL', () => ({ DATABASE_URL: urlAt(nowhere), TEMPORAL_ADDRESS: 'a:1' })],
] as const

test.each(WRONG)(
  '`pandect %s` waits for %s as long as configured, then ends with one line that names it',
  { timeout: TIMEOUT_MS },
  async (command, setting, env) => {
    const { ended, said } = start(command, {
      DATABASE_URL: direct(),
      ENGINES_WAIT_SECONDS: '5',
      ...env(),
    })
    expect(await ended, said()).toBe(1)
    expect(said()).toMatch(new RegExp(`^${command}: .*; trying again in (?:0\\.5|1) s$`, 'm'))
    expect(said()).toMatch(new RegExp(`^pandect: [a-z-]+: .*${setting}`, 'm'))
  },
)

test(
  'a wrong password, database or address is reported at once by its setting',
  { timeout: TIMEOUT_MS },
  async () => {
    const port = Number(new URL(direct()).port)
    for (const url of [
      urlAt(port, { password: 'wrong' }),
      urlAt(port, { database: 'none' }),
      'postgresql://user:x@127.0.0.1:port/pandect',
    ]) {
      const { code, stderr } = await runPandect(['digest'], dataDir, { env: { DATABASE_URL: url } })
      expect(code, stderr).toBe(1)
      expect(stderr).toMatch(/^pandect: [a-z-]+: .*DATABASE_URL/m)
      expect(stderr).not.toContain('trying again')
      expect(stderr).not.toContain('wrong')
    }
  },
)

test('a process that still waits ends at once on a signal', { timeout: TIMEOUT_MS }, async () => {
  const relay = start('relay', {
    DATABASE_URL: direct(),
    KAFKA_BROKERS: `127.0.0.1:${nowhere}`,
  })
  await expect.poll(relay.said, PATIENCE).toContain('trying again')
  relay.child.kill('SIGTERM')
  expect(await relay.ended, relay.said()).toBe(0)
})
