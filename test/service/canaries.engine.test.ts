/**
 * No key and no content anywhere (contracts/conventions/privacy.md): a thousand requests made of
 * words that exist nowhere else, at the finest log level, while every layer fails in turn;
 * afterwards none of the words is in what the processes printed, in the metrics, in a table, or in
 * a byte of the data folders, the write-ahead log of PostgreSQL included.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { BASE62, KEY_FORMAT, KEY_PREFIXES, keyOf } from '#contracts/api-key.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '#infra/embedded/postgres.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { startMeterServer, type MeterServer } from '../billing/meter-server.ts'
import { filesWith, foundInText, formsOf, tablesWith } from './canary-search.ts'
import { type CutProxy, openCutProxy } from './cut-proxy.ts'
import { runQuickly, spawnPandect } from './service.ts'
import { joinDesk } from './staff-canaries.ts'

const CORPUS = resolve(import.meta.dirname, '../../ingest/sources/demonstration/corpus')
const START_TIMEOUT_MS = 180_000
const TEST_TIMEOUT_MS = 300_000
const WALKABLE = 0o711
const AT_ONCE = 8
const WEBHOOK_SECRET = 'whsec_of_the_canary_test'
const LETTERS = 'bcdfghjklmnpqrstvwxz'

/** Every word of this run begins with it, and no language has it. */
const RUN = `zq${Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`
let words = 0
const word = (): string => `${RUN}${(words += 1)}`
/** A well-formed key that nobody has. */
const wordKey = (): string => {
  const secret = `${RUN}${(words += 1)}x`.padEnd(
    KEY_FORMAT.secretLength,
    BASE62[randomInt(BASE62.length)],
  )
  return keyOf('live', secret.slice(0, KEY_FORMAT.secretLength))
}

let folder: string
let postgres: EmbeddedPostgres
let pool: PostgresPool
let proxy: CutProxy
let meter: MeterServer
let child: ReturnType<typeof spawnPandect>
let origin = ''
let metricsUrl = ''
let output = ''
const keys: string[] = []
const PERSON = { email: 'personne@example.org', password: word() }
let session = ''
let desk = ''
let invitation = ''
let staffToken = ''
/** Of a member of staff: password, invitation, second factor, recovery codes, cookies, token. */
const ofStaff: string[] = []
/**
 * What must be nowhere: the words of this run, the keys that were in use, the cookie of whoever
 * signed in, and every secret of a member of staff.
 */
const secrets = (): string[] => [
  RUN,
  ...keys.map((key) => key.slice(KEY_PREFIXES.live.length)),
  session,
  ...ofStaff,
]
const answers = new Map<number, number>()
const metrics: string[] = []

const environment = (port: number): Record<string, string> => {
  const url = new URL(postgres.connectionString)
  url.port = String(port)
  return {
    DATABASE_URL: url.href,
    KEY_PEPPER: 'the pepper of the canary test, long enough',
    SESSION_SECRET: 'the session secret of the canary test, long enough',
    LOG_LEVEL: 'trace',
    PORT: '0',
    DESK_PORT: '0',
    METRICS_PORT: '0',
    LIMIT_ANONYMOUS: '1000000',
    LIMIT_REST: '1000000',
    STRIPE_API_KEY: 'sk_test_x',
    STRIPE_API_BASE: meter.url,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  }
}
const directPort = (): number => Number(new URL(postgres.connectionString).port)
const command = async (args: readonly string[], input = ''): Promise<string> => {
  const options = { env: environment(directPort()), input }
  const done = await runQuickly(args, join(folder, 'data'), options)
  if (done.code !== 0) throw new Error(`${args.join(' ')}: ${done.stderr}`)
  output += done.stderr
  return done.stdout.trim()
}

