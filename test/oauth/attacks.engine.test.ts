/** What an attacker tries with OAuth, over HTTP and real tables (RFC 9700). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ACCOUNT_LIMITS } from '#contracts/account.ts'
import { keyOf } from '#contracts/api-key.ts'
import { PAGES_PER_MINUTE } from '#contracts/web/guard.ts'
import { makeUsers } from '#infra/postgres/accounts/users.ts'
import { actAtOnce } from '../harness/held-account.ts'
import {
  agree,
  ask,
  type Asking,
  authorizePath,
  type Browser,
  browserAt,
  connect,
  hiddenIn,
  openService,
  type Person,
  ping,
  post,
  REDIRECT,
  register,
  type Service,
  tokenForm,
  verifierAndChallenge,
} from './harness.ts'

const actor = 'cli:test'
let service: Service
let holder: Person
let browser: Browser
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())
beforeEach(async () => {
  holder = await service.person()
  browser = browserAt(service.origin)
  await browser.signIn(holder.email)
})

const tokenUrl = () => `${service.origin}/oauth/token`
const codeFor = async (asking: Asking): Promise<string> =>
  (await agree(browser, asking.query)).searchParams.get('code') ?? ''
const refreshing = (
  { asking, refresh }: Awaited<ReturnType<typeof connect>>,
  changes: Record<string, string> = {},
) =>
  post(tokenUrl(), {
    grant_type: 'refresh_token',
    refresh_token: refresh,
    client_id: asking.clientId,
    resource: service.mcpUrl,
    ...changes,
  })
const untilRefused = (token: string) =>
  expect
    .poll(async () => (await ping(service.mcpUrl, token)).status, { timeout: 30_000, interval: 50 })
    .toBe(401)

const allow = async (form: Record<string, string>, headers: Record<string, string> = {}) =>
  browser.post('/account/authorize', form, headers)
const formFor = async (asking: Asking): Promise<Record<string, string>> => ({
  ...hiddenIn(await (await browser.get(authorizePath(asking.query))).text()),
  decision: 'allow',
})

/** Connects this many applications. */
const connectMany = ({ accountId }: Person, count: number) =>
  service.pool.query(
    `insert into api_keys (id, account_id, kind, label, scopes, cap_mode, expires_at)
     select gen_random_uuid(), $1, 'grant', 'x', '{mcp}', 'soft', clock_timestamp() + interval '1 day'
     from generate_series(1, $2)`,
    [accountId, count],
  )

