/**
 * An unmodified client of the official SDK connects with nothing but the address, and is charged,
 * refreshed and disconnected.
 */
import {
  auth,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  UnauthorizedError,
} from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import {
  Client as ModernClient,
  type OAuthClientProvider as ModernProvider,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserAt, hiddenIn, openService, ping, type Service } from './harness.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const CALLBACK = 'http://127.0.0.1:7777/callback'

/** What every client of the SDK brings: a place for its state, and a browser to open. */
const makeProvider = () => {
  const kept: {
    client?: OAuthClientInformationMixed
    tokens?: OAuthTokens
    verifier?: string
    opened?: URL
    discovered?: OAuthDiscoveryState
  } = {}
  const provider: OAuthClientProvider & ModernProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: {
      client_name: 'Assistant of the test',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    state: () => 'state of the test',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      kept.opened = url
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
    discoveryState: () => kept.discovered,
    saveDiscoveryState: (state) => {
      kept.discovered = state
    },
  }
  return { kept, provider }
}

/** A person opens the address, signs in, reads and agrees; returns the answer to the client. */
const walk = async (opened: URL, email: string): Promise<URL> => {
  const browser = browserAt(service.origin)
  const stranger = await browser.get(opened.href)
  expect(stranger.status).toBe(303)
  const next = new URL(stranger.headers.get('location') ?? '', service.origin)
  const signedIn = await browser.signIn(email, next.searchParams.get('next') ?? '')
  const page = await (await browser.get(signedIn.headers.get('location') ?? '')).text()
  expect(page).toContain('Assistant of the test')
  expect(page).toContain('127.0.0.1:7777')
  const answer = await browser.post('/account/authorize', {
    ...hiddenIn(page),
    decision: 'allow',
    capUsd: '5',
    capMode: 'hard',
  })
  return new URL(answer.headers.get('location') ?? '')
}

const CALL = { name: 'service_search', arguments: { text: 'prescription', limit: 3 } }

test('a client of version 1 registers, is authorised, calls, refreshes and is disconnected', async () => {
  const { email, accountId } = await service.person()
  const { kept, provider } = makeProvider()
  const transport = new StreamableHTTPClientTransport(new URL(service.mcpUrl), {
    authProvider: provider,
  })
  const first = new Client({ name: 'test', version: '1' })
  await expect(first.connect(transport)).rejects.toThrow(UnauthorizedError)

  if (kept.opened === undefined) throw new Error('no page was opened')
  const answer = await walk(kept.opened, email)
  expect(answer.origin + answer.pathname).toBe(CALLBACK)
  expect(answer.searchParams.get('state')).toBe('state of the test')
  expect(answer.searchParams.get('iss')).toBe(service.origin)
  await transport.finishAuth(answer.searchParams.get('code') ?? '')
  expect(kept.tokens).toMatchObject({
    token_type: 'Bearer',
    expires_in: 3_600,
    scope: 'mcp search:read articles:read rag:invoke verify:invoke taxonomy:read',
  })

  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(service.mcpUrl), { authProvider: provider }),
  )
  const called = await client.callTool(CALL)
  expect(called).toMatchObject({ isError: false, _meta: { 'service/priceUsd': 0.015 } })

  // The call is charged to the account, under the key of the grant: initialize and one search.
  const { rows } = await service.pool.query(
    `select k.kind, k.label, sum(l.micro_usd)::int as charged from ledger l join api_keys k on k.id = l.key_id
     where l.account_id = $1 group by 1, 2`,
    [accountId],
  )
  expect(rows).toEqual([{ kind: 'grant', label: 'Assistant of the test', charged: 65_000 }])

  const before = kept.tokens?.access_token
  expect(await auth(provider, { serverUrl: service.mcpUrl })).toBe('AUTHORIZED')
  expect(kept.tokens?.access_token).not.toBe(before)
  expect(await client.callTool(CALL)).toMatchObject({ isError: false })

  const browser = browserAt(service.origin)
  await browser.signIn(email)
  const page = await (await browser.get('/account/applications')).text()
  expect(page).toContain('Assistant of the test')
  expect(page).toMatch(/5\.00/)
  const path = /\/account\/applications\/[0-9a-f-]{36}\/disconnect/.exec(page)?.[0] ?? ''
  const asked = await (await browser.get(path)).text()
  expect((await browser.post(path, hiddenIn(asked))).status).toBe(303)
  const token = kept.tokens?.access_token ?? ''
  await expect
    .poll(async () => (await ping(service.mcpUrl, token)).status, {
      timeout: 30_000,
      interval: 100,
    })
    .toBe(401)
  // The SDK tries to refresh, and asks the person again once that is refused.
  await expect(client.callTool(CALL)).rejects.toThrow()
  expect(await (await browser.get('/account/applications')).text()).not.toContain(
    'Assistant of the test',
  )
  await client.close()
}, 240_000)

test.each(['legacy', '2026-07-28'])(
  'a client of version 2 connects, era %s',
  async (era) => {
    const { email } = await service.person()
    const { kept, provider } = makeProvider()
    const connecting = () =>
      new ModernClient(
        { name: 'test', version: '1' },
        { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: era } } },
      )
    const transport = new ModernTransport(new URL(service.mcpUrl), { authProvider: provider })
    await expect(connecting().connect(transport)).rejects.toThrow()
    if (kept.opened === undefined) throw new Error('no page was opened')
    const answer = await walk(kept.opened, email)
    await transport.finishAuth(answer.searchParams)
    const client = connecting()
    await client.connect(new ModernTransport(new URL(service.mcpUrl), { authProvider: provider }))
    expect(await client.callTool(CALL)).toMatchObject({ isError: false })
    await client.close()
  },
  60_000,
)
