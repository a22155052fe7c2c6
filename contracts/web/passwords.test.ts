import { expect, test } from 'vitest'
import {
  ARGON2ID,
  hashPassword,
  isPassword,
  needsRehash,
  NOBODY,
  parsePassword,
} from './passwords.ts'

const PASSWORD = 'le bail commercial se renouvelle'

test('a hash matches its own password only', async () => {
  const hash = await hashPassword(PASSWORD)
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await isPassword(PASSWORD, hash)).toBe(true)
  expect(await isPassword(`${PASSWORD} `, hash)).toBe(false)
  expect(await hashPassword(PASSWORD)).not.toBe(hash)
})

test('a hash of the reference implementation is read', async () => {
  // A test vector of the reference implementation: 64 MiB, 2 passes, 1 lane.
  const reference =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await isPassword('password', reference)).toBe(true)
  expect(needsRehash(reference)).toBe(true)
  expect(needsRehash(await hashPassword(PASSWORD))).toBe(false)
})

test('the same letters in another Unicode form are the same password', async () => {
  const hash = await hashPassword('préavis de six mois')
  expect(await isPassword('pre\u0301avis de six mois', hash)).toBe(true)
})

test('no password matches an unknown address', async () => {
  expect(await isPassword('', NOBODY)).toBe(false)
  expect(needsRehash(NOBODY)).toBe(false)
})

test('many concurrent checks queue without blocking the process', async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  await Promise.all(Array.from({ length: 8 }, () => hashPassword(PASSWORD)))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(5)
})

test('too many checks at once are refused', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 80 }, () => hashPassword(PASSWORD)))
  const refused = asked.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(14)
  expect(refused[0]).toMatchObject({ reason: { code: 'sign-in-busy' } })
})

const LENGTHS = [
  ['', true],
  ['x'.repeat(11), true],
  ['x'.repeat(12), false],
  ['x'.repeat(128), false],
  ['x'.repeat(129), true],
  ['é'.repeat(12), false],
  ['🦉'.repeat(11), true],
] as const
for (const [password, refused] of LENGTHS) {
  test(`${[...password].length} characters are ${refused ? 'refused' : 'taken'}`, () =>
    expect(typeof parsePassword(password) === 'object').toBe(refused))
}

test('the parameters are those that OWASP names', () => {
  expect(ARGON2ID).toMatchObject({ memoryKib: 19 * 1024, passes: 2, lanes: 1 })
})

test('a password that is too short is refused', () => {
  expect(parsePassword('court')).toMatchObject({ refused: 'password-invalid' })
})
