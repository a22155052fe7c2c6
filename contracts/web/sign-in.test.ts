/** Sign-in does the same work for everybody: what is counted is hashes, not time. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { EmailAddress } from '../account.ts'
import { hashPassword } from './passwords.ts'
import { type Credentials, verifiedUser } from './sign-in.ts'

const made: string[] = []
const { argon2 } = crypto
vi.spyOn(crypto, 'argon2').mockImplementation((kind, options, done) => {
  const { memory, passes, parallelism, tagLength } = options
  made.push([kind, memory, passes, parallelism, tagLength].join(' '))
  argon2(kind, options, done)
})
// Named imports of a built-in module follow its object only then.
syncBuiltinESMExports()
afterAll(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
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
  expect((await verifiedUser(credentials, email, password))?.userId ?? null).toBe(user)
  expect(made).toEqual(ONE_HASH)
})
