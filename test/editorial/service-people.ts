/** People of the team of a service that runs, with access tokens, made on its database. */
import { randomUUID } from 'node:crypto'
import { EmailAddress } from '#contracts/account.ts'
import { isRefusal } from '#contracts/fault.ts'
import { SCOPES_OF_ROLE, StaffId, type StaffRole } from '#contracts/staff.ts'
import { createToken } from '#ingest/editorial/staff/tokens.ts'
import { openDatabase } from '#infra/processes/wiring/database.ts'
import { openStaff } from '#infra/processes/wiring/staff.ts'
import { parseSettings } from '#infra/settings.ts'

/** One person of each role, by role; each passed a second factor. */
export const peopleOf = async (
  dataDir: string,
  roles: readonly StaffRole[],
): Promise<ReadonlyMap<StaffRole, string>> => {
  const settings = parseSettings({ PANDECT_DATA_DIR: dataDir })
  const database = await openDatabase(settings, 'test')
  try {
    const staff = await openStaff(settings, database)
    const tokens = new Map<StaffRole, string>()
    for (const role of roles) {
      const id = StaffId.parse(randomUUID())
      const email = EmailAddress.parse(`${role}-${id.slice(0, 8)}@example.org`)
      const added = await staff.people.add(
        { id, email, name: role, roles: [role], passwordHash: 'none' },
        'system',
      )
      if (isRefusal(added)) throw new Error(added.refused)
      const made = await createToken(
        staff,
        {
          id,
          name: role,
          roles: [role],
          scopes: new Set(SCOPES_OF_ROLE[role]),
          secondFactor: true,
        },
        { label: 'test', scopes: [], days: 1 },
        Date.now(),
      )
      if (isRefusal(made)) throw new Error(made.refused)
      tokens.set(role, made.token)
    }
    return tokens
  } finally {
    await database.close()
  }
}
