import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Fault } from '#contracts/fault.ts'
import type { ServerSettings } from './options.ts'

/** The one role and database of the embedded server. */
export const ROLE = 'pandect'
export const DATABASE = 'pandect'
/** Presence locks live here, and `create database` connects to it. */
export const MAINTENANCE_DATABASE = 'postgres'

export type EmbeddedOptions = {
  /** Pandect's data folder (PANDECT_DATA_DIR); made if absent. */
  readonly dataDir: string
  /** A folder with `postgres` and `initdb` of a build other than the package's. */
  readonly binaries?: string
  /** Settings that override ours, as `postgres -c` takes them. */
  readonly settings?: ServerSettings
}

/** Paths of one embedded server, all in Pandect's data folder. */
export type ClusterPlace = {
  readonly dataDir: string
  readonly folder: string
  readonly draft: string
  readonly log: string
  readonly lock: string
  readonly passwordFile: string
  readonly binaries: string | null
  readonly settings: ServerSettings
}

export const placeOf = (options: EmbeddedOptions): ClusterPlace => {
  const dataDir = resolve(options.dataDir)
  return {
    dataDir,
    folder: join(dataDir, 'postgres'),
    draft: join(dataDir, 'postgres.draft'),
    log: join(dataDir, 'postgres.log'),
    lock: join(dataDir, 'postgres.lock'),
    passwordFile: join(dataDir, 'postgres.password'),
    binaries: options.binaries ?? null,
    settings: options.settings ?? {},
  }
}

/** Reads the password that was created with the data. Throws Fault `database-password-missing`. */
export const readPassword = async (place: ClusterPlace): Promise<string> => {
  const text = await readFile(place.passwordFile, 'utf8').catch(() => '')
  if (text.trim() !== '') return text.trim()
  throw new Fault('database-password-missing', `The file ${place.passwordFile} is gone or empty.`, {
    hint: 'Put it back from a copy: it was made together with the data and opens nothing else.',
  })
}

export const connectionStringOf = (port: number, password: string, database: string): string =>
  `postgresql://${ROLE}:${password}@127.0.0.1:${port}/${database}`
