/** The stores on PostgreSQL, wired as the processes wire them. */
import { makeSearchWriter } from '#infra/embedded/search/rows.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeEventLog } from '#infra/postgres/log/event-log.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import { makePool } from '#infra/postgres/platform/pool.ts'
import { readModelsOn } from '#infra/processes/wiring/read-models.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { TEST_PEPPER } from './pepper.ts'

const CONNECTIONS_MAX = 6

export type Stores = ReturnType<typeof connectStores>

/** On a database that the caller opened and closes. */
export const connectStores = (connectionString: string) => {
  const pool = makePool(connectionString, {
    applicationName: 'pandect test',
    pepper: TEST_PEPPER,
    max: CONNECTIONS_MAX,
  })
  const log = makeEventLog(pool)
  const search = makeSearchWriter(pool)
  return {
    connectionString,
    pool,
    log,
    events: makeEventStore(pool),
    blobs: makeBlobs(pool),
    search,
    models: readModelsOn(pool, search),
    lock: makeProjectorLock(connectionString),
    close: async (): Promise<void> => {
      await log.close()
      await pool.close()
    },
  }
}

/** On a fresh database, or on another one; `close` closes the database too. */
export const openStores = async (opened?: TestDatabase): Promise<Stores> => {
  const database = opened ?? (await openTestDatabase())
  const stores = connectStores(database.connectionString)
  return {
    ...stores,
    close: async () => {
      await stores.close()
      await database.close()
    },
  }
}
