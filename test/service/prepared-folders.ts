/**
 * Data folders that are made once in a run of the tests and copied: making a database takes four
 * seconds of processor, importing the demonstration fifteen. What a first start says is tested by
 * test/first-hour.
 */
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openEmbeddedPostgres } from '#infra/embedded/postgres.ts'
import { migrate } from '#infra/postgres/platform/migrate.ts'
import { cachedFolder } from '../engines/install/cache.ts'
import { makeDataDir, startService } from './service.ts'

/** Where the folders of a run are; it deletes them at its end (test/engines/run-setup.ts). */
export const preparedFolders = (run: string): string =>
  join(tmpdir(), `pandect-test-prepared-${run}`)

const makeCopy = async (
  name: string,
  fill: (folder: string) => Promise<void>,
): ReturnType<typeof makeDataDir> => {
  const run = process.env['PANDECT_TEST_RUN'] ?? String(process.pid)
  const prepared = await cachedFolder(preparedFolders(run), name, fill)
  const made = await makeDataDir()
  // The server's files belong to another user where root runs it.
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, made.dataDir])
  return made
}

const migrateDatabase = async (folder: string): Promise<void> => {
  const server = await openEmbeddedPostgres({ dataDir: folder })
  try {
    await migrate(server.connectionString)
  } finally {
    await server.close()
  }
}

const importDemonstration = async (folder: string): Promise<void> => {
  const { code, stderr } = await (await startService(folder)).stop()
  if (code !== 0) throw new Error(stderr.slice(-2_000))
}

/** As `makeDataDir`, with an empty database of the current schema. */
export const makeMigratedDir: typeof makeDataDir = () => makeCopy('migrated', migrateDatabase)

/** As `makeDataDir`, with the demonstration imported. */
export const makeDemonstrationDir: typeof makeDataDir = () =>
  makeCopy('demonstration', importDemonstration)
