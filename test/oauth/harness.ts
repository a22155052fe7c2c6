/** The whole service over real tables, with a person who signs in by HTTP as a browser does. */
import { createHash, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { EmailAddress } from '#contracts/account.ts'
import { isRefusal } from '#contracts/fault.ts'
import { hashPassword } from '#contracts/web/passwords.ts'
import { newToken } from '#contracts/web/secrets.ts'
import { makeMemoryRateLimiter } from '#infra/memory/rate-limiter.ts'
import { makeAccounts } from '#infra/postgres/accounts/accounts.ts'
import { makeUsageReader } from '#infra/postgres/accounts/accounts-usage.ts'
import { makeApplications } from '#infra/postgres/accounts/applications.ts'
import { makeAccessTokens, makeKeyStore } from '#infra/postgres/accounts/key-store.ts'
import { makeKeyAdmin } from '#infra/postgres/accounts/key-store-admin.ts'
import { makeSessions } from '#infra/postgres/accounts/sessions.ts'
import { makeUsers } from '#infra/postgres/accounts/users.ts'
import { makeLedger } from '#infra/postgres/money/ledger.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import type { AccountArea } from '#query-api/portal/routes/area.ts'
import { NO_RESEARCH, PEPPER, UNUSED } from '../api/harness.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { makeMcp, MCP_URL, type McpHarness } from '../mcp/harness.ts'

export const PASSWORD = 'le bail commercial se renouvelle'
const LIMITS = { anonymous: 10_000, rest: 10_000, mcp: 10_000, mcpFirm: 10_000 }
const RESERVATION_SECONDS = 60

export type Person = { readonly accountId: string; readonly email: EmailAddress }

export type Service = {
  readonly origin: string
  readonly mcpUrl: string
  readonly pool: PostgresPool
  readonly harness: McpHarness
  readonly limiter: ReturnType<typeof makeMemoryRateLimiter>
  readonly person: (status?: 'paid' | 'unpaid') => Promise<Person>
  readonly close: () => Promise<void>
}

export const openService = async (): Promise<Service> => {
  const database = await openTestDatabase()
  const pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 4 })
  const limiter = makeMemoryRateLimiter()
  const account: AccountArea = {
    users: makeUsers(pool),
    sessions: makeSessions(pool),
    keys: makeKeyAdmin(pool),
    applications: makeApplications(pool),
    usage: makeUsageReader(pool),
    limiter,
    pepper: PEPPER,
    clock: () => Date.now(),
    hasSandbox: true,
    webhooks: UNUSED.webhooks,
    recall: UNUSED.recall,
    savedSearches: UNUSED.savedSearches,
    texts: UNUSED.texts,
    articles: NO_RESEARCH.articles,
    mail: null,
    concepts: NO_RESEARCH.concepts,
  }
  const harness = makeMcp({
    account,
    keys: makeKeyStore(pool),
    accessTokens: makeAccessTokens(pool),
    ledger: makeLedger(pool, { reservationSeconds: RESERVATION_SECONDS }),
    limits: LIMITS,
    clock: () => Date.now(),
  })
  await harness.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = harness.app.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const passwordHash = await hashPassword(PASSWORD)
  return {
    origin,
    mcpUrl: `${origin}${MCP_URL}`,
    pool,
    harness,
    limiter,
    person: async (status = 'paid') => {
      const name = `account ${randomUUID()}`
      const made = await makeAccounts(pool).create({
        name,
        plan: 'practitioner',
        status,
        actor: 'system',
      })
      if (isRefusal(made)) throw new Error(made.refused)
      const { accountId } = made
      const email = EmailAddress.parse(`${randomUUID()}@example.org`)
      await makeUsers(pool).setPassword({ accountId, email, passwordHash, actor: 'system' })
      return { accountId, email }
    },
    close: async () => {
      await harness.app.close()
      await pool.close()
      await database.close()
    },
  }
}

/** Hidden fields of the first form of a page that posts to `action`. */
export const hiddenIn = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, unescaped(value)],
    ),
  )