const ready = async (): Promise<void> => {
  const listening = new Promise<void>((done, reject) => {
    const { stdout, stderr } = child
    if (stdout === null || stderr === null) return reject(new Error('no output'))
    stderr.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
    stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
    createInterface({ input: stderr }).on('line', (line) => {
      metricsUrl = /^metrics: (\S+)/.exec(line)?.[1] ?? metricsUrl
    })
    createInterface({ input: stdout }).on('line', (line) => {
      desk = /desk +(http:\/\/\S+?)\/?$/.exec(line)?.[1] ?? desk
      const found = /(http:\/\/\S+)\/api\/v1/.exec(line)?.[1]
      if (found === undefined) return
      origin = found
      done()
    })
    child.once('close', () => reject(new Error(`serve ended: ${output.slice(-2_000)}`)))
  })
  await listening
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pandect-canaries-'))
  await chmod(folder, WALKABLE)
  // With the settings that a user's own embedded server has; only the waiting for the disk is left
  // out.
  postgres = await openEmbeddedPostgres({
    dataDir: join(folder, 'database'),
    settings: { fsync: 'off' },
  })
  pool = makePool(postgres.connectionString, { applicationName: 'pandect test', max: 2 })
  meter = await startMeterServer({ seed: 1, tooMany: 0.1, failAfterTaking: 0.1 })
  proxy = await openCutProxy(directPort())
  await command(['import', CORPUS, '--publish', '--json'])
  const create = ['keys', 'create', '--account', 'Essai', '--plan', 'firm']
  for (let key = 0; key < 3; key += 1) keys.push(await command(create))
  keys.push(await command([...create, '--scopes', 'articles:read']))
  keys.push(await command([...create, '--cap-usd', '0.01', '--cap-mode', 'hard']))
  keys.push(await command([...create, '--scopes', 'articles:read,changes:read,webhooks:manage']))
  const person = ['--account', 'Essai', '--email', PERSON.email]
  await command(['accounts', 'set-password', ...person], `${PERSON.password}\n`)
  invitation = await command([
    'staff',
    'invite',
    '--email',
    'nadia@example.org',
    '--roles',
    'publisher,author',
  ])
  child = spawnPandect(['serve'], join(folder, 'data'), environment(proxy.port))
  await ready()
}, START_TIMEOUT_MS)

afterAll(async () => {
  if (child.exitCode === null) child.kill('SIGKILL')
  await proxy.close()
  await meter.close()
  await pool.close()
  await postgres.close()
  await rm(folder, { recursive: true, force: true })
})

type Options = {
  key?: string | null
  body?: string | object
  headers?: Record<string, string>
  method?: string
}
const ask = async (
  path: string,
  { key = keys[words % 3] ?? '', body, headers, method }: Options = {},
): Promise<void> => {
  const response = await fetch(new URL(path, origin), {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      'user-agent': word(),
      referer: `https://${word()}.example/`,
      cookie: `session=${word()}`,
      'x-forwarded-for': word(),
      'idempotency-key': word(),
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }).catch(() => null)
  await response?.arrayBuffer().catch(() => null)
  const status = response?.status ?? 0
  answers.set(status, (answers.get(status) ?? 0) + 1)
}
/** The same of the desk and the editorial API. */
const askDesk = async (path: string, options: Options = {}): Promise<void> => {
  const given = { key: staffToken, ...options }
  await ask(new URL(path, desk).href, given)
}
const raw = (bytes: string): Promise<void> =>
  new Promise((done) => {
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname, () => socket.end(bytes))
    socket
      .on('error', () => done())
      .on('close', () => done())
      .resume()
    socket.setTimeout(2_000, () => socket.destroy())
  })

const search = (body: string | object, more: Options = {}) =>
  ask('/api/v1/search', { body, ...more })
const article = (slug: string, more: Options = {}) => ask(`/api/v1/articles/${slug}`, more)
/** What an account keeps and asks about what it was given; the sixth key may do all of it. */
const keeps = (path: string, body: object, method = 'POST') =>
  ask(`/api/v1${path}`, { key: keys[5] ?? '', method, body })
const cited = () => ({ slug: word(), version: '1.0.0', sha256Hash: sha256Hex(word()) })
const form = (fields: Record<string, string>): Options => ({
  key: null,
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})
const stripe = new Stripe('sk_test_x')
const webhook = (payload: string, secret = WEBHOOK_SECRET) =>
  ask('/webhooks/stripe', {
    key: null,
    body: payload,
    headers: { 'stripe-signature': stripe.webhooks.generateTestHeaderString({ payload, secret }) },
  })
