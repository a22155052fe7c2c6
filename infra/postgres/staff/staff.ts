import type { StaffStore } from '#ingest/editorial/staff/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { makeStaffInvitations } from './invitations.ts'
import { makeStaffPeople } from './people.ts'
import { makeSecondFactors } from './second-factors.ts'
import { makeStaffSessions } from './sessions.ts'
import { makeStaffTokens } from './tokens.ts'

/** The people of the editorial team. Throws the Faults of the pool. */
export const makeStaffStore = (pool: PostgresPool): StaffStore => ({
  people: makeStaffPeople(pool),
  factors: makeSecondFactors(pool),
  sessions: makeStaffSessions(pool),
  invitations: makeStaffInvitations(pool),
  tokens: makeStaffTokens(pool),
})
