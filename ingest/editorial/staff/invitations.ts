/** Inviting people to the editorial team. No mail is sent: the administrator hands the link on. */
import { randomUUID } from 'node:crypto'
import type { EmailAddress } from '#contracts/account.ts'
import type { Actor } from '#contracts/audit.ts'
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { StaffId, type StaffRole } from '#contracts/staff.ts'
import { hashPassword, parsePassword } from '#contracts/web/passwords.ts'
import { asToken, newToken, tokenHashOf } from '#contracts/web/secrets.ts'
import type { Invitation, StaffInvitations, StaffMember } from './ports.ts'
import { parseName } from './terms.ts'

export const INVITATION_DAYS = 7
const DAY_SECONDS = 86_400

type Deps = { readonly invitations: StaffInvitations }

/** `token` is shown once and not stored. Refuses `staff-email-taken`. */
export const invite = async (
  { invitations }: Deps,
  wanted: { readonly email: EmailAddress; readonly roles: readonly StaffRole[] },
  actor: Actor,
): Promise<{ readonly token: string; readonly invitation: Invitation } | Refusal> => {
  const token = newToken()
  const lifetimeSeconds = INVITATION_DAYS * DAY_SECONDS
  const asked = { ...wanted, id: randomUUID(), tokenHash: tokenHashOf(token), lifetimeSeconds }
  const invitation = await invitations.create(asked, actor)
  return isRefusal(invitation) ? invitation : { token, invitation }
}

const UNKNOWN: Refusal = refusalByCode('invitation-unknown')

export const findInvitation = async (
  { invitations }: Deps,
  written: string,
): Promise<Invitation | null> => {
  const token = asToken(written)
  return token === null ? null : invitations.find(tokenHashOf(token))
}

/**
 * Makes the person, once. Refuses `invitation-unknown`, `staff-name-invalid`, `password-invalid`,
 * `staff-email-taken`.
 */
export const acceptInvitation = async (
  { invitations }: Deps,
  written: string,
  given: { readonly name: string; readonly password: string },
): Promise<StaffMember | Refusal> => {
  const token = asToken(written)
  if (token === null || (await findInvitation({ invitations }, token)) === null) return UNKNOWN
  const name = parseName(given.name)
  if (isRefusal(name)) return name
  const password = parsePassword(given.password)
  if (isRefusal(password)) return password
  const passwordHash = await hashPassword(password)
  const id = StaffId.parse(randomUUID())
  return invitations.accept(tokenHashOf(token), { id, name: name.name, passwordHash })
}
