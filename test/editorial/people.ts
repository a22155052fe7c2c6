/** Three people of the editorial team, signed in by access tokens, for tests that run commands. */
import { randomUUID } from 'node:crypto'
import { EmailAddress } from '#contracts/account.ts'
import { isRefusal } from '#contracts/fault.ts'
import { SCOPES_OF_ROLE, StaffId, type StaffRole } from '#contracts/staff.ts'
import { withDatabase } from '#infra/processes/wiring/database.ts'
import { openStaff, type Staff } from '#infra/processes/wiring/staff.ts'
import type { Settings } from '#infra/settings.ts'
import { createToken } from '#ingest/editorial/staff/tokens.ts'

export type SignedIn = {
  readonly id: StaffId
  readonly name: string
  readonly email: string
  /** For PANDECT_STAFF_TOKEN. */
  readonly token: string
  /** Environment of a command that this person runs. */
  readonly env: { readonly PANDECT_STAFF_TOKEN: string }
}

const TOKEN = { label: 'test', scopes: [], days: 1 } as const

const signIn = async (
  staff: Staff,
  name: string,
  ...roles: readonly StaffRole[]
): Promise<SignedIn> => {
  const id = StaffId.parse(randomUUID())
  const email = EmailAddress.parse(`${id}@example.org`)
  // Nobody signs in with it: a real hash takes a second.
  const added = await staff.people.add({ id, email, name, roles, passwordHash: 'none' }, 'system')
  if (isRefusal(added)) throw new Error(added.refused)
  const scopes = new Set(roles.flatMap((role) => SCOPES_OF_ROLE[role]))
  const person = { id, name, roles, scopes, secondFactor: true }
  const made = await createToken(staff, person, TOKEN, Date.now())
  if (isRefusal(made)) throw new Error(made.refused)
  const { token } = made
  return { id, name, email, token, env: { PANDECT_STAFF_TOKEN: token } }
}

/**
 * An author, an author who reviews, too, a reviewer and two publishers in the database of these
 * settings.
 */
export const signInTeam = (settings: Settings) =>
  withDatabase(settings, 'test', async (database) => {
    const staff = await openStaff(settings, database)
    return {
      author: await signIn(staff, 'Anna Author', 'author'),
      editor: await signIn(staff, 'Edith Editor', 'author', 'reviewer'),
      reviewer: await signIn(staff, 'Robin Reviewer', 'reviewer'),
      publisher: await signIn(staff, 'Paul Publisher', 'publisher'),
      otherPublisher: await signIn(staff, 'Olga Publisher', 'publisher'),
    }
  })

/** Two persons of data protection. */
export const signInProtectors = (settings: Settings) =>
  withDatabase(settings, 'test', async (database) => {
    const staff = await openStaff(settings, database)
    return {
      first: await signIn(staff, 'Diane Delegate', 'data_protection'),
      second: await signIn(staff, 'Denis Deputy', 'data_protection'),
    }
  })