describe('a code', () => {
  test('is taken once; a second time ends what it gave', async () => {
    const { asking, code, access, refresh } = await connect(service, browser)
    expect((await ping(service.mcpUrl, access)).status).toBe(200)
    const again = await post(tokenUrl(), tokenForm(asking, code))
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    await untilRefused(access)
    const form = { grant_type: 'refresh_token', refresh_token: refresh, client_id: asking.clientId }
    expect(await post(tokenUrl(), form)).toMatchObject({ body: { error: 'invalid_grant' } })
  })

  test('sent twice at the same time leaves nothing that works', async () => {
    const asking = await ask(service)
    const form = tokenForm(asking, await codeFor(asking))
    const answers = await Promise.all([post(tokenUrl(), form), post(tokenUrl(), form)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
    const taken = answers.find(({ status }) => status === 200)
    await untilRefused(String(taken?.body['access_token']))
  })

  type Changes = (other: string) => Record<string, string>
  const WRONG: readonly (readonly [string, Changes, string])[] = [
    [
      'another verifier',
      () => ({ code_verifier: verifierAndChallenge().verifier }),
      'invalid_grant',
    ],
    ['the address of another', () => ({ redirect_uri: `${REDIRECT}/other` }), 'invalid_grant'],
    ['another application', (other) => ({ client_id: other }), 'invalid_grant'],
    ['another resource', () => ({ resource: 'https://evil.example/mcp' }), 'invalid_target'],
  ]
  test.each(WRONG)('with %s gives nothing', async (_, changes, error) => {
    const asking = await ask(service)
    const code = await codeFor(asking)
    const { body } = await register(service, { client_name: 'Other' })
    const form = { ...tokenForm(asking, code), ...changes(String(body['client_id'])) }
    expect(await post(tokenUrl(), form)).toMatchObject({ status: 400, body: { error } })
    if (error !== 'invalid_grant') return
    // It counts as used, so nobody tries on.
    expect(await post(tokenUrl(), tokenForm(asking, code))).toMatchObject({ status: 400 })
  })

  test('lasts a minute', async () => {
    const asking = await ask(service)
    const code = await codeFor(asking)
    await service.pool.query(
      `update oauth_codes set expires_at = clock_timestamp() where account_id = $1`,
      [holder.accountId],
    )
    expect(await post(tokenUrl(), tokenForm(asking, code))).toMatchObject({
      body: { error: 'invalid_grant' },
    })
  })

  test('of an account that stopped paying gives nothing', async () => {
    const asking = await ask(service)
    const code = await codeFor(asking)
    await service.pool.query('update accounts set paid = false where id = $1', [holder.accountId])
    expect(await post(tokenUrl(), tokenForm(asking, code))).toMatchObject({
      body: { error: 'invalid_grant' },
    })
  })
})

describe('an access token', () => {
  test('is taken by the MCP endpoint alone, and at its own address', async () => {
    const { access } = await connect(service, browser)
    const headers = { authorization: `Bearer ${access}` }
    const searched = await fetch(`${service.origin}/api/v1/search`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"text":"bail"}',
    })
    expect(searched.status).toBe(401)
    expect(searched.headers.get('www-authenticate')).toBe('Bearer')
    const elsewhere = await service.harness.app.inject({
      method: 'POST',
      url: '/api/v1/mcp',
      headers: { ...headers, host: 'other.example', 'content-type': 'application/json' },
      payload: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    })
    expect(elsewhere.statusCode).toBe(401)
  })

  test('may do what was granted, and no more', async () => {
    const { access } = await connect(service, browser, { scope: 'search:read' })
    const call = (name: string, args: object) =>
      fetch(service.mcpUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: args },
        }),
      }).then((answer) => answer.text())
    expect(await call('service_search', { text: 'bail' })).toContain('"isError":false')
    expect(await call('service_get_article', { idOrSlug: 'x' })).toContain('insufficient_scope')
  })

  test('ends with its payment, its end and its revocation', async () => {
    const paid = await connect(service, browser)
    await service.pool.query('update accounts set paid = false where id = $1', [holder.accountId])
    await untilRefused(paid.access)
    await service.pool.query('update accounts set paid = true where id = $1', [holder.accountId])
    expect((await ping(service.mcpUrl, paid.access)).status).toBe(200)
    const form = { token: paid.access, client_id: paid.asking.clientId }
    expect((await post(`${service.origin}/oauth/revoke`, form)).status).toBe(200)
    await untilRefused(paid.access)
    const late = await refreshing(paid)
    expect(late.status).toBe(200)
    await service.pool.query(
      `update oauth_tokens set expires_at = clock_timestamp() where kind = 'access'`,
    )
    await untilRefused(String(late.body['access_token']))
  })
})

