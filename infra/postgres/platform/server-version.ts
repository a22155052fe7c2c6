import { Client } from 'pg'
import { Fault } from '#contracts/fault.ts'
import { storeFault } from './faults.ts'
import { sessionSettings } from './pool.ts'

/** The suites run on 15 and 18; older versions lack features that our statements use. */
export const POSTGRES_MAJOR_MIN = 15
const PER_MAJOR = 10_000

/** Throws Fault `database-version-unsupported` if a `server_version_num` is too old. */
export const checkServerVersion = (versionNumber: number): void => {
  const major = Math.floor(versionNumber / PER_MAJOR)
  if (major >= POSTGRES_MAJOR_MIN) return
  throw new Fault(
    'database-version-unsupported',
    `DATABASE_URL names a PostgreSQL ${major}; version ${POSTGRES_MAJOR_MIN} or newer is needed`,
    { hint: 'upgrade that server (runbook: Upgrade an engine), or name another one' },
  )
}

/**
 * Checks the server's version before anything is changed. Throws the Fault above and those of a
 * pool.
 */
export const requireServerVersion = async (connectionString: string): Promise<void> => {
  const client = new Client(sessionSettings(connectionString, 'pandect version'))
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version_num') as version`,
    )
    checkServerVersion(Number(rows[0]?.version))
  } catch (error) {
    throw storeFault(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}
