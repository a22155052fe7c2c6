/** Limits and forms of the data about members of staff that people type. */
import { EmailAddress } from '#contracts/account.ts'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import { StaffRole } from '#contracts/staff.ts'
import { meantWord } from '#contracts/toolkit/closest.ts'

const NAME_CHARACTERS_MAX = 200
const CONTROL = /\p{Cc}/u

/** Refuses `staff-name-invalid`. */
export const parseName = (text: string): { readonly name: string } | Refusal => {
  const name = text.normalize('NFC').trim()
  return name !== '' && name.length <= NAME_CHARACTERS_MAX && !CONTROL.test(name)
    ? { name }
    : refusalByCode('staff-name-invalid')
}

/** Refuses `email-invalid`. */
export const parseStaffEmail = (text: string): { readonly email: EmailAddress } | Refusal => {
  const email = EmailAddress.safeParse(text)
  return email.success ? { email: email.data } : refusalByCode('email-invalid')
}

/** Roles in the order of the list. Refuses `staff-role-unknown`, `roles-empty`. */
export const parseRoles = (
  written: readonly string[],
): { readonly roles: readonly StaffRole[] } | Refusal => {
  const wanted = new Set(written.map((one) => one.trim()).filter((one) => one !== ''))
  const known: readonly string[] = StaffRole.options
  const unknown = [...wanted].find((one) => !known.includes(one))
  if (unknown !== undefined) {
    const meant = meantWord(unknown, known)
    const list = `one of: ${known.join(', ')}`
    return {
      ...refusalByCode('staff-role-unknown'),
      hint: meant === null ? list : `did you mean ${meant}? (${list})`,
    }
  }
  const roles = StaffRole.options.filter((role) => wanted.has(role))
  return roles.length > 0 ? { roles } : refusalByCode('roles-empty')
}