describe('a refresh token', () => {
  test('is exchanged once; a second time ends the whole grant', async () => {
    const connected = await connect(service, browser)
    const next = await refreshing(connected)
    expect(next.body).toMatchObject({ token_type: 'Bearer', scope: 'mcp search:read' })
    expect(next.headers.get('cache-control')).toBe('no-store')
    expect(await refreshing(connected)).toMatchObject({ body: { error: 'invalid_grant' } })
    await untilRefused(String(next.body['access_token']))
    const stolen = await refreshing(connected, {
      refresh_token: String(next.body['refresh_token']),
    })
    expect(stolen).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const { rows } = await service.pool.query(
      `select data from audit_acts where kind = 'application.disconnected' order by position desc limit 1`,
    )
    expect(rows).toEqual([{ data: { cause: 'reuse' } }])
  })

  test('of another application gives nothing, and stays as it was', async () => {
    const connected = await connect(service, browser)
    const { body } = await register(service, { client_name: 'Other' })
    expect(await refreshing(connected, { client_id: String(body['client_id']) })).toMatchObject({
      body: { error: 'invalid_grant' },
    })
    const url = `${service.origin}/oauth/revoke`
    const form = { token: connected.refresh, client_id: String(body['client_id']) }
    expect((await post(url, form)).status).toBe(200)
    expect((await refreshing(connected)).status).toBe(200)
  })

  test('gives fewer scopes when asked, never more', async () => {
    const connected = await connect(service, browser)
    const wide = await refreshing(connected, { scope: 'mcp articles:read' })
    expect(wide).toMatchObject({ status: 400, body: { error: 'invalid_scope' } })
    const narrow = await refreshing(connected, { scope: 'mcp' })
    expect(narrow.body).toMatchObject({ scope: 'mcp' })
    const whole = await refreshing({ ...connected, refresh: String(narrow.body['refresh_token']) })
    expect(whole.body).toMatchObject({ scope: 'mcp search:read' })
  })

  test('revoked by its application ends the grant', async () => {
    const connected = await connect(service, browser)
    const form = { token: connected.refresh, client_id: connected.asking.clientId }
    expect((await post(`${service.origin}/oauth/revoke`, form)).status).toBe(200)
    await untilRefused(connected.access)
    expect(await refreshing(connected)).toMatchObject({ body: { error: 'invalid_grant' } })
  })

  test('is not given to an application that takes none', async () => {
    const { body } = await register(service, { grant_types: ['authorization_code'] })
    const changes = { client_id: String(body['client_id']) }
    const asking = { ...(await ask(service, changes)), clientId: changes.client_id }
    const answer = await post(tokenUrl(), tokenForm(asking, await codeFor(asking)))
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body)).not.toContain('refresh_token')
  })
})

