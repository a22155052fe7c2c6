/** The account area on the real tables, and a browser that signs in to it. */
import { randomUUID } from 'node:crypto'
import { fastify, type FastifyInstance, type InjectOptions } from 'fastify'
import { EmailAddress } from '#contracts/account.ts'
import { isRefusal } from '#contracts/fault.ts'
import { hashPassword } from '#contracts/web/passwords.ts'
import { makeMemoryRateLimiter } from '#infra/memory/rate-limiter.ts'
import { makeAccounts } from '#infra/postgres/accounts/accounts.ts'
import { makeApplications } from '#infra/postgres/accounts/applications.ts'
import { makeUsageReader } from '#infra/postgres/accounts/accounts-usage.ts'
import { makeKeyAdmin } from '#infra/postgres/accounts/key-store-admin.ts'
import { makeSessions } from '#infra/postgres/accounts/sessions.ts'
import { makeUsers } from '#infra/postgres/accounts/users.ts'
import type { PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeEndpoints } from '#infra/postgres/webhooks/endpoints.ts'
import { type AccountArea, addAccountArea } from '#query-api/portal/routes/area.ts'
import { makeWebhookAdmin } from '#query-api/webhooks/admin.ts'
import { NO_RESEARCH, UNUSED } from '../api/harness.ts'

export const PASSWORD = 'le bail commercial se renouvelle'
export const PEPPER = 'a pepper of more than thirty-two characters'
const LOOPBACK = 'localhost:8080'

/** An area whose saved searches are doubles, unless the test gives them. */
export const makeAccountArea = (
  pool: PostgresPool,
  more: Partial<AccountArea> = {},
): AccountArea => ({
  users: makeUsers(pool),
  sessions: makeSessions(pool),
  keys: makeKeyAdmin(pool),
  applications: makeApplications(pool),
  usage: makeUsageReader(pool),
  limiter: makeMemoryRateLimiter(),
  pepper: PEPPER,
  clock: () => Date.now(),
  hasSandbox: true,
  webhooks: makeWebhookAdmin({
    endpoints: makeEndpoints(pool),
    pepper: PEPPER,
    targets: { allowsPrivate: false, ports: [443] },
    clock: () => Date.now(),
  }),
  recall: UNUSED.recall,
  savedSearches: UNUSED.savedSearches,
  texts: UNUSED.texts,
  articles: NO_RESEARCH.articles,
  mail: null,
  concepts: NO_RESEARCH.concepts,
  ...more,
})

export const serve = (deps: AccountArea): FastifyInstance => {
  const server = fastify({ trustProxy: '127.0.0.1' })
  server.decorateRequest('failure', null)
  addAccountArea(server, deps)
  return server
}

let passwordHash: string | null = null

export type Person = { readonly accountId: string; readonly email: EmailAddress }
export const makePerson = async (
  pool: PostgresPool,
  status: 'paid' | 'unpaid' = 'paid',
): Promise<Person> => {
  passwordHash ??= await hashPassword(PASSWORD)
  const name = `account ${randomUUID()}`
  const account = { name, plan: 'practitioner', status, actor: 'system' } as const
  const made = await makeAccounts(pool).create(account)
  if (isRefusal(made)) throw new Error(made.refused)
  const email = EmailAddress.parse(`${randomUUID()}@example.org`)
  const user = { accountId: made.accountId, email, passwordHash, actor: 'system' } as const
  await makeUsers(pool).setPassword(user)
  return { accountId: made.accountId, email }
}

/** A browser, as far as cookies and forms go. */
export const makeBrowser = (
  app: () => FastifyInstance,
  headers: Record<string, string> = {},
  address = '203.0.113.7',
) => {
  const cookies = new Map<string, string>()
  const send = async (options: InjectOptions) => {
    const answer = await app().inject({
      remoteAddress: '127.0.0.1',
      ...options,
      cookies: Object.fromEntries(cookies),
      headers: {
        host: LOOPBACK,
        'x-forwarded-for': address,
        'accept-language': 'fr',
        ...headers,
        ...options.headers,
      },
    })
    for (const { name, value } of answer.cookies)
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    return answer
  }
  const get = (url: string, more: Record<string, string> = {}) =>
    send({ method: 'GET', url, headers: more })
  const csrfAt = async (url: string): Promise<string> =>
    /name="csrf" value="([^"]+)"/.exec((await get(url)).body)?.[1] ?? ''
  const post = (url: string, form: Record<string, string>, more: Record<string, string> = {}) =>
    send({
      method: 'POST',
      url,
      payload: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        origin: 'null',
        ...more,
      },
    })
  const signIn = async (email: string, password = PASSWORD) =>
    post('/account/sign-in', { email, password, csrf: await csrfAt('/account/sign-in') })
  return { cookies, get, post, csrfAt, signIn }
}
export type Browser = ReturnType<typeof makeBrowser>
