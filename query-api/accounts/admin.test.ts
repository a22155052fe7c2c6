import { expect, test } from 'vitest'
import { DEFAULT_SCOPES, isWellFormedKey } from '#contracts/api-key.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { KeyAdmin, KeyListing, NewKey } from './ports.ts'
import {
  setOrigins,
  createKey,
  ensureKey,
  type KeyRequest,
  revokeKey,
  rotateKey,
  setCap,
} from './admin.ts'
import {
  parseOrigins,
  closestCap,
  parseCapTerms,
  parseEmail,
  parseOverlap,
  parseStatus,
} from './terms.ts'
import { lastOf, secretHmacOf } from '#contracts/web/keys.ts'

const PEPPER = 'pepper'
const KEY_ID = '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f0001'
const NOW = Date.parse('2026-06-15T10:00:00.000Z')

const never = (): never => {
  throw new Error('the store was asked')
}

const fake = () => {
  const stored: NewKey[] = []
  const admin: KeyAdmin = {
    create: async (key) => {
      stored.push(key)
      return { keyId: key.keyId, created: stored.length === 1 }
    },
    list: async () => [],
    one: never,
    rotate: never,
    revoke: never,
    setCap: never,
    setOrigins: never,
  }
  return { stored, deps: { admin, pepper: PEPPER, clock: () => NOW } }
}
const REQUEST: KeyRequest = { holder: { name: ' Étude Martin ', plan: 'firm' }, actor: 'system' }

test('a key is shown once; the store keeps its HMAC and its last characters', async () => {
  const { stored, deps } = fake()
  const created = await createKey(deps, REQUEST)
  if (isRefusal(created) || created.key === null) throw new Error('refused')
  expect(isWellFormedKey(created.key)).toBe(true)
  expect(stored).toEqual([
    {
      keyId: created.keyId,
      holder: { name: 'Étude Martin', plan: 'firm' },
      label: '',
      scopes: DEFAULT_SCOPES,
      capMicroUsd: null,
      capMode: 'soft',
      expiresAt: null,
      actor: 'system',
      kind: 'live',
      secretHmac: secretHmacOf(PEPPER, created.key),
      last4: lastOf(created.key),
    },
  ])
  expect(JSON.stringify(stored)).not.toContain(created.key.slice(9, 39))
})

test('a form that is sent twice shows its key once', async () => {
  const { deps } = fake()
  const request = { ...REQUEST, keyId: KEY_ID }
  expect(await createKey(deps, request)).toMatchObject({ keyId: KEY_ID, key: expect.any(String) })
  expect(await createKey(deps, request)).toEqual({ keyId: KEY_ID, key: null })
})

const findKnown = () => Promise.resolve({ revokedAt: null, last4: lastOf('known') } as KeyListing)

test('a key that is known beforehand is stored as it is', async () => {
  const { stored, deps } = fake()
  await ensureKey({ ...deps, admin: { ...deps.admin, one: findKnown } }, REQUEST, 'known')
  expect(stored[0]?.secretHmac).toEqual(secretHmacOf(PEPPER, 'known'))
})

test('scopes, cap, mode, label and last day are parsed from their text', async () => {
  const { stored, deps } = fake()
  await createKey(deps, {
    ...REQUEST,
    label: '  Bibliothèque  ',
    scopes: ['search:read', ' magistrates:read', 'search:read'],
    capUsd: '12,5',
    capMode: 'hard',
    expires: '2026-06-15',
  })
  expect(stored[0]).toMatchObject({
    label: 'Bibliothèque',
    scopes: ['search:read', 'magistrates:read'],
    capMicroUsd: 12_500_000,
    capMode: 'hard',
    expiresAt: '2026-06-16T00:00:00.000Z',
  })
})

const CAPS = [
  ['0', 0],
  ['-0', 0],
  ['250', 250_000_000],
  ['0.000001', 1],
  ['0,015', 15_000],
  ['1.000', 1_000_000],
  ['1,00', 1_000_000],
  ['1000000000', 1_000_000_000_000_000],
  ['', null],
] as const
for (const [capUsd, capMicroUsd] of CAPS) {
  test(`a cap of ${capUsd || 'nothing'} is ${capMicroUsd} micro-dollars`, () =>
    expect(parseCapTerms({ capUsd })).toEqual({ capMicroUsd, capMode: 'soft' }))
}

const ABSURD = [
  ['-1', '0'],
  ['-0.000001', '0'],
  ['0.0000001', '0'],
  ['12.3456789', '12.345678'],
  ['1000000001', '1000000000'],
  ['9'.repeat(40), '1000000000'],
  ['1,000', '1000'],
  ['250,000', '250000'],
] as const
for (const [capUsd, closest] of ABSURD) {
  test(`a cap of ${capUsd} is refused, and ${closest} is proposed`, () => {
    expect(parseCapTerms({ capUsd })).toMatchObject({
      refused: 'cap-invalid',
      hint: `the closest valid amount is ${closest}`,
    })
    expect(closestCap(capUsd)).toBe(closest)
  })
}

