import { expect, test } from 'vitest'
import { parseName, parseRoles, parseStaffEmail } from './terms.ts'

test('roles are taken once, in the order of the list', () => {
  expect(parseRoles(['publisher', ' author', 'publisher', ''])).toEqual({
    roles: ['author', 'publisher'],
  })
})

test('no role, or an unknown one, is refused with the closest', () => {
  expect(parseRoles([''])).toMatchObject({ refused: 'roles-empty' })
  expect(parseRoles(['auther'])).toMatchObject({
    refused: 'staff-role-unknown',
    hint: expect.stringContaining('author'),
  })
})

test('a name has printable characters', () => {
  expect(parseName('  Hélène Roussel ')).toEqual({ name: 'Hélène Roussel' })
  for (const name of ['', ' ', 'x'.repeat(201), 'a\u0007b'])
    expect(parseName(name)).toMatchObject({ refused: 'staff-name-invalid' })
})

test('an address is compared in lower case', () => {
  expect(parseStaffEmail(' Claire@Example.org')).toEqual({ email: 'claire@example.org' })
  expect(parseStaffEmail('claire')).toMatchObject({ refused: 'email-invalid' })
})
