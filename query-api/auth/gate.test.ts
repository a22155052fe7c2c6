import { expect, test } from 'vitest'
import { DEFAULT_SCOPES, keyOf } from '#contracts/api-key.ts'
import { type Plan } from '#contracts/account.ts'
import type { KeyRecord } from './ports.ts'
import { type Bucket, makeGate } from './gate.ts'

const KEY = keyOf('live', 'K'.repeat(30))
const LIMITS = { anonymous: 30, rest: 120, mcp: 60, mcpFirm: 600 }

const gateFor = (plan: Plan) => {
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
    limiter: {
      take: async (bucket, quota, windowSeconds) => {
        taken.push(`${bucket} ${quota} ${windowSeconds}`)
        return { allowed: true, remaining: quota - 1, resetSeconds: windowSeconds }
      },
    },
    pepper: 'pepper',
    limits: LIMITS,
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
