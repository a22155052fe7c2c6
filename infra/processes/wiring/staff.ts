import type { StaffStore } from '#ingest/editorial/staff/ports.ts'
import type { RateLimiter } from '#contracts/web/http/limits.ts'
import { makePostgresRateLimiter } from '../../postgres/accounts/rate-limiter.ts'
import { makeStaffStore } from '../../postgres/staff/staff.ts'
import { keyPepper } from '../../secrets.ts'
import type { Settings } from '../../settings.ts'
import type { Database } from './database.ts'

export type Staff = StaffStore & { readonly pepper: string; readonly limiter: RateLimiter }

/** Opens the people of the editorial team. */
export const openStaff = async (settings: Settings, { pool }: Database): Promise<Staff> => ({
  ...makeStaffStore(pool),
  pepper: await keyPepper(settings),
  limiter: makePostgresRateLimiter(pool),
})
