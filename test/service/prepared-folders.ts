/**
 * The data folder that the first start of the service leaves, made once in a run of the tests and
 * copied: importing the demonstration takes fifteen seconds of processor. What the first start does
 * is tested by demonstration.engine.test.ts and test/first-hour.
 */
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cachedFolder } from '../engines/install/cache.ts'
import { makeDataDir, startService } from './service.ts'

/** Where the folders of a run are; it deletes them at its end (test/engines/run-setup.ts). */
export const preparedFolders = (run: string): string =>
  join(tmpdir(), `pandect-test-prepared-${run}`)

const fill = async (folder: string): Promise<void> => {
  const { code, stderr } = await (await startService(folder)).stop()
  if (code !== 0) throw new Error(stderr.slice(-2_000))
}

/** As `makeDataDir`, with the demonstration imported. */
export const makeDemonstrationDir: typeof makeDataDir = async () => {
  const run = process.env['PANDECT_TEST_RUN'] ?? String(process.pid)
  const prepared = await cachedFolder(preparedFolders(run), 'demonstration', fill)
  const made = await makeDataDir()
  // The server's files belong to another user where root runs it.
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, made.dataDir])
  return made
}
