import { expect, test } from 'vitest'
import { DEFAULT_SCOPES, isWellFormedKey } from '#contracts/access.ts'
import type { KeyAdmin, NewKey } from '../ports.ts'
import { createKey, type KeyRequest, revokeKey } from './admin.ts'
import { lastOf, secretHmacOf } from './keys.ts'

const PEPPER = 'pepper'
const KEY_ID = '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f0001'

const fake = () => {
  const stored: NewKey[] = []
  const admin: KeyAdmin = {
    create: async (key) => {
      stored.push(key)
      return { keyId: KEY_ID }
    },
    list: async () => [],
    revoke: async () => ({ refused: 'key-unknown', reason: '', mend: '' }),
  }
  return { stored, deps: { admin, pepper: PEPPER } }
}
const REQUEST: KeyRequest = { account: ' Étude Martin ', plan: 'firm' }

test('a key is given once; what is stored is its HMAC and its end', async () => {
  const { stored, deps } = fake()
  const created = await createKey(deps, REQUEST)
  if ('refused' in created) throw new Error(created.refused)
  expect(isWellFormedKey(created.key)).toBe(true)
  expect(stored).toEqual([
    {
      account: 'Étude Martin',
      plan: 'firm',
      scopes: DEFAULT_SCOPES,
      capMicroUsd: null,
      capMode: 'soft',
      expiresAt: null,
      secretHmac: secretHmacOf(PEPPER, created.key),
      last4: lastOf(created.key),
    },
  ])
  expect(JSON.stringify(stored)).not.toContain(created.key.slice(9, 39))
})

test('scopes, cap and its mode are taken as the command line writes them', async () => {
  const { stored, deps } = fake()
  await createKey(deps, {
    ...REQUEST,
    scopes: 'search:read, magistrates:read,search:read',
    capUsd: '12.5',
    capMode: 'hard',
  })
  expect(stored[0]).toMatchObject({
    scopes: ['search:read', 'magistrates:read'],
    capMicroUsd: 12_500_000,
    capMode: 'hard',
  })
})

const CAPS = [
  ['0', 0],
  ['250', 250_000_000],
  ['0.000001', 1],
  ['1000000000', 1_000_000_000_000_000],
] as const
for (const [capUsd, micro] of CAPS) {
  test(`a cap of ${capUsd} USD is ${micro} micro-dollars`, async () => {
    const { stored, deps } = fake()
    await createKey(deps, { ...REQUEST, capUsd })
    expect(stored[0]?.capMicroUsd).toBe(micro)
  })
}

const REFUSED: readonly (readonly [string, Partial<KeyRequest>])[] = [
  ['account-invalid', { account: '  ' }],
  ['account-invalid', { account: 'a\u0000b' }],
  ['account-invalid', { account: 'x'.repeat(201) }],
  ['plan-unknown', { plan: 'cabinet' }],
  ['scope-unknown', { scopes: 'search:reed' }],
  ['scopes-empty', { scopes: ' , ' }],
  ['cap-invalid', { capUsd: '-1' }],
  ['cap-invalid', { capUsd: '1e3' }],
  ['cap-invalid', { capUsd: '0.0000001' }],
  ['cap-invalid', { capUsd: '1000000001' }],
  ['cap-mode-unknown', { capMode: 'firm' }],
]
for (const [code, changes] of REFUSED) {
  test(`${JSON.stringify(changes)} is refused as ${code}, and nothing is stored`, async () => {
    const { stored, deps } = fake()
    expect(await createKey(deps, { ...REQUEST, ...changes })).toMatchObject({ refused: code })
    expect(stored).toEqual([])
  })
}

test('an unknown scope is answered with the closest one', async () => {
  const refused = await createKey(fake().deps, { ...REQUEST, scopes: 'serach:read' })
  expect(refused).toMatchObject({ mend: expect.stringContaining('did you mean search:read?') })
})

test('an id that is none is refused before the store is asked', async () => {
  expect(await revokeKey(fake().deps, 'x')).toMatchObject({ refused: 'key-unknown' })
})
