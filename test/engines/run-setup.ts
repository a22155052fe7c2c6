/**
 * Keeps the shared PostgreSQL server up for the whole run: no test file starts it again. Names the
 * run, for databases and data folders that are filled once in it (embedded-postgres.ts,
 * test/service/prepared-folders.ts).
 */
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { SharedServer } from './embedded-postgres.ts'

// Vitest loads this file with a loader of its own that lacks import.meta.resolve, by which the
// embedded server finds its programs. `require` loads with Node.
const load = createRequire(import.meta.filename)

export const setup = async (): Promise<() => Promise<void>> => {
  const { embeddedServer } = load('./embedded-postgres.ts') as {
    readonly embeddedServer: SharedServer
  }
  const { preparedFolders } = load('../service/prepared-folders.ts') as {
    readonly preparedFolders: (run: string) => string
  }
  const run = String(process.pid)
  process.env['PANDECT_TEST_RUN'] = run
  const server = await embeddedServer.open()
  return async () => {
    await server.close()
    await rm(preparedFolders(run), { recursive: true, force: true })
  }
}