const providerEvent = (type: string): string =>
  JSON.stringify({
    id: `evt_${randomInt(2 ** 40)}`,
    type,
    created: Math.floor(Date.now() / 1_000),
    data: {
      object: {
        id: `cus_${randomInt(2 ** 40)}`,
        email: `${word()}@example.org`,
        name: word(),
        address: { line1: word() },
        metadata: { note: word(), account: word() },
      },
    },
  })

/** One of each kind of request that a caller can make; every word of it is its own. */
const KINDS: readonly (() => Promise<void>)[] = [
  () => search({ text: `responsabilité ${word()} contrat ${word()}` }),
  () => search({ text: word(), enableVector: false }),
  () => search({ text: `art. L. 1234-5 ${word()} n° 21-${word()}` }),
  () => search({ text: word(), filters: { legalDomains: [word()], courts: [word()] } }),
  () => search({ text: word(), filters: { jurisdictions: [word()] } }),
  () => search({ [word()]: word() }),
  () => ask(`/api/v1/search?${word()}=${word()}`, { body: { text: word() } }),
  () => ask(`/api/v1/articles/${word()}?${word()}`),
  () => search(`{"text": "${word()}", "text": "${word()}"}`),
  () => search(`{"text": "${word()}`),
  () => search(word(), { headers: { 'content-type': `text/${word()}` } }),
  () => search({ text: word().repeat(40) }),
  () => search({ text: word() }, { headers: { 'content-encoding': word() } }),
  () => search({ text: word() }, { key: wordKey() }),
  () => search({ text: word() }, { key: `svc_live_${word()}` }),
  () => search({ text: word() }, { key: null, headers: { authorization: `Basic ${word()}` } }),
  () => search({ text: word() }, { key: keys[3] ?? '' }),
  () => search({ text: word() }, { key: keys[4] ?? '' }),
  () => search({ text: word() }, { headers: { 'idempotency-key': word().repeat(30) } }),
  () => article(word()),
  () => article(`${word()}-${word()}`, { headers: { 'if-none-match': `"${word()}"` } }),
  () => article(`%zz${word()}`),
  () => article(`${word().toUpperCase()}%00`),
  () => article(word(), { key: wordKey() }),
  () => article(word(), { method: 'HEAD' }),
  () => keeps('/receipts/check', { citations: [cited(), cited()] }),
  () => keeps('/receipts/check', { citations: [{ slug: word(), [word()]: word() }] }),
  () => keeps(`/watch/${randomUUID()}`, { citation: cited() }, 'PUT'),
  () => keeps('/saved-searches', { name: word(), search: { text: `bail ${word()}` } }),
  () => keeps('/saved-searches', { name: word(), cites: `article ${word()} du code civil` }),
  () => ask(`/${word()}/${word()}?key=${wordKey()}`),
  () => ask(`/api/v1/${word()}`, { method: 'DELETE' }),
  () => ask(`/api/v1/usage?month=${word()}`),
  () => ask('/health/ready'),
  () => webhook(providerEvent('customer.updated')),
  () => webhook(providerEvent(word())),
  () => webhook(providerEvent('customer.updated'), word()),
  () => webhook(`{"id": "${word()}`),
  () => ask('/account/sign-in', form({ email: `${word()}@example.org`, password: word() })),
  () => ask(`/account/keys/${word()}`, form({ csrf: word(), label: word() })),
  () => askDesk('/desk/sign-in', form({ email: `${word()}@example.org`, password: word() })),
  () => askDesk(`/desk/invitation/${word()}`, { key: null }),
  () => askDesk(`/desk/second-factor`, form({ code: word() })),
  () => askDesk(`/desk/texts/${word()}`, { headers: { cookie: `pandect-desk-session=${word()}` } }),
  () => askDesk('/api/v1/editorial/texts', { key: `svc_staff_${word()}` }),
  () => askDesk(`/api/v1/editorial/texts/${word()}`),
  () => askDesk('/api/v1/editorial/texts', { body: { title: word(), [word()]: word() } }),
  () => askDesk('/api/v1/editorial/texts', { body: `{"title": "${word()}` }),
  () => raw(`${word()} /${word()} HTTP/9.9\r\n\r\n`),
  () =>
    raw(`GET /${word()} HTTP/1.1\r\nHost: ${word()}\r\n${word()}: ${'x'.repeat(20_000)}\r\n\r\n`),
  () =>
    raw(
      `POST /api/v1/search HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"text":"${word()}`,
    ),
]

