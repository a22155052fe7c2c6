/** The account area over HTTP, on the real tables. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EmailAddress } from '#contracts/account.ts'
import { WEBHOOK_LIMITS } from '#contracts/http/webhooks.ts'
import { printWebhookSecret } from '#contracts/webhooks/signature.ts'
import { makeUsers } from '#infra/postgres/accounts/users.ts'
import { hashPassword } from '#contracts/web/passwords.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeTextHistories } from '#infra/postgres/read-models/text-histories.ts'
import { makeKeepReceipt } from '#infra/postgres/recall/keep.ts'
import { makeRecallStore } from '#infra/postgres/recall/store.ts'
import { makeRecallAdmin } from '#query-api/recall/admin.ts'
import { citationOf, contentCiting, slugOf } from '../recall/world.ts'
import type { AccountArea } from '#query-api/portal/routes/area.ts'
import { unseal } from '#query-api/webhooks/secret.ts'
import { SIGN_IN_LIMITS } from '#contracts/web/sign-in.ts'
import { PAGES_PER_MINUTE } from '#contracts/web/guard.ts'
import { wordsOf } from '#query-api/portal/words/words.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { actAtOnce } from '../harness/held-account.ts'
import {
  type Browser,
  makeAccountArea,
  makeBrowser,
  makePerson,
  PASSWORD,
  PEPPER,
  type Person,
  serve,
} from './account-area.ts'

const fr = wordsOf('fr')

const COLLEAGUES = 40

let database: TestDatabase
let pool: PostgresPool
let area: AccountArea
let app: FastifyInstance
beforeAll(async () => {
  database = await openTestDatabase()
  pool = makePool(database.connectionString, {
    applicationName: 'pandect test',
    pepper: PEPPER,
    max: 4,
  })
})
afterAll(async () => {
  await pool.close()
  await database.close()
})
beforeEach(() => {
  area = makeAccountArea(pool, {
    texts: { cards: async () => new Map() },
    recall: makeRecallAdmin({ store: makeRecallStore(pool), histories: makeTextHistories(pool) }),
  })
  app = serve(area)
})

const person = (status?: 'paid' | 'unpaid') => makePerson(pool, status)
const browser = (headers?: Record<string, string>, address?: string) =>
  makeBrowser(() => app, headers, address)

const signedIn = async (who: Person): Promise<Browser> => {
  const one = browser()
  expect((await one.signIn(who.email)).statusCode).toBe(303)
  return one
}
const newKeyId = async (who: Person): Promise<string> => {
  const one = await signedIn(who)
  const csrf = await one.csrfAt('/account/keys/new')
  const keyId = randomUUID()
  const made = await one.post('/account/keys', { csrf, keyId, scopes: 'search:read' })
  expect(made.statusCode).toBe(200)
  return keyId
}

describe('every page', () => {
  const PAGES = [
    '/account/sign-in',
    '/account/keys',
    '/account/webhooks/new',
    '/account/receipts',
    '/account/watches',
    '/account/watches/new',
    '/account/usage',
    '/account/nowhere',
  ]
  test('carries the headers of a careful site, and no style or script of its own', async () => {
    const one = await signedIn(await person())
    for (const page of PAGES) {
      const { headers, body } = await one.get(page)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-store',
      })
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      expect(body).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]* src=)/)
    }
  })

  test('a stranger is sent to sign in, and learns nothing of keys', async () => {
    const one = browser()
    for (const url of ['/account', '/account/keys', '/account/keys/x', '/account/usage.csv']) {
      const answer = await one.get(url)
      expect([url, answer.statusCode]).toEqual([url, 303])
    }
  })

  test('files are kept for ever, under names of their content', async () => {
    const page = (await browser().get('/account/sign-in')).body
    const files = page.match(/\/account\/assets\/[0-9a-f]{16}\.(?:css|js|svg)/g) ?? []
    expect(files).toHaveLength(3)
    for (const file of files) {
      const { statusCode, headers } = await browser().get(file)
      expect(statusCode).toBe(200)
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  })

  test('strangers behind one network share a limit, who is signed in does not', async () => {
    const who = await person()
    const one = await signedIn(who)
    const stranger = browser()
    const statuses: number[] = []
    for (let call = 0; call < PAGES_PER_MINUTE.strangers; call += 1)
      statuses.push((await stranger.get('/account/sign-in')).statusCode)
    // Signing in has taken two places already.
    expect(statuses.filter((status) => status === 200)).toHaveLength(PAGES_PER_MINUTE.strangers - 2)
    const limited = await stranger.get('/account/sign-in')
    expect(limited.statusCode).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    expect(limited.body).toContain(fr.problems.limited)
    expect((await one.get('/account/keys')).statusCode).toBe(200)
  })

  test('a store that is away is one page without its words', async () => {
    const words = 'words of an engine'
    const away = () => Promise.reject(new Error(words))
    const who = await person()
    const one = await signedIn(who)
    for (const deps of [
      { ...area, sessions: { ...area.sessions, find: away } },
      { ...area, keys: { ...area.keys, list: away } },
    ]) {
      app = serve(deps)
      const answer = await one.get('/account/keys')
      expect(answer.statusCode).toBe(500)
      expect(answer.headers['retry-after']).toBe('30')
      expect(answer.body).not.toContain(words)
      expect(answer.body).toContain(fr.problems.failed)
    }
  })
})

describe('cookies', () => {
  const secure = { host: 'pandect.example', 'x-forwarded-proto': 'https' }

  test('over HTTPS they are bound to the host; on this machine alone HTTP will do', async () => {
    const who = await person()
    const overHttps = browser(secure)
    const answer = await overHttps.signIn(who.email)
    const session = answer.cookies.find(({ name }) => name === '__Host-pandect-session')
    expect(session).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
    const onLoopback = (await browser().signIn(who.email)).cookies
    expect(onLoopback.map(({ name }) => name)).toContain('pandect-session')
  })

  test('elsewhere, plain HTTP is refused before a password is asked for', async () => {
    const answer = await browser({ host: 'pandect.example' }).get('/account/sign-in')
    expect(answer.statusCode).toBe(403)
    expect(answer.body).toContain('TRUST_PROXY')
    expect(answer.body).not.toContain('password')
  })

  test('signing in makes a new session, ends the old one, and takes none from outside', async () => {
    const who = await person()
    const one = browser()
    const chosen = 'A'.repeat(43)
    one.cookies.set('pandect-session', chosen)
    await one.signIn(who.email)
    const first = one.cookies.get('pandect-session') ?? ''
    expect(first).not.toBe(chosen)
    const thief = browser()
    thief.cookies.set('pandect-session', first)
    expect((await thief.get('/account/keys')).statusCode).toBe(200)
    const csrf = await one.csrfAt('/account/keys/new')
    const again = { email: who.email, password: PASSWORD, csrf }
    expect((await one.post('/account/sign-in', again)).statusCode).toBe(303)
    expect(one.cookies.get('pandect-session')).not.toBe(first)
    expect((await thief.get('/account/keys')).statusCode).toBe(303)
  })

  test('signing in leads back to the text that somebody came from, and to no other site', async () => {
    const who = await person()
    for (const [next, leads] of [
      ['/t/bail-0a1b2c3d@1.0.0?lang=en', '/t/bail-0a1b2c3d@1.0.0?lang=en'],
      ['/search?q=bail+commercial', '/search?q=bail+commercial'],
      ['//evil.example/t/bail', '/account/keys'],
      ['https://evil.example/t/bail', '/account/keys'],
      ['/t/../desk', '/account/keys'],
    ] as const) {
      const one = browser()
      const at = `/account/sign-in?next=${encodeURIComponent(next)}`
      const form = { email: who.email, password: PASSWORD, csrf: await one.csrfAt(at) }
      const isOffered = (await one.get(at)).body.includes('name="next"')
      expect([next, isOffered]).toEqual([next, leads === next])
      const answer = await one.post('/account/sign-in', { ...form, next })
      expect([next, answer.statusCode, answer.headers.location]).toEqual([next, 303, leads])
      // Somebody who is signed in already goes on at once.
      expect((await one.get(at)).headers.location).toBe(leads)
    }
  })

  test('signing out ends the session on the server', async () => {
    const one = await signedIn(await person())
    const thief = browser()
    thief.cookies.set('pandect-session', one.cookies.get('pandect-session') ?? '')
    const csrf = await one.csrfAt('/account/keys')
    expect((await one.post('/account/sign-out', { csrf })).statusCode).toBe(303)
    expect(one.cookies.has('pandect-session')).toBe(false)
    expect((await thief.get('/account/keys')).statusCode).toBe(303)
  })
})

describe('forms from elsewhere', () => {
  const CASES: readonly (readonly [string, Record<string, string>, string | null])[] = [
    ['without a token', {}, ''],
    ['with a token of somebody else', {}, 'other'],
    ['from another site', { 'sec-fetch-site': 'cross-site' }, null],
    ['from a neighbour', { 'sec-fetch-site': 'same-site' }, null],
    ['of another origin', { origin: 'https://evil.example' }, null],
  ]
  for (const [name, headers, token] of CASES) {
    test(`a form ${name} does nothing`, async () => {
      const who = await person()
      const one = await signedIn(who)
      const own = await one.csrfAt('/account/keys/new')
      const other = await (await signedIn(who)).csrfAt('/account/keys/new')
      const csrf = token === 'other' ? other : (token ?? own)
      const keyId = randomUUID()
      const form = { csrf, keyId, scopes: 'search:read' }
      expect((await one.post('/account/keys', form, headers)).statusCode).toBe(403)
      expect(await area.keys.list(who.accountId)).toEqual([])
      expect((await one.post('/account/keys', { ...form, csrf: own })).statusCode).toBe(200)
    })
  }

  test('another media type, or a body too large, is one clear page', async () => {
    const one = await signedIn(await person())
    const json = await one.post('/account/keys', {}, { 'content-type': 'application/json' })
    expect(json.statusCode).toBe(400)
    const large = await one.post('/account/keys', { label: 'x'.repeat(20_000) })
    expect(large.statusCode).toBe(400)
    expect(large.body).toContain(fr.problems.invalid)
  })
})

const attempts = async (email: string, count: number, from: (index: number) => string) => {
  const statuses = []
  for (let attempt = 0; attempt < count; attempt += 1)
    statuses.push((await browser({}, from(attempt)).signIn(email, 'wrong')).statusCode)
  return statuses
}

describe('signing in', () => {
  test('a wrong password and an unknown address are answered with the same page', async () => {
    const who = await person()
    const pages = []
    const strangers = [EmailAddress.parse(`${randomUUID()}@example.org`), 'a\0b@example.org']
    for (const email of [who.email, ...strangers]) {
      const answer = await browser().signIn(email, 'a wrong password')
      expect(answer.statusCode).toBe(401)
      const csrf = /name="csrf" value="([^"]+)"/.exec(answer.body)?.[1] ?? ''
      pages.push(answer.body.replaceAll(email, '').replaceAll(csrf, ''))
    }
    expect(pages[0]).toBe(pages[1])
  })

  test(
    'guessing is throttled for one address from one network, known or not',
    { timeout: 240_000 },
    async () => {
      const who = await person()
      for (const [email, network] of [
        [who.email, '198.51.100.1'],
        [`${randomUUID()}@example.org`, '198.51.100.2'],
      ] as const) {
        const limit = SIGN_IN_LIMITS.perAddressAndNetwork
        const statuses = await attempts(email, limit + 1, () => network)
        expect(statuses.slice(0, limit)).toEqual(Array.from({ length: limit }, () => 401))
        expect(statuses.at(-1)).toBe(429)
      }
      expect((await browser({}, '198.51.100.3').signIn(who.email)).statusCode).toBe(303)
    },
  )

  test(
    'a whole firm signs in behind one network within a minute',
    { timeout: 240_000 },
    async () => {
      for (let colleague = 0; colleague < COLLEAGUES; colleague += 1) {
        const who = await person()
        const one = browser({}, '192.0.2.50')
        expect((await one.signIn(who.email)).statusCode, `colleague ${colleague}`).toBe(303)
        expect((await one.get('/account/keys')).statusCode).toBe(200)
      }
    },
  )

  test(
    'whoever has signed in from a browser before gets in while everybody guesses',
    { timeout: 240_000 },
    async () => {
      const who = await person()
      const mine = browser({}, '192.0.2.1')
      await mine.signIn(who.email)
      const limit = SIGN_IN_LIMITS.perAddress
      const exhausted = area.limiter
      // The guesses themselves, without the work of each: what counts is the bucket.
      const statuses = await attempts(who.email, 2, (index) => `198.51.100.${index}`)
      expect(statuses).toEqual([401, 401])
      const taken: string[] = []
      const spying = {
        take: (name: string, quota: number, window: number) => {
          taken.push(name)
          return exhausted.take(name, quota, window)
        },
      }
      app = serve({ ...area, limiter: spying })
      await browser({}, '198.51.100.9').signIn(who.email, 'wrong')
      const bucket = taken.find((name) => name.startsWith('sign-in-address:')) ?? ''
      expect(bucket).not.toContain(who.email)
      for (let guess = 0; guess < limit; guess += 1)
        await exhausted.take(bucket, limit, SIGN_IN_LIMITS.windowSeconds)
      const stranger = await browser({}, '198.51.100.10').signIn(who.email)
      expect(stranger.statusCode).toBe(429)
      expect(Number(stranger.headers['retry-after'])).toBeGreaterThan(0)
      const csrf = await mine.csrfAt('/account/keys')
      await mine.post('/account/sign-out', { csrf })
      expect((await mine.signIn(who.email)).statusCode).toBe(303)
    },
  )
})

describe('the password', () => {
  const NEXT = 'la servitude de passage s’éteint'
  const change = async (one: Browser, fields: Record<string, string>) =>
    one.post('/account/password', {
      current: PASSWORD,
      next: NEXT,
      again: NEXT,
      csrf: await one.csrfAt('/account/password'),
      ...fields,
    })

  test('is changed by who knows it; other sessions end, this one goes on', async () => {
    const who = await person()
    const [one, other] = [await signedIn(who), await signedIn(who)]
    const answer = await change(one, {})
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      '/account/keys?done=password',
    ])
    expect((await one.get('/account/keys?done=password')).body).toContain(fr.password.done)
    expect((await other.get('/account/keys')).statusCode).toBe(303)
    expect((await browser().signIn(who.email)).statusCode).toBe(401)
    expect((await browser().signIn(who.email, NEXT)).statusCode).toBe(303)
  })

  test('that changes while somebody signs in with the old one lets nobody in', async () => {
    const who = await person()
    const passwordHash = await hashPassword(NEXT)
    const users = makeUsers(pool)
    const byEmail: typeof users.byEmail = async (email) => {
      const found = await users.byEmail(email)
      await users.setPassword({ ...who, passwordHash, actor: 'system' })
      return found
    }
    app = serve({ ...area, users: { ...users, byEmail } })
    const late = browser()
    await late.signIn(who.email)
    expect((await late.get('/account/keys')).statusCode).toBe(303)
    app = serve(area)
    expect((await late.get('/account/keys')).statusCode).toBe(303)
    expect((await browser().signIn(who.email, NEXT)).statusCode).toBe(303)
  })

  const REFUSED = [
    ['the current one is wrong', { current: 'not the password' }, fr.password.wrong],
    ['the new one is not repeated', { again: 'another one that is long' }, fr.password.different],
    ['the new one is short', { next: 'court', again: 'court' }, 'caractères'],
  ] as const
  for (const [name, fields, reason] of REFUSED) {
    test(`stays where ${name}`, async () => {
      const who = await person()
      const one = await signedIn(who)
      const answer = await change(one, fields)
      expect(answer.statusCode).toBe(422)
      expect(answer.body).toContain(reason)
      expect(answer.body).not.toContain(PASSWORD)
      expect((await browser().signIn(who.email)).statusCode).toBe(303)
    })
  }

  test('cannot be guessed in a browser that is signed in', { timeout: 240_000 }, async () => {
    const one = await signedIn(await person())
    const statuses: number[] = []
    for (let guess = 0; guess <= SIGN_IN_LIMITS.perDevice; guess += 1)
      statuses.push((await change(one, { current: `guess ${guess}` })).statusCode)
    expect(statuses.at(0)).toBe(422)
    expect(statuses.at(-1)).toBe(429)
  })

  test('is not changed without the token of the form', async () => {
    const one = await signedIn(await person())
    expect((await change(one, { csrf: 'x' })).statusCode).toBe(403)
  })
})

describe('keys', () => {
  test('a form that is sent twice makes one key, and shows it once', async () => {
    const who = await person()
    const one = await signedIn(who)
    const form = {
      csrf: await one.csrfAt('/account/keys/new'),
      keyId: randomUUID(),
      scopes: 'search:read',
    }
    const [first, second] = [
      await one.post('/account/keys', form),
      await one.post('/account/keys', form),
    ]
    expect(first?.body).toMatch(/svc_live_[0-9A-Za-z]{36}/)
    expect(second?.body).not.toMatch(/svc_live_[0-9A-Za-z]{36}/)
    expect(second?.body).toContain(fr.secret.again)
    expect(await area.keys.list(who.accountId)).toHaveLength(1)
  })

  const WRONG: readonly (readonly [string, Record<string, string>])[] = [
    ['a scope of the service itself', { scopes: 'ops:replay' }],
    ['a scope of editors', { scopes: 'editorial:publish' }],
    ['no scope', {}],
    ['a negative cap', { scopes: 'mcp', capUsd: '-1' }],
    ['an absurd cap', { scopes: 'mcp', capUsd: '9'.repeat(30) }],
    ['a cap that does nothing known', { scopes: 'mcp', capMode: 'firm' }],
    ['a last day that is over', { scopes: 'mcp', expires: '2020-01-01' }],
    ['a name that is too long', { scopes: 'mcp', label: 'x'.repeat(61) }],
  ]
  for (const [name, form] of WRONG) {
    test(`${name} is refused, with what was written`, async () => {
      const who = await person()
      const one = await signedIn(who)
      const csrf = await one.csrfAt('/account/keys/new')
      const answer = await one.post('/account/keys', { csrf, keyId: randomUUID(), ...form })
      expect(answer.statusCode).toBe(422)
      expect(answer.body).toContain('role="alert"')
      expect(answer.body).not.toContain('undefined')
      expect(await area.keys.list(who.accountId)).toEqual([])
    })
  }

  test("another account's key is nowhere, for every act", async () => {
    const keyId = await newKeyId(await person())
    const one = await signedIn(await person())
    const csrf = await one.csrfAt('/account/keys')
    for (const id of [keyId, randomUUID(), 'x']) {
      for (const path of ['', '/revoke'])
        expect((await one.get(`/account/keys/${id}${path}`)).statusCode).toBe(404)
      for (const [path, form] of [
        ['cap', { capUsd: '1', capMode: 'hard' }],
        ['rotate', { overlapHours: '0', replaces: 'abcd' }],
        ['revoke', {}],
      ] as const) {
        const answer = await one.post(`/account/keys/${id}/${path}`, { csrf, ...form })
        expect([path, answer.statusCode]).toEqual([path, 404])
      }
    }
    expect(await area.keys.one({ keyId, accountId: null })).toMatchObject({ revokedAt: null })
  })

  test('an account that does not pay makes none, whatever it sends', async () => {
    const who = await person('unpaid')
    const one = await signedIn(who)
    const csrf = await one.csrfAt('/account/keys')
    expect((await one.get('/account/keys/new')).body).toContain(fr.list.unpaid)
    const form = { csrf, keyId: randomUUID(), scopes: 'search:read' }
    const answer = await one.post('/account/keys', form)
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain(fr.list.unpaid)
    expect(await area.keys.list(who.accountId)).toEqual([])
  })

  test('what people write is shown as text', async () => {
    const who = await person()
    const one = await signedIn(who)
    const csrf = await one.csrfAt('/account/keys/new')
    const label = `"><script src=x></script>&amp;`
    const form = { csrf, keyId: randomUUID(), scopes: 'mcp', label }
    await one.post('/account/keys', form)
    for (const url of ['/account/keys', `/account/keys/${form.keyId}`]) {
      const { body } = await one.get(url)
      expect(body).not.toContain('<script src=x')
      expect(body).toContain('&#34;&#62;&#60;script src')
    }
  })
})

test('a sandbox key is made by the form where there is a sandbox, else refused (sandbox-absent)', async () => {
  const who = await person()
  const one = await signedIn(who)
  const form = async () => ({
    csrf: await one.csrfAt('/account/keys/new'),
    keyId: randomUUID(),
    scopes: 'search:read',
    sandbox: 'yes',
  })
  expect((await one.post('/account/keys', await form())).body).toContain('svc_test_')
  expect((await one.get('/account/keys')).body).toContain('svc_test_…')
  app = serve({ ...area, hasSandbox: false })
  expect((await one.get('/account/keys/new')).body).not.toContain('name="sandbox"')
  const refused = await one.post('/account/keys', await form())
  expect(refused.statusCode).toBe(422)
  expect(refused.body).toContain(fr.refusals['sandbox-absent'])
})

describe('receipts', () => {
  test('are kept once the account asks for it, shown, and deleted one by one or all', async () => {
    const holder = await person()
    const one = await signedIn(holder)
    const path = '/account/receipts'
    expect((await one.get(path)).body).toContain(fr.receipts.off)
    const turn = async (kept: string) =>
      one.post(`${path}/keeping`, { csrf: await one.csrfAt(path), kept })
    expect((await turn('yes')).headers.location).toBe(`${path}?done=kept`)
    expect((await one.get(`${path}?done=kept`)).body).toContain(fr.receipts.done.kept)
    const { rows } = await pool.query<{ id: string }>(
      'select account_id as id from receipt_keepers order by since desc limit 1',
    )
    const keep = makeKeepReceipt(pool, (fault) => expect.fail(String(fault)))
    for (const number of [1, 2])
      await keep(rows[0]?.id ?? '', contentCiting(number, '000000000000001', [citationOf(number)]))
    const ids = [...(await one.get(path)).body.matchAll(/receipts\/([0-9a-f-]{36})/g)]
    expect(ids).toHaveLength(2)
    const own = `${path}/${ids[0]?.[1] ?? ''}`
    expect((await one.get(own)).body).toContain(`/t/${slugOf(2)}`)
    const stranger = await signedIn(await person())
    expect((await stranger.get(own)).statusCode).toBe(404)
    const csrf = await one.csrfAt(own)
    expect((await one.post(`${own}/delete`, { csrf })).headers.location).toBe(
      `${path}?done=deleted`,
    )
    expect((await one.get(own)).statusCode).toBe(404)
    expect((await one.get(`${path}/delete`)).body).toContain(fr.receipts.deleteTitle)
    expect((await one.post(`${path}/delete`, { csrf })).headers.location).toBe(
      `${path}?done=allDeleted`,
    )
    expect((await one.get(path)).body).toContain(fr.receipts.none)
    expect((await turn('no')).headers.location).toBe(`${path}?done=keptNoMore`)
  })
})

const registerEndpoint = async (one: Browser, more: Record<string, string> = {}) => {
  const csrf = await one.csrfAt('/account/webhooks/new')
  const endpointId = randomUUID()
  const form = { csrf, endpointId, url: 'https://receiver.example/hook', ...more }
  return { endpointId: form.endpointId, answer: await one.post('/account/webhooks', form) }
}
/** Registers as many endpoints as an account may have, but one. */
const fillButOne = ({ accountId }: Person) =>
  pool.query(
    `insert into webhook_endpoints (id, account_id, url, sealed_secret, starts_after)
     select gen_random_uuid(), $1, 'https://other.example/', '', 0 from generate_series(2, $2)`,
    [accountId, WEBHOOK_LIMITS.endpointsMax],
  )
