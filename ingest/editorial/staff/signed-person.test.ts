import { describe, expect, test } from 'vitest'
import { EmailAddress } from '#contracts/account.ts'
import { StaffId, type StaffRole } from '#contracts/staff.ts'
import type { StaffMember } from './ports.ts'
import { personOfGrant, personOfSession, scopesOfRoles } from './signed-person.ts'

const memberWith = (...roles: StaffRole[]): StaffMember => ({
  id: StaffId.parse('3f2504e0-4f89-41d3-9a0c-0305e82c3301'),
  email: EmailAddress.parse('claire@example.org'),
  name: 'Claire',
  roles,
  hasSecondFactor: true,
  disabledAt: null,
})

describe('roles and scopes', () => {
  const SCOPES = [
    ['author', ['editorial:draft']],
    ['reviewer', ['editorial:review']],
    ['publisher', ['editorial:publish', 'editorial:withdraw']],
    ['data_protection', ['privacy:erase']],
    ['administrator', []],
  ] as const
  for (const [role, scopes] of SCOPES)
    test(`the role ${role} gives ${scopes.join(' ') || 'no act on texts'}`, () =>
      expect([...scopesOfRoles([role])]).toEqual(scopes))

  test('several roles give the scopes of all of them', () =>
    expect([...scopesOfRoles(['author', 'reviewer'])]).toEqual([
      'editorial:draft',
      'editorial:review',
    ]))
})

test('nobody acts while the code of the second factor is awaited', () => {
  const member = memberWith('publisher')
  expect(personOfSession({ member, secondFactor: 'awaited' })).toBeNull()
  expect(personOfSession({ member, secondFactor: 'none' })?.secondFactor).toBe(false)
  expect(personOfSession({ member, secondFactor: 'passed' })?.secondFactor).toBe(true)
})

test('a token loses what its person lost, and gains nothing', () => {
  const granted = ['editorial:draft', 'editorial:publish'] as const
  const person = personOfGrant(memberWith('author', 'reviewer'), granted, false)
  expect([...person.scopes]).toEqual(['editorial:draft'])
  expect(person.secondFactor).toBe(false)
})