/** Signs in as a browser does; the cookie is a secret like any other. */
const signInForReal = async (): Promise<void> => {
  const url = `${origin}/account/sign-in`
  const page = await fetch(url)
  const visit = page.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const hidden = [...(await page.text()).matchAll(/name="([^"]+)"[^>]*value="([^"]+)"/g)]
  const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie: visit.join('; '),
      origin,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ ...fields, ...PERSON }),
  })
  expect(response.status).toBe(303)
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  session = cookies.find((cookie) => /session=.{20}/.test(cookie))?.split('=')[1] ?? ''
  expect(session.length).toBeGreaterThan(20)
  await ask('/account/keys', { key: null, headers: { cookie: cookies.join('; ') } })
}

const conflict = async (): Promise<void> => {
  const key = word()
  await search({ text: word() }, { key: keys[0] ?? '', headers: { 'idempotency-key': key } })
  await search({ text: word() }, { key: keys[0] ?? '', headers: { 'idempotency-key': key } })
}
const oversize = (): Promise<void> => search({ text: word().repeat(20_000) })

/** Each kind so many times, a few at once. */
const inBulk = async (times: number, kinds = KINDS): Promise<void> => {
  const todo = Array.from({ length: times }, () => kinds).flat()
  const worker = async (): Promise<void> => {
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) await next()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
const readMetrics = async (): Promise<void> => {
  const response = await fetch(metricsUrl).catch(() => null)
  metrics.push((await response?.text()) ?? '')
}

/**
 * Tables that a request reads or writes, each taken away for a while: the engine's complaint names
 * statement and values.
 */
const TABLES = [
  'ledger',
  'idempotency_keys',
  'reservations',
  'accounts',
  'provider_events',
  'rate_limit_buckets',
  'staff_people',
  'staff_sessions',
  'staff_tokens',
  'idempotent_writes',
  'search_rows',
  'articles',
]
const without = async (table: string, work: () => Promise<void>): Promise<void> => {
  const { rows } = await pool.query('select to_regclass($1) is not null as there', [table])
  if ((rows[0] as { there: boolean } | undefined)?.there !== true) return
  await pool.query(`alter table ${table} rename to taken_away`)
  await work()
  await pool.query(`alter table taken_away rename to ${table}`)
}

describe('a thousand requests of words that exist nowhere else', () => {
  test('are asked, while every layer fails in turn', { timeout: TEST_TIMEOUT_MS }, async () => {
    await signInForReal()
    const joined = await joinDesk(desk, invitation, word())
    ofStaff.push(...joined.secrets)
    staffToken = joined.token
    await inBulk(14)
    await inBulk(10, [conflict])
    await inBulk(3, [oversize])
    await readMetrics()

    for (const table of TABLES) await without(table, () => inBulk(1))

    // A rule that the engine finds broken: its complaint quotes the whole row.
    await pool.query(
      'alter table idempotency_keys add constraint never check (created_at is null) not valid',
    )
    await inBulk(1)
    await pool.query('alter table idempotency_keys drop constraint never')

    proxy.cut()
    await inBulk(2)
    await readMetrics()
    proxy.hint()
    await inBulk(1)

    const cutting = inBulk(3)
    for (let cut = 0; cut < 5; cut += 1) {
      await sleep(100)
      proxy.cut()
      await sleep(20)
      proxy.hint()
    }
    await cutting

    meter.set({ tooMany: 1 })
    await inBulk(1)
    meter.set({ tooMany: 0, failAfterTaking: 0 })
    // Sessions that the server itself ends in the middle.
    const ending = inBulk(2)
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'pandect%' and pid <> pg_backend_pid()`,
    )
    await ending
    await readMetrics()

    const asked = [...answers.values()].reduce((sum, count) => sum + count, 0)
    expect(asked).toBeGreaterThan(1_000)
    for (const status of [200, 400, 401, 403, 404, 422, 429, 500])
      expect(
        answers.get(status) ?? 0,
        `status ${status} of ${JSON.stringify([...answers])}`,
      ).toBeGreaterThan(0)
    const faults = new Set([...output.matchAll(/"fault":"([a-z-]+)"/g)].map(([, code]) => code))
    expect([...faults]).toEqual(expect.arrayContaining(['store-unavailable', 'store-failed']))
    expect(output).toMatch(/search index: store-[a-z]+/)
    expect(output).toMatch(/meter: meter-unavailable/)
  })

  test('and a text that was read is named by no line, no metric and no further table', async () => {
    const { rows } = await pool.query<{ slug: string }>(
      'select slug from live_generation join articles using (generation) order by slug limit 3',
    )
    const slugs = rows.map(({ slug }) => slug)
    const before = await tablesWith(pool, slugs)
    expect(before).toContain('public.articles')
    const printed = output.length
    for (const slug of slugs)
      for (let turn = 0; turn < 3; turn += 1) {
        const answer = await fetch(new URL(`/api/v1/articles/${slug}`, origin), {
          headers: { authorization: `Bearer ${keys[0]}` },
        })
        expect(answer.status).toBe(200)
        // The receipt names the text; its holder alone has it.
        expect(answer.headers.get('x-service-receipt')).toMatch(/~/)
        await answer.arrayBuffer()
      }
    await readMetrics()
    const said = `${output.slice(printed)}\n${metrics.at(-1)}`
    expect(said).toContain('"route":')
    for (const slug of slugs) expect(foundInText(said, slug)).toEqual([])
    expect(await tablesWith(pool, slugs)).toEqual(before)
  })

  test('and none of them is in what the processes printed', async () => {
    child.kill('SIGTERM')
    await once(child, 'close')
    expect(output.length).toBeGreaterThan(100_000)
    for (const secret of secrets()) expect(foundInText(output, secret)).toEqual([])
    // Everything that a request leaves in the log is on the list.
    const listed = new Set(
      'level time msg requestId method route status durationMs keyId staffId code fault place'.split(
        ' ',
      ),
    )
    const entries = output.split('\n').filter((line) => line.includes('"requestId"'))
    const members = new Set(entries.flatMap((line) => Object.keys(JSON.parse(line) as object)))
    expect([...members].filter((member) => !listed.has(member))).toEqual([])
  })

  test('nor in the metrics', () => {
    expect(metrics.join('').length).toBeGreaterThan(10_000)
    expect(foundInText(metrics.join('\n'), RUN)).toEqual([])
  })

  test('nor in any column of any table', { timeout: TEST_TIMEOUT_MS }, async () => {
    expect(await tablesWith(pool, secrets())).toEqual([])
  })

  test('nor in any byte of the data folders', { timeout: TEST_TIMEOUT_MS }, async () => {
    await pool.query('checkpoint')
    const { found, searched } = await filesWith(folder, secrets())
    expect(found).toEqual([])
    expect(searched).toBeGreaterThan(100)
  })

  test(
    'though the search finds one that was planted in any of these places',
    { timeout: TEST_TIMEOUT_MS },
    async () => {
      await pool.query('create table planted_text as select $1::text as planted', [word()])
      await pool.query('create table planted_bytes as select convert_to($1, $2) as planted', [
        word(),
        'UTF8',
      ])
      await pool.query(
        'create table planted_json as select json_build_object($1::text, 1) as planted',
        [word()],
      )
      await pool.query('checkpoint')
      const tables = await tablesWith(pool, [RUN])
      for (const name of ['text', 'bytes', 'json'])
        expect(tables).toContain(`public.planted_${name}`)
      const { found } = await filesWith(folder, [RUN])
      expect(found.some((file) => file.includes('pg_wal'))).toBe(true)
      expect(found.some((file) => file.includes('/base/'))).toBe(true)
      for (const one of formsOf(RUN)) expect(foundInText(`x${one}x`, RUN)).not.toEqual([])
      const base64 = Buffer.from(`"${word()}"`).toString('base64')
      expect(foundInText(base64, RUN)).not.toEqual([])
    },
  )
})