describe('the page of the consent', () => {
  test('cannot be framed, runs no script of others, and leads to one origin alone', async () => {
    const { query } = await ask(service)
    const { headers } = await browser.get(authorizePath(query))
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("form-action 'self' https://app.example;")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('leads to an address of IPv6, which no policy can name', async () => {
    const local = 'http://[::1]:4321/callback'
    const { body } = await register(service, { redirect_uris: [local] })
    const changes = { client_id: String(body['client_id']), redirect_uri: local }
    const asking = await ask(service, changes)
    const page = await browser.get(authorizePath(asking.query))
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http:;")
    const answer = await allow(await formFor(asking))
    expect(answer.headers.get('location')).toMatch(/^http:\/\/\[::1\]:4321\/callback\?code=/)
  })

  test('shows a name as text, and the host', async () => {
    const name = '"><script>alert(1)</script><b>Bank</b>'
    const { body } = await register(service, { client_name: name })
    const { query } = await ask(service, { client_id: String(body['client_id']) })
    const page = await (await browser.get(authorizePath(query))).text()
    expect(page).not.toContain('<script>alert')
    expect(page).not.toContain('<b>Bank')
    expect(page).toContain('&#60;b&#62;Bank')
    expect(page).toContain('<strong>app.example</strong>')
    expect(page).toContain('USD')
  })

  const FORGED: readonly (readonly [string, Record<string, string>, Record<string, string>])[] = [
    ['without a token', { csrf: '' }, {}],
    ['with the token of somebody else', { csrf: 'A'.repeat(43) }, {}],
    ['from another site', {}, { 'sec-fetch-site': 'cross-site' }],
    ['from another origin', {}, { origin: 'https://evil.example' }],
  ]
  test.each(FORGED)('a form %s allows nothing', async (_, changes, headers) => {
    const asking = await ask(service)
    const answer = await allow({ ...(await formFor(asking)), ...changes }, headers)
    expect(answer.status).toBe(403)
    expect(answer.headers.get('location')).toBeNull()
  })

  test('a form whose address was changed leads nowhere', async () => {
    const form = await formFor(await ask(service))
    const answer = await allow({ ...form, redirect_uri: 'https://evil.example/' })
    expect(answer.status).toBe(400)
    expect(answer.headers.get('location')).toBeNull()
    expect(await answer.text()).not.toContain('evil.example')
  })

  test('whoever refuses goes back without a code', async () => {
    const asking = await ask(service)
    const answer = await allow({ ...(await formFor(asking)), decision: 'deny' })
    const url = new URL(answer.headers.get('location') ?? '')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      error: 'access_denied',
      state: 'a state / of & its own',
      iss: service.origin,
    })
  })

  test('an answer names the issuer and the state', async () => {
    const asking = await ask(service)
    const url = await agree(browser, asking.query)
    expect(url.origin + url.pathname).toBe(REDIRECT)
    expect([...url.searchParams.keys()]).toEqual(['code', 'state', 'iss'])
    expect(url.searchParams.get('iss')).toBe(service.origin)
  })

  const UNSAFE: readonly (readonly [string, Record<string, string>])[] = [
    ['an address that was not registered', { redirect_uri: 'https://evil.example/x' }],
    ['an unknown application', { client_id: 'nobody.nothing' }],
  ]
  test.each(UNSAFE)('%s leads nowhere', async (_, changes) => {
    const { query } = await ask(service, changes)
    const answer = await browser.get(authorizePath(query))
    expect(answer.status).toBe(400)
    expect(await answer.text()).not.toMatch(/evil\.example|app\.example/)
  })

  const REFUSED: readonly (readonly [string, Record<string, string | undefined>, string])[] = [
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['another resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
    ['scopes of editors', { scope: 'editorial:publish' }, 'invalid_scope'],
  ]
  test.each(REFUSED)(
    '%s is refused, and nobody is sent away unasked',
    async (_, changes, error) => {
      const { query } = await ask(service, changes)
      const answer = await browser.get(authorizePath(query))
      expect(answer.status).toBe(400)
      expect(answer.headers.get('location')).toBeNull()
      const link = /href="(https:&#x2F;&#x2F;app|https:\/\/app)[^"]*"/.exec(
        await answer.text(),
      )?.[0]
      expect(link).toContain(error)
    },
  )

  test('an account that does not pay connects nothing', async () => {
    const other = await service.person('unpaid')
    const stranger = browserAt(service.origin)
    await stranger.signIn(other.email)
    const { query } = await ask(service)
    const page = await (await stranger.get(authorizePath(query))).text()
    expect(page).not.toContain('name="decision"')
    const fields = { ...query, ...hiddenIn(page), decision: 'allow' }
    const answer = await stranger.post('/account/authorize', fields)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('Only a paid account')
  })

  test('an account has at most 100 connected applications (applications-too-many)', async () => {
    await connectMany(holder, ACCOUNT_LIMITS.applicationsMax)
    const answer = await allow(await formFor(await ask(service)))
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('at most 100 connected applications')
  })

  test('two codes that are taken at once do not pass the limit of applications', async () => {
    await connectMany(holder, ACCOUNT_LIMITS.applicationsMax - 1)
    const asked = [await ask(service), await ask(service)]
    const forms: Record<string, string>[] = []
    for (const asking of asked) forms.push(tokenForm(asking, await codeFor(asking)))
    const answers = await actAtOnce(
      service.pool,
      holder.accountId,
      forms.map((form) => () => post(tokenUrl(), form)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
    const refused = answers.find(({ status }) => status === 400)
    expect(refused?.body).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('a stranger', () => {
  test('comes back to the request after signing in, and goes nowhere else', async () => {
    const { query } = await ask(service)
    const stranger = browserAt(service.origin)
    const sent = await stranger.get(authorizePath(query))
    const next = new URL(sent.headers.get('location') ?? '', service.origin).searchParams.get(
      'next',
    )
    expect((await stranger.signIn(holder.email, next ?? '')).headers.get('location')).toBe(
      authorizePath(query),
    )
    for (const evil of ['https://evil.example/', '//evil.example', '/account/../desk'])
      expect(
        (await browserAt(service.origin).signIn(holder.email, evil)).headers.get('location'),
      ).toBe('/account/keys')
  })

  test('sees and ends no application of another account', async () => {
    const { access } = await connect(service, browser)
    const page = await (await browser.get('/account/applications')).text()
    const path = /\/account\/applications\/[0-9a-f-]{36}\/disconnect/.exec(page)?.[0] ?? ''
    const other = browserAt(service.origin)
    await other.signIn((await service.person()).email)
    expect((await other.get(path)).status).toBe(404)
    const { csrf = '' } = hiddenIn(await (await other.get('/account/keys/new')).text())
    expect((await other.post(path, { csrf })).status).toBe(404)
    expect((await ping(service.mcpUrl, access)).status).toBe(200)
  })
})

test('who is removed from an account leaves no session, application or code behind', async () => {
  const connected = await connect(service, browser)
  const asking = await ask(service)
  const code = await codeFor(asking)
  const users = makeUsers(service.pool)
  const stranger = await service.person()
  expect(await users.remove({ ...holder, accountId: stranger.accountId, actor })).toMatchObject({
    refused: 'account-person-unknown',
  })
  expect(await users.remove({ ...holder, actor })).toMatchObject({ userId: expect.any(String) })
  await untilRefused(connected.access)
  expect((await refreshing(connected)).body).toMatchObject({ error: 'invalid_grant' })
  const late = await post(tokenUrl(), tokenForm(asking, code))
  expect(late.body).toMatchObject({ error: 'invalid_grant' })
  expect((await browser.get('/account/keys')).status).toBe(303)
  expect((await browserAt(service.origin).signIn(holder.email)).status).toBe(401)
  const { rows } = await service.pool.query<{ kind: string }>(
    `select a.kind from audit_acts a left join api_keys k on k.id::text = a.subject::text
     where coalesce(k.account_id::text, a.subject::text) = $1 and actor = $2 order by position`,
    [holder.accountId, actor],
  )
  expect(rows.map(({ kind }) => kind).slice(-2)).toEqual([
    'application.disconnected',
    'account.person-removed',
  ])
})

test('an id of a grant is no key: it is not listed, and has no secret to rotate', async () => {
  await connect(service, browser)
  const listed = await (await browser.get('/account/keys')).text()
  expect(listed).toContain('There are no keys yet')
  const page = await (await browser.get('/account/applications')).text()
  const id = /\/applications\/([0-9a-f-]{36})\//.exec(page)?.[1] ?? ''
  expect((await browser.get(`/account/keys/${id}`)).status).toBe(404)
  const { csrf = '' } = hiddenIn(await (await browser.get('/account/keys/new')).text())
  const rotated = await browser.post(`/account/keys/${id}/rotate`, { csrf, overlapHours: '0' })
  expect(rotated.status).toBe(404)
})

test('no token and no code is in a table or in the log', async () => {
  const { code, access, refresh } = await connect(service, browser)
  const secrets = [code, access, refresh].map((text) => text.split('_')[2]?.slice(0, 30) ?? text)
  const { rows } = await service.pool.query<{ all: string }>(
    `select concat((select json_agg(t) from oauth_tokens t), (select json_agg(c) from oauth_codes c),
       (select json_agg(g) from oauth_grants g), (select json_agg(k) from api_keys k), (select json_agg(a) from audit_acts a)) as all`,
  )
  for (const secret of secrets) {
    expect(secret).toHaveLength(30)
    expect(rows[0]?.all).not.toContain(secret)
    expect(service.harness.log()).not.toContain(secret)
  }
})

test('the 401 leads a client to the metadata, and the metadata agree', async () => {
  const answer = await ping(service.mcpUrl, keyOf('live', 'U'.repeat(30)))
  const challenge = answer.headers.get('www-authenticate') ?? ''
  const url = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ''
  expect(url).toBe(`${service.origin}/.well-known/oauth-protected-resource/api/v1/mcp`)
  expect(await answer.json()).toMatchObject({ error: 'unauthorized' })
  const resource = (await (await fetch(url)).json()) as Record<string, unknown>
  expect(resource).toMatchObject({
    resource: service.mcpUrl,
    authorization_servers: [service.origin],
  })
  for (const path of ['oauth-authorization-server', 'openid-configuration']) {
    const found = await fetch(`${service.origin}/.well-known/${path}`, {
      headers: { origin: 'https://inspector.example' },
    })
    expect(found.headers.get('access-control-allow-origin')).toBe('*')
    expect(await found.json()).toMatchObject({
      issuer: service.origin,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
  }
})

const sizes = async () =>
  (await service.pool.query('select count(*)::int as codes from oauth_codes')).rows

// The last one: it uses up the limit of this network.
test('a flood of registrations is bounded, and fills nothing', async () => {
  const before = await sizes()
  const answers = await Promise.all(
    Array.from({ length: PAGES_PER_MINUTE.strangers + 5 }, () => register(service)),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(5)
  expect(refused[0]?.body).toMatchObject({ error: 'temporarily_unavailable' })
  expect(await sizes()).toEqual(before)
})
