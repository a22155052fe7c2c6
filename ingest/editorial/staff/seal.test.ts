import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const SECRET = Buffer.from('a secret')
const unreadable = expect.objectContaining({ code: 'second-factor-unreadable' })

test('what is sealed comes back under the same pepper, for the same owner', () => {
  const sealed = seal('pepper', 'owner', SECRET)
  expect(Buffer.from(unseal('pepper', 'owner', sealed))).toEqual(SECRET)
  expect(Buffer.from(sealed).includes(SECRET)).toBe(false)
  expect(seal('pepper', 'owner', SECRET)).not.toEqual(sealed)
})

test('nobody else reads it, and a change is noticed', () => {
  const sealed = seal('pepper', 'owner', SECRET)
  const changed = Uint8Array.from(sealed, (byte, index) => (index === 30 ? byte ^ 1 : byte))
  expect(() => unseal('other', 'owner', sealed)).toThrow(unreadable)
  expect(() => unseal('pepper', 'another', sealed)).toThrow(unreadable)
  expect(() => unseal('pepper', 'owner', changed)).toThrow(unreadable)
  expect(() => unseal('pepper', 'owner', new Uint8Array(3))).toThrow(unreadable)
})
