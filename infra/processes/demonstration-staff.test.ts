import { expect, test } from 'vitest'
import { EmailAddress } from '#contracts/account.ts'
import { StaffId } from '#contracts/staff.ts'
import { memoryStaff } from '#ingest/editorial/staff/memory.testing.ts'
import type { StaffMember } from '#ingest/editorial/staff/ports.ts'
import { setSecondFactor } from '#ingest/editorial/staff/second-factor.ts'
import { parseSettings } from '../settings.ts'
import { demonstrationCodes } from './demonstration-staff.ts'

const PEPPER = 'a pepper of more than thirty-two characters'
const memberWith = (email: string): StaffMember => ({
  id: StaffId.parse('3f2504e0-4f89-41d3-9a0c-0305e82c3301'),
  email: EmailAddress.parse(email),
  name: 'Claire Moreau',
  roles: ['author'],
  hasSecondFactor: true,
  disabledAt: null,
})
const OURS = 'claire.auteur@demo.pandect.example'

const PLACES = [
  ['on loopback with embedded engines', {}, true, OURS, true],
  ['for somebody else', {}, true, 'claire@demo.pandect.example', false],
  ['on a database of the operator', {}, false, OURS, false],
  ['without the demonstration', { PANDECT_DEMONSTRATION: 'off' }, true, OURS, false],
  ['where other machines reach it', { HOST: '0.0.0.0' }, true, OURS, false],
  ['behind a proxy', { TRUST_PROXY: 'true' }, true, OURS, false],
] as const
for (const [place, environment, embedded, email, isShown] of PLACES) {
  test(`a code is ${isShown ? '' : 'not '}shown ${place}`, async () => {
    const member = memberWith(email)
    const { store } = memoryStaff()
    const limiter = {
      take: () => Promise.resolve({ allowed: true, remaining: 1, resetSeconds: 1 }),
    }
    const staff = { ...store, pepper: PEPPER, limiter }
    await setSecondFactor(staff, member.id, Buffer.from('12345678901234567890'), 0)
    const code = await demonstrationCodes(parseSettings(environment), { embedded }, staff)(member)
    expect(code === null ? null : /^\d{6}$/.test(code)).toBe(isShown ? true : null)
  })
}
