import { expect, test } from 'vitest'
import { makeSealer } from '#contracts/web/seal.ts'
import { seal, unseal } from './secret.ts'

const SECRET = Buffer.from('a secret')
const unreadable = expect.objectContaining({ code: 'webhook-secret-unreadable' })

test('a secret is read for its endpoint alone, under the pepper that sealed it', () => {
  const sealed = seal('pepper', 'endpoint', SECRET)
  expect(Buffer.from(unseal('pepper', 'endpoint', sealed))).toEqual(SECRET)
  expect(() => unseal('other', 'endpoint', sealed)).toThrow(unreadable)
  expect(() => unseal('pepper', 'another', sealed)).toThrow(unreadable)
})

test('what is sealed for another purpose is not one', () => {
  const other = makeSealer('another purpose', 'webhook-secret-unreadable')
  const sealed = other.seal('pepper', 'endpoint', SECRET)
  expect(() => unseal('pepper', 'endpoint', sealed)).toThrow(unreadable)
})
