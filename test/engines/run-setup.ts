/**
 * Keeps the shared PostgreSQL server up for the whole run: no test file starts it again. Names the
 * run, for databases that are filled once in it (embedded-postgres.ts).
 */
import { createRequire } from 'node:module'
import type { SharedServer } from './embedded-postgres.ts'

// Vitest loads this file with a loader of its own that lacks import.meta.resolve, by which the
// embedded server finds its programs. `require` loads with Node.
const load = createRequire(import.meta.filename)

export const setup = async (): Promise<() => Promise<void>> => {
  const { embeddedServer } = load('./embedded-postgres.ts') as {
    readonly embeddedServer: SharedServer
  }
  process.env['PANDECT_TEST_RUN'] = String(process.pid)
  const server = await embeddedServer.open()
  return () => server.close()
}