const REFUSED: readonly (readonly [string, Partial<KeyRequest>, string?])[] = [
  ['account-invalid', { holder: { name: '  ', plan: 'firm' } }],
  ['account-invalid', { holder: { name: 'a\u0000b', plan: 'firm' } }],
  ['account-invalid', { holder: { name: 'x'.repeat(201), plan: 'firm' } }],
  ['plan-unknown', { holder: { name: 'a', plan: 'firme' } }, 'did you mean firm?'],
  ['scope-unknown', { scopes: ['serach:read'] }, 'did you mean search:read?'],
  ['scopes-empty', { scopes: ['', ' '] }],
  ['label-invalid', { label: 'x'.repeat(61) }],
  ['label-invalid', { label: 'a\nb' }],
  ['cap-invalid', { capUsd: '1e3' }, 'write it like 250'],
  ['cap-invalid', { capUsd: 'Infinity' }],
  ['cap-mode-unknown', { capMode: 'hart' }, 'did you mean hard?'],
  ['expiry-invalid', { expires: '2026-06-14' }],
  ['expiry-invalid', { expires: '2026-06-15T10:00:00.000Z' }],
  ['expiry-invalid', { expires: '2026-02-30' }],
  ['expiry-invalid', { expires: '2037-01-01' }, '2027-01-31'],
]
for (const [code, changes, hint = ''] of REFUSED) {
  test(`${JSON.stringify(changes)} is refused as ${code}, and nothing is stored`, async () => {
    const { stored, deps } = fake()
    const refused = await createKey(deps, { ...REQUEST, ...changes })
    expect(refused).toMatchObject({ refused: code, hint: expect.stringContaining(hint) })
    expect(stored).toEqual([])
  })
}

const OVERLAPS = [
  ['0', 0],
  ['24', 86_400],
  ['720', 2_592_000],
  ['721', '720'],
  ['-1', '0'],
  ['1.4', '1'],
  ['', '24'],
  ['soon', '24'],
] as const
for (const [hours, expected] of OVERLAPS) {
  test(`an overlap of "${hours}" hours gives ${expected}`, () => {
    const seconds = parseOverlap(hours)
    if (isRefusal(seconds)) expect(seconds.hint).toBe(`the closest valid number is ${expected}`)
    else expect(seconds).toBe(expected)
  })
}

test('an invalid id is refused before the store is asked', async () => {
  const target = { keyId: 'x', accountId: null, actor: 'system' } as const
  const { deps } = fake()
  const unknown = { refused: 'key-unknown' }
  expect(await revokeKey(deps, target)).toMatchObject(unknown)
  expect(await rotateKey(deps, target, { overlapSeconds: 0, replaces: null })).toMatchObject(
    unknown,
  )
  const cap = { capMicroUsd: null, capMode: 'soft' } as const
  expect(await setCap(deps, target, cap)).toMatchObject(unknown)
})

test('each invalid term is refused with its own code', () => {
  expect(parseEmail('martin')).toMatchObject({ refused: 'email-invalid' })
  expect(parseOverlap('1.5')).toMatchObject({ refused: 'overlap-invalid' })
  expect(parseStatus('free')).toMatchObject({ refused: 'status-unknown' })
})

test('origins are of https, without anything after the host; none is a choice', async () => {
  expect(parseOrigins(' https://a.example\nhttps://b.example:8443, https://a.example/ ')).toEqual([
    'https://a.example',
    'https://b.example:8443',
  ])
  expect(parseOrigins('')).toEqual([])
  const many = Array.from({ length: 21 }, (_, at) => `https://h${at}.example`).join(' ')
  for (const wrong of ['http://a.example', 'https://a.example/page', '*', 'null', many])
    expect(parseOrigins(wrong)).toMatchObject({ refused: 'origin-invalid' })
  const { deps } = fake()
  const target = { keyId: KEY_ID, accountId: null, actor: 'system' as const }
  expect(await setOrigins(deps, target, '*')).toMatchObject({ refused: 'origin-invalid' })
})

test('a sandbox key begins svc_test_, and is given no scope that does more than read', async () => {
  const { stored, deps } = fake()
  const created = await createKey(deps, { ...REQUEST, kind: 'test' })
  expect(created).toMatchObject({ key: expect.stringMatching(/^svc_test_/) })
  expect(stored[0]?.kind).toBe('test')
  for (const scope of ['webhooks:manage', 'keys:manage', 'editorial:publish'])
    expect(
      await createKey(deps, { ...REQUEST, kind: 'test', scopes: ['search:read', scope] }),
    ).toMatchObject({ refused: 'sandbox-scope' })
  expect(stored).toHaveLength(1)
})
