import { expect, test } from 'vitest'
import { RequestInvalid } from './validation.ts'
import { type Fingerprinted, idempotencyOf } from './idempotency.ts'

const REQUEST = { method: 'POST', path: '/search', body: { text: 'bail', limit: 5 } }
const of = (text: unknown, changes: Partial<Fingerprinted> = {}) =>
  idempotencyOf('pepper', text, { ...REQUEST, ...changes })

test('no key is no idempotency', () => expect(of(undefined)).toBeNull())

test('the same request has the same fingerprint, however its members are ordered', () => {
  expect(of('a', { body: { limit: 5, text: 'bail' } })).toEqual(of('a'))
})

test('method, path, body, form and key each change the fingerprint', () => {
  const all = [
    of('a'),
    of('b'),
    of('a', { method: 'GET' }),
    of('a', { path: '/rag' }),
    of('a', { body: { text: 'bail', limit: 6 } }),
    of('a', { form: 'pdf' }),
  ]
  const seen = all.map((one) => Buffer.from(one?.fingerprint ?? []).toString('hex'))
  expect(new Set(seen.toSpliced(1, 1)).size).toBe(5)
  expect(of('b')?.keyHmac).not.toEqual(of('a')?.keyHmac)
  expect(idempotencyOf('other pepper', 'a', REQUEST)).not.toEqual(of('a'))
})

const MALFORMED = ['', ' ', ' a', 'a ', 'é', 'a\nb', 'x'.repeat(256), 7, null, {}]
for (const text of MALFORMED) {
  test(`${JSON.stringify(text).slice(0, 20)} is refused`, () =>
    expect(() => of(text)).toThrow(RequestInvalid))
}

test('the refusal of a key names its code', () => {
  expect(() => of('')).toThrow(
    expect.objectContaining({
      details: [expect.objectContaining({ code: 'invalid_idempotency_key' })],
    }),
  )
})

test('the longest key is accepted', () => expect(of('x'.repeat(255))).not.toBeNull())
