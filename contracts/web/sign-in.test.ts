/** Sign-in does the same work for everybody: what is counted is hashes, not time. */
import type * as crypto from 'node:crypto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { EmailAddress } from '../account.ts'
import type { Credentials } from './sign-in.ts'

const made: string[] = []
vi.doMock('node:crypto', async (importOriginal) => {
  const original = await importOriginal<typeof crypto>()
  return {
    ...original,
    argon2: ((kind, options, done) => {
      const { memory, passes, parallelism, tagLength } = options
      made.push([kind, memory, passes, parallelism, tagLength].join(' '))
      original.argon2(kind, options, done)
    }) satisfies typeof crypto.argon2,
  }
})
// Files of the fast tests share their modules: these must be loaded anew, here and after it.
vi.resetModules()
const { hashPassword } = await import('./passwords.ts')
const { verifiedUser } = await import('./sign-in.ts')
afterAll(() => {
  vi.doUnmock('node:crypto')
  vi.resetModules()
})

const PASSWORD = 'une phrase facile à retenir'
const ONE_HASH = ['argon2id 19456 2 1 32']

const known = await hashPassword(PASSWORD)
const credentials: Credentials = {
  byEmail: (email: EmailAddress) =>
    Promise.resolve(email === 'connue@example.org' ? { userId: 'a', passwordHash: known } : null),
  rehash: () => Promise.resolve(),
}

beforeEach(() => {
  made.length = 0
})

test.each([
  ['an address that exists, with its password', 'connue@example.org', PASSWORD, 'a'],
  ['an address that exists, with another password', 'connue@example.org', 'autre chose', null],
  ['an address that nobody has', 'inconnue@example.org', PASSWORD, null],
  ['an address that is none', 'pas une adresse', PASSWORD, null],
  ['nothing', '', '', null],
  ['a password of 2,000 characters', 'inconnue@example.org', 'x'.repeat(2_000), null],
])('%s costs one hash with the same parameters', async (_, email, password, user) => {
  expect(await verifiedUser(credentials, email, password)).toBe(user)
  expect(made).toEqual(ONE_HASH)
})
