import { expect, test } from 'vitest'
import { keyOf } from '#contracts/api-key.ts'
import { readAuthorization } from './authorization.ts'
import { readClient, registerClient } from './client.ts'
import { isOAuthRefusal } from './problem.ts'
import { isRedirect, isRegistered, withAnswer } from './redirects.ts'
import { exchange } from './tokens.ts'

const PEPPER = 'a pepper of more than thirty-two characters'
const NOW = Date.parse('2026-06-15T10:00:00.000Z')
const GOOD = 'https://app.example/callback'

const REDIRECTS: readonly (readonly [string, boolean])[] = [
  [GOOD, true],
  ['https://app.example/callback?tenant=1', true],
  ['https://app.example:8443/', true],
  ['http://127.0.0.1/callback', true],
  ['http://127.0.0.1:49152/callback', true],
  ['http://[::1]:49152/callback', true],
  ['http://localhost:6274/oauth/callback', true],
  ['http://app.example/callback', false],
  ['http://localhost.evil.example/', false],
  ['http://127.0.0.1.evil.example/', false],
  ['http://127.0.0.1@evil.example/', false],
  ['https://claude.ai@evil.example/', false],
  ['https://@evil.example/', false],
  ['https://app.example/callback#part', false],
  ['https://app.example/callback#', false],
  ['https://app.example\\@evil.example/', false],
  ['https:app.example', false],
  ['https://app.example/\tx', false],
  ['https://app.example/é', false],
  [' https://app.example/', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['cursor://callback', false],
  ['//app.example/', false],
  ['', false],
  [`https://app.example/${'x'.repeat(500)}`, false],
]
for (const [address, allowed] of REDIRECTS)
  test(`${JSON.stringify(address.slice(0, 60))} is ${allowed ? '' : 'no '}address for an answer`, () =>
    expect(isRedirect(address)).toBe(allowed))

const MATCHES: readonly (readonly [string, string, boolean])[] = [
  [GOOD, GOOD, true],
  [GOOD, `${GOOD}/`, false],
  [GOOD, `${GOOD}?x=1`, false],
  [GOOD, 'https://APP.example/callback', false],
  [GOOD, 'https://app.example:443/callback', false],
  [GOOD, 'https://app.example.evil.example/callback', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:5000/callback', true],
  ['http://127.0.0.1:1/callback', 'http://127.0.0.1:65535/callback', true],
  ['http://127.0.0.1/callback', 'http://localhost/callback', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:5000/other', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:5000@evil.example/callback', false],
  ['http://[::1]:9/cb', 'http://[::1]:10/cb', true],
  ['https://app.example:1/cb', 'https://app.example:2/cb', false],
]
for (const [registered, given, matches] of MATCHES)
  test(`${given} ${matches ? 'is' : 'is not'} ${registered}`, () =>
    expect(isRegistered([registered], given)).toBe(matches))

test('an answer is added to the query that the address has', () => {
  expect(withAnswer(GOOD, { code: 'a b' })).toBe(`${GOOD}?code=a+b`)
  expect(withAnswer(`${GOOD}?x=%20`, { code: 'a' })).toBe(`${GOOD}?x=%20&code=a`)
})

const REGISTRATIONS: readonly (readonly [string, unknown, string])[] = [
  ['no object', 'text', 'invalid_client_metadata'],
  ['no address', { client_name: 'x' }, 'invalid_redirect_uri'],
  ['an empty list', { redirect_uris: [] }, 'invalid_redirect_uri'],
  ['eleven addresses', { redirect_uris: Array(11).fill(GOOD) }, 'invalid_redirect_uri'],
  [
    'too long together',
    { redirect_uris: Array(4).fill(`${GOOD}${'x'.repeat(450)}`) },
    'invalid_redirect_uri',
  ],
  ['one bad address of two', { redirect_uris: [GOOD, 'http://a.example'] }, 'invalid_redirect_uri'],
  ['a name that is no text', { redirect_uris: [GOOD], client_name: 5 }, 'invalid_client_metadata'],
  [
    'the implicit grant',
    { redirect_uris: [GOOD], grant_types: ['implicit'] },
    'invalid_client_metadata',
  ],
  [
    'a token as response',
    { redirect_uris: [GOOD], response_types: ['token'] },
    'invalid_client_metadata',
  ],
]
for (const [what, body, error] of REGISTRATIONS)
  test(`a registration with ${what} is refused as ${error}`, () =>
    expect(registerClient(PEPPER, body, NOW)).toMatchObject({ error }))

const NAMES: readonly (readonly [string, string])[] = [
  ['Claude', 'Claude'],
  ['  two\n\tlines ', 'two lines'],
  ['gpj\u202Eexe', 'gpj exe'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['x'.repeat(100), 'x'.repeat(60)],
  ['\u200B', 'app.example'],
  ['', 'app.example'],
]
for (const [given, shown] of NAMES)
  test(`an application called ${JSON.stringify(given.slice(0, 30))} is shown as ${shown.slice(0, 30)}`, () =>
    expect(
      registerClient(PEPPER, { redirect_uris: [GOOD], client_name: given }, NOW),
    ).toMatchObject({ name: shown }))

const registered = (changes: object = {}) => {
  const client = registerClient(PEPPER, { redirect_uris: [GOOD], ...changes }, NOW)
  if (isOAuthRefusal(client)) throw new Error(client.description)
  return client
}

test('an id says what was registered, and no other pepper or letter of it does', () => {
  const client = registered({
    client_secret: 'x',
    token_endpoint_auth_method: 'client_secret_basic',
  })
  expect(readClient(PEPPER, client.clientId)).toEqual(client)
  expect(readClient(`${PEPPER}.`, client.clientId)).toBeNull()
  for (const at of [0, 5, client.clientId.length - 2])
    expect(
      readClient(PEPPER, `${client.clientId.slice(0, at)}_${client.clientId.slice(at + 1)}`),
    ).toBeNull()
  for (const id of ['', '.', 'a.b', `${'a'.repeat(5_000)}.${'b'.repeat(43)}`])
    expect(readClient(PEPPER, id)).toBeNull()
})

const RESOURCE = 'https://api.example/api/v1/mcp'
const request = () => ({
  response_type: 'code',
  client_id: registered().clientId,
  redirect_uri: GOOD,
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
  resource: RESOURCE,
  state: 's',
})
const read = (changes: Readonly<Record<string, unknown>>) =>
  readAuthorization({ pepper: PEPPER, resource: RESOURCE }, { ...request(), ...changes })

const REQUESTS: readonly (readonly [string, Readonly<Record<string, unknown>>, object])[] = [
  ['good', {}, { kind: 'request' }],
  [
    'without a resource',
    { resource: undefined },
    { kind: 'request', request: { resource: RESOURCE } },
  ],
  ['of an unknown client', { client_id: 'x.y' }, { kind: 'unsafe', because: 'client' }],
  ['of two clients', { client_id: ['a', 'b'] }, { kind: 'unsafe', because: 'malformed' }],
  ['to another address', { redirect_uri: 'https://evil.example/' }, { because: 'redirect' }],
  ['without an address', { redirect_uri: undefined }, { kind: 'unsafe' }],
  ['with a huge state', { state: 'x'.repeat(5_000) }, { kind: 'unsafe' }],
  ['for a token', { response_type: 'token' }, { refusal: { error: 'unsupported_response_type' } }],
  ['without a challenge', { code_challenge: undefined }, { refusal: { error: 'invalid_request' } }],
  ['with a short challenge', { code_challenge: 'c' }, { refusal: { error: 'invalid_request' } }],
  [
    'with a plain challenge',
    { code_challenge_method: 'plain' },
    { refusal: { error: 'invalid_request' } },
  ],
  [
    'without a method',
    { code_challenge_method: undefined },
    { refusal: { error: 'invalid_request' } },
  ],
  ['with two scopes parameters', { scope: ['a', 'b'] }, { refusal: { error: 'invalid_request' } }],
  [
    'for another resource',
    { resource: 'https://evil.example/mcp' },
    { refusal: { error: 'invalid_target' } },
  ],
  [
    'for scopes of editors',
    { scope: 'editorial:publish keys:manage' },
    { refusal: { error: 'invalid_scope' } },
  ],
  [
    'for known and unknown scopes',
    { scope: 'openid offline_access search:read' },
    { request: { scopes: ['mcp', 'search:read'] } },
  ],
]
for (const [what, changes, expected] of REQUESTS)
  test(`a request ${what} is read`, () => expect(read(changes)).toMatchObject(expected))

const never = (): never => {
  throw new Error('the store was asked')
}
const code = keyOf('code', 'C'.repeat(30))
const TOKENS: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
  ['nothing', { grant_type: undefined }, 'invalid_request'],
  ['a grant of passwords', { grant_type: 'password' }, 'unsupported_grant_type'],
  ['the grant of a program', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
  ['an unknown client', { client_id: 'x.y' }, 'invalid_client'],
  ['no client', { client_id: undefined }, 'invalid_request'],
  ['another resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
  ['no verifier', { code_verifier: undefined }, 'invalid_request'],
  ['a short verifier', { code_verifier: 'v' }, 'invalid_request'],
  ['two codes', { code: [code, code] }, 'invalid_request'],
  ['a code with a wrong checksum', { code: `${code.slice(0, -1)}!` }, 'invalid_grant'],
  ['no refresh token', { grant_type: 'refresh_token' }, 'invalid_request'],
  [
    'an access token to refresh',
    { grant_type: 'refresh_token', refresh_token: keyOf('access', 'A'.repeat(30)) },
    'invalid_grant',
  ],
]
for (const [what, changes, error] of TOKENS)
  test(`${what} is refused as ${error}, before the store is asked`, async () => {
    const applications = { redeem: never, refresh: never, revoke: never }
    const form = {
      grant_type: 'authorization_code',
      client_id: registered().clientId,
      code,
      redirect_uri: GOOD,
      code_verifier: 'v'.repeat(43),
      ...changes,
    }
    const deps = { applications, pepper: PEPPER, resource: RESOURCE }
    expect(await exchange(deps, form)).toMatchObject({ error })
  })