const actOnEndpoint = async (one: Browser, endpointId: string, what: string, more = {}) => {
  const csrf = await one.csrfAt(`/account/webhooks/${endpointId}`)
  return one.post(`/account/webhooks/${endpointId}${what}`, { csrf, ...more })
}

describe('webhooks', () => {
  test('an endpoint is registered, tried, rotated, changed, disabled, enabled and deleted', async () => {
    const one = await signedIn(await person())
    expect((await one.get('/account/webhooks')).body).toContain(fr.webhooks.none)
    const { endpointId, answer } = await registerEndpoint(one, { types: 'article.deleted' })
    const [, secret] = /(whsec_[A-Za-z0-9+/]+=*)/.exec(answer.body) ?? []
    expect(secret).toBeDefined()
    const path = `/account/webhooks/${endpointId}`
    expect((await one.get(path)).body).not.toContain('whsec_')
    expect((await one.get('/account/webhooks')).body).toContain('https://receiver.example/hook')

    expect((await actOnEndpoint(one, endpointId, '/test')).headers.location).toBe(
      `${path}?done=tested`,
    )
    const shown = (await one.get(`${path}?done=tested`)).body
    expect(shown).toContain(fr.webhooks.done.tested)
    const [, message = ''] = /(msg_[0-9a-f]{32})/.exec(shown) ?? []
    const again = await actOnEndpoint(one, endpointId, `/messages/${message}/redeliver`)
    expect(again.headers.location).toBe(`${path}?done=redelivered`)

    const rotated = await actOnEndpoint(one, endpointId, '/rotate', { overlapHours: '24' })
    expect(rotated.body).toMatch(/whsec_/)
    expect(rotated.body).not.toContain(secret)

    const changed = { url: 'https://receiver.example/other', description: '<b>x</b>' }
    expect((await actOnEndpoint(one, endpointId, '', changed)).statusCode).toBe(303)
    const described = (await one.get(path)).body
    expect(described).toContain('https://receiver.example/other')
    expect(described).not.toContain('<b>x</b>')

    await actOnEndpoint(one, endpointId, '/disable')
    expect((await one.get(path)).body).toContain(fr.webhooks.causes.owner)
    expect((await actOnEndpoint(one, endpointId, '/test')).statusCode).toBe(422)
    await actOnEndpoint(one, endpointId, '/enable')
    expect((await one.get(path)).body).toContain(fr.webhooks.stateIs(fr.webhooks.works))

    const csrf = await one.csrfAt(`${path}/delete`)
    expect((await one.post(`${path}/delete`, { csrf })).statusCode).toBe(303)
    expect((await one.get(path)).statusCode).toBe(404)
  })

  test('a form that is sent twice registers one endpoint, and shows its secret once', async () => {
    const one = await signedIn(await person())
    const { endpointId } = await registerEndpoint(one)
    const { answer } = await registerEndpoint(one, { endpointId })
    expect(answer.statusCode).toBe(303)
    expect((await one.get('/account/webhooks')).body.match(/receiver\.example/g)?.length).toBe(2)
  })

  test('a form that is sent twice rotates once, so the secret that receivers have stays valid', async () => {
    const one = await signedIn(await person())
    const { endpointId, answer } = await registerEndpoint(one)
    const [, old = ''] = /(whsec_[A-Za-z0-9+/]+)/.exec(answer.body) ?? []
    const path = `/account/webhooks/${endpointId}`
    const csrf = await one.csrfAt(path)
    const form = { csrf, overlapHours: '24', knownOverlap: '' }
    const both = [await one.post(`${path}/rotate`, form), await one.post(`${path}/rotate`, form)]
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 422])
    expect(both[1]?.body).toContain(fr.refusals['webhook-rotated'])
    const [due] = (
      await pool.query<{ previous: Uint8Array }>(
        'select previous_sealed_secret as previous from webhook_endpoints where id = $1',
        [endpointId],
      )
    ).rows
    const kept = unseal(PEPPER, endpointId, due?.previous ?? new Uint8Array())
    // The page escapes the sign of equality.
    expect(printWebhookSecret(kept)).toBe(`${old}=`)
    // The page of now says what another rotation ends, and lets it happen.
    const page = (await one.get(path)).body
    expect(page).toContain(fr.key.rotateAgain('@').split('@')[0])
    const [, knownOverlap = ''] = /name="knownOverlap" value="([^"]+)"/.exec(page) ?? []
    expect((await one.post(`${path}/rotate`, { ...form, knownOverlap })).statusCode).toBe(200)
  })

  test('a form that is sent twice at once registers one endpoint, although it is the last that fits', async () => {
    const who = await person()
    const one = await signedIn(who)
    await fillButOne(who)
    const endpointId = randomUUID()
    const send = () => registerEndpoint(one, { endpointId })
    const sent = await actAtOnce(pool, who.accountId, [send, send])
    expect(new Set(sent.map(({ answer }) => answer.statusCode))).toEqual(new Set([200, 303]))
    const [shown] = sent.filter(({ answer }) => answer.statusCode === 200)
    expect(shown?.answer.body).toMatch(/whsec_/)
    const foreign = await registerEndpoint(await signedIn(await person()), { endpointId })
    expect(foreign.answer.statusCode).toBe(422)
    expect(foreign.answer.body).toContain(fr.refusals['webhook-unknown'])
  })

  test('two forms at once do not pass the limit of endpoints', async () => {
    const who = await person()
    const one = await signedIn(who)
    await fillButOne(who)
    const sent = await actAtOnce(
      pool,
      who.accountId,
      [1, 2].map(() => () => registerEndpoint(one)),
    )
    expect(new Set(sent.map(({ answer }) => answer.statusCode))).toEqual(new Set([200, 422]))
  })

  test('bad addresses are refused in words; foreign and unknown endpoints are not there', async () => {
    const one = await signedIn(await person())
    const bad = ['http://receiver.example/', 'https://10.0.0.1/', 'nonsense', '']
    for (const url of [...bad, 'https://receiver.example/\0']) {
      const { answer } = await registerEndpoint(one, { url })
      expect(answer.statusCode, url).toBe(422)
      expect(answer.body).toContain(fr.refusals['webhook-target-invalid'])
    }
    const { endpointId } = await registerEndpoint(await signedIn(await person()))
    for (const id of [endpointId, randomUUID(), 'nonsense']) {
      expect((await one.get(`/account/webhooks/${id}`)).statusCode).toBe(404)
      expect((await one.get(`/account/webhooks/${id}/delete`)).statusCode).toBe(404)
      const csrf = await one.csrfAt('/account/webhooks/new')
      for (const what of ['', '/test', '/rotate', '/disable', '/delete']) {
        const form = { csrf, url: 'https://receiver.example/' }
        const { statusCode } = await one.post(`/account/webhooks/${id}${what}`, form)
        expect(statusCode, `${id}${what}`).toBe(404)
      }
    }
    const poor = await signedIn(await person('unpaid'))
    const { answer } = await registerEndpoint(poor)
    expect([answer.statusCode, answer.body.includes(fr.refusals['account-unpaid'] ?? '-')]).toEqual(
      [422, true],
    )
  })
})