const NAMED: Readonly<Record<string, string>> = { quot: '"', lt: '<', gt: '>', amp: '&' }
const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|(quot|lt|gt|amp));/g, (_, number: string, name: string) =>
    number === undefined ? (NAMED[name] ?? '') : String.fromCodePoint(Number(number)),
  )

/** A browser, as far as cookies, redirects and forms go. It follows no redirect by itself. */
export const browserAt = (origin: string) => {
  const cookies = new Map<string, string>()
  const send = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    headers.set('accept-language', 'en')
    const answer = await fetch(new URL(url, origin), { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  const get = (url: string) => send(url)
  const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    send(url, { method: 'POST', body: new URLSearchParams(form), headers })
  return {
    get,
    post,
    /** Signs in and goes on to the page that was asked for. */
    signIn: async (email: string, next?: string): Promise<Response> => {
      const at = `/account/sign-in${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}`
      const fields = hiddenIn(await (await get(at)).text())
      return post('/account/sign-in', { ...fields, email, password: PASSWORD })
    },
  }
}
export type Browser = ReturnType<typeof browserAt>

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
export const REDIRECT = 'https://app.example/callback'

export const register = async (
  { origin }: Pick<Service, 'origin'>,
  changes: Readonly<Record<string, unknown>> = {},
) => {
  const body = { client_name: 'Assistant', redirect_uris: [REDIRECT], ...changes }
  const answer = await fetch(`${origin}/oauth/register`, json(body))
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

export const verifierAndChallenge = () => {
  const verifier = newToken()
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export type Asking = {
  readonly clientId: string
  readonly verifier: string
  readonly query: Record<string, string>
}

/** A registered application with a good request; `changes` replaces parameters of it. */
export const ask = async (
  service: Service,
  changes: Record<string, string | undefined> = {},
): Promise<Asking> => {
  const { body } = await register(service)
  const clientId = String(body['client_id'])
  const { verifier, challenge } = verifierAndChallenge()
  const all = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    scope: 'mcp search:read',
    state: 'a state / of & its own',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource: service.mcpUrl,
    ...changes,
  }
  const query = Object.fromEntries(
    Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
  return { clientId, verifier, query }
}

export const authorizePath = (query: Record<string, string>): string =>
  `/account/authorize?${new URLSearchParams(query).toString()}`

/** Agrees on the page of the consent; returns where the browser is sent. */
export const agree = async (
  browser: Browser,
  query: Record<string, string>,
  more: Record<string, string> = {},
): Promise<URL> => {
  const page = await browser.get(authorizePath(query))
  const form = { ...hiddenIn(await page.text()), decision: 'allow', ...more }
  const answer = await browser.post('/account/authorize', form)
  return new URL(answer.headers.get('location') ?? 'about:blank')
}

export const post = async (
  url: string,
  form: Record<string, string>,
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> => {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) })
  const body = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, body, headers: answer.headers }
}

export const tokenForm = (
  { clientId, verifier, query }: Asking,
  code: string,
): Record<string, string> => ({
  grant_type: 'authorization_code',
  code,
  client_id: clientId,
  redirect_uri: query['redirect_uri'] ?? REDIRECT,
  code_verifier: verifier,
  resource: query['resource'] ?? '',
})

export type Connected = {
  readonly asking: Asking
  readonly code: string
  readonly access: string
  readonly refresh: string
}

/** An application that a person has connected. */
export const connect = async (
  service: Service,
  browser: Browser,
  changes: Record<string, string | undefined> = {},
): Promise<Connected> => {
  const asking = await ask(service, changes)
  const code = (await agree(browser, asking.query)).searchParams.get('code') ?? ''
  const { body } = await post(`${service.origin}/oauth/token`, tokenForm(asking, code))
  return {
    asking,
    code,
    access: String(body['access_token']),
    refresh: String(body['refresh_token']),
  }
}

/** A free call of the MCP endpoint; its status says whether the token is taken. */
export const ping = async (mcpUrl: string, token: string): Promise<Response> =>
  fetch(mcpUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  })
