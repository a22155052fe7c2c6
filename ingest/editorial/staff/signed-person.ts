/** The acting person: a member of staff with the rights of their session or token. */
import type { Scope } from '#contracts/api-key.ts'
import { SCOPES_OF_ROLE, type SignedPerson, type StaffRole } from '#contracts/staff.ts'
import type { StaffMember, StaffSession } from './ports.ts'

/** What somebody with these roles may do to texts. */
export const scopesOfRoles = (roles: readonly StaffRole[]): ReadonlySet<Scope> =>
  new Set(roles.flatMap((role) => SCOPES_OF_ROLE[role]))

const signed = (
  { id, name, roles }: StaffMember,
  scopes: ReadonlySet<Scope>,
  secondFactor: boolean,
): SignedPerson => ({ id, name, roles, scopes, secondFactor })

/** The person of a session; null while the code of the second factor is awaited. */
export const personOfSession = ({ member, secondFactor }: StaffSession): SignedPerson | null =>
  secondFactor === 'awaited'
    ? null
    : signed(member, scopesOfRoles(member.roles), secondFactor === 'passed')

/** A token loses what its person lost since it was made. */
export const personOfGrant = (
  member: StaffMember,
  granted: readonly Scope[],
  secondFactor: boolean,
): SignedPerson => {
  const scopes = scopesOfRoles(member.roles)
  return signed(member, new Set(granted.filter((scope) => scopes.has(scope))), secondFactor)
}
