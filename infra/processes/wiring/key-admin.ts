import { makeKeyAdmin } from '../../postgres/accounts/key-store-admin.ts'
import { keyPepper } from '../../secrets.ts'
import type { Settings } from '../../settings.ts'
import type { Database } from './database.ts'
import type { KeyAdminDeps } from '#query-api/accounts/admin.ts'

export const keyAdminOf = async (
  settings: Settings,
  { pool }: Database,
): Promise<KeyAdminDeps> => ({
  admin: makeKeyAdmin(pool),
  pepper: await keyPepper(settings),
  clock: () => Date.now(),
})
