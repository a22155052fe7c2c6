import { expect, test } from 'vitest'
import { type ApiKeyKind, DEFAULT_SCOPES, keyOf } from '#contracts/api-key.ts'
import { type Plan } from '#contracts/account.ts'
import type { KeyRecord } from './ports.ts'
import { type Bucket, makeGate } from './gate.ts'

const KEY = keyOf('live', 'K'.repeat(30))
const LIMITS = { anonymous: 30, rest: 120, mcp: 60, mcpFirm: 600 }

const TOKEN = keyOf('access', 'T'.repeat(30))
const ADDRESS = 'https://api.example/api/v1/mcp'

const gateFor = (plan: Plan, kind: ApiKeyKind = 'live') => {
  const taken: string[] = []
  const record: KeyRecord = {
    keyId: 'key',
    accountId: 'account',
    plan,
    scopes: DEFAULT_SCOPES,
    capMicroUsd: null,
    capMode: 'soft',
    expiresAt: null,
    revokedAt: null,
  }
  const gate = makeGate({
    keys: { find: async () => record },
    accessTokens: { find: async () => ({ ...record, audience: ADDRESS }) },
    limiter: {
      take: async (bucket, quota, windowSeconds) => {
        taken.push(`${bucket} ${quota} ${windowSeconds}`)
        return { allowed: true, remaining: quota - 1, resetSeconds: windowSeconds }
      },
    },
    pepper: 'pepper',
    limits: LIMITS,
    kind,
    clock: () => 0,
  })
  return { gate, taken }
}

const BUCKETS: readonly (readonly [Plan, Bucket, string, string])[] = [
  ['practitioner', 'rest', 'rest:key 120 60', 'rest'],
  ['firm', 'rest', 'rest:key 120 60', 'rest'],
  ['practitioner', 'mcp', 'mcp:key 60 60', 'mcp'],
  ['firm', 'mcp', 'mcp-cabinet:key 600 60', 'mcp-cabinet'],
]
for (const [plan, bucket, counted, name] of BUCKETS) {
  test(`a ${plan} at a ${bucket} route counts to ${counted}`, async () => {
    const { gate, taken } = gateFor(plan)
    const { policy } = await gate(`Bearer ${KEY}`, '203.0.113.7', bucket)
    expect(policy.name).toBe(name)
    expect(taken).toEqual([counted])
  })
}

test('without a valid key every route counts against the network', async () => {
  const { gate, taken } = gateFor('firm')
  await gate(undefined, '203.0.113.7', 'mcp')
  await gate('Bearer nonsense', '203.0.113.7', 'rest')
  expect(taken).toEqual(['anon:203.0.113.7 30 60', 'anon:203.0.113.7 30 60'])
})

const OF_TOKENS: readonly (readonly [string, string, string | null, string])[] = [
  ['at the address that it is for', TOKEN, ADDRESS, 'mcp'],
  ['at another address', TOKEN, 'https://other.example/api/v1/mcp', 'anon'],
  ['at a route that takes keys alone', TOKEN, null, 'anon'],
  ['that is a refresh token', keyOf('refresh', 'T'.repeat(30)), ADDRESS, 'anon'],
  ['with a wrong checksum', `${TOKEN.slice(0, -1)}-`, ADDRESS, 'anon'],
]
for (const [what, token, audience, policy] of OF_TOKENS)
  test(`an access token ${what} counts as ${policy}`, async () => {
    const { gate } = gateFor('practitioner')
    const admission = await gate(`Bearer ${token}`, '203.0.113.7', 'mcp', audience)
    expect(admission.policy.name).toBe(policy)
    expect(admission.key === null).toBe(policy === 'anon')
  })

const SANDBOX_KEY = keyOf('test', 'K'.repeat(30))
const OF_KINDS: readonly (readonly [ApiKeyKind, string, string])[] = [
  ['live', KEY, 'rest'],
  ['live', SANDBOX_KEY, 'anon'],
  ['test', SANDBOX_KEY, 'rest'],
  ['test', KEY, 'anon'],
]
for (const [kind, key, policy] of OF_KINDS)
  test(`where ${kind} keys are taken, one that begins ${key.slice(0, 9)} counts as ${policy}`, async () => {
    const { gate } = gateFor('practitioner', kind)
    expect((await gate(`Bearer ${key}`, '203.0.113.7', 'rest')).policy.name).toBe(policy)
  })
