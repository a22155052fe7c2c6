import { mkdir } from 'node:fs/promises'
import { Fault } from '#contracts/fault.ts'
import {
  connectionStringOf,
  DATABASE,
  placeOf,
  readPassword,
} from '#infra/embedded/postgres/paths.ts'
import { joinRunning } from '#infra/embedded/postgres/presence.ts'
import { startServer, stopServer } from '#infra/embedded/postgres/server.ts'

const OWNER_ONLY = 0o700

/**
 * Starts the PostgreSQL of the embedded package with its data in `folder`, and leaves it running:
 * nobody is present in it, so no process stops it by leaving. Answers its DATABASE_URL. A server
 * that runs there already is taken as it is. Throws the Faults of the embedded server.
 */
export const startPostgres = async (folder: string): Promise<{ readonly url: string }> => {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY })
  const place = placeOf({ dataDir: folder })
  await startServer(place, null)
  const presence = await joinRunning(place)
  if (presence === null) {
    throw new Fault('engine-start-failed', 'PostgreSQL ended right after its start', {
      hint: `read ${place.log}`,
    })
  }
  await presence.end()
  return { url: connectionStringOf(presence.port, await readPassword(place), DATABASE) }
}

/** Ends the server of this folder, if one runs. */
export const stopPostgres = (folder: string): Promise<void> =>
  stopServer(placeOf({ dataDir: folder }))
