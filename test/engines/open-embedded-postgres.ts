/**
 * A process that uses the embedded database, for tests that kill it: opens the folder that it is
 * given, prints what came of it as one line of JSON, and closes when its standard input ends.
 * Signals of a terminal do not end it.
 */
import { once } from 'node:events'
import { openEmbeddedPostgres } from '#infra/embedded/postgres.ts'

process.on('SIGINT', () => undefined)
// A killed process loses nothing that the system was given, so these tests need no waiting for the
// disk.
const FAST = { fsync: 'off' }
const say = (value: object): boolean => process.stdout.write(`${JSON.stringify(value)}\n`)

const main = async (dataDir: string): Promise<void> => {
  const server = await openEmbeddedPostgres({ dataDir, settings: FAST })
  say({ connectionString: server.connectionString, startedHere: server.startedHere })
  process.stdin.resume()
  await once(process.stdin, 'end')
  await Promise.all([server.close(), server.close()])
}

try {
  await main(process.argv[2] ?? '')
} catch (error) {
  const { code, message, hint } = error as { code?: string; message: string; hint?: string }
  say({ code, message, hint })
  process.exitCode = 1
}
