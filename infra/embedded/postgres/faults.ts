import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '#contracts/fault.ts'
import type { ClusterPlace } from './paths.ts'

const PROBE_BYTES = 64 * 1024
const DISK_FULL =
  /No space left on device|File too large|Disk quota exceeded|could not extend file/i
const NOT_ALLOWED =
  /Permission denied|Operation not permitted|Read-only file system|has wrong ownership/i
const OTHER_VERSION = /database files are incompatible with server/
const DISK_FULL_CODES = new Set(['ENOSPC', 'EFBIG', 'EDQUOT'])
const NOT_ALLOWED_CODES = new Set(['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR'])

const diskFull = (place: ClusterPlace, cause: unknown): Fault =>
  new Fault('database-disk-full', `There is no room left to write in ${place.dataDir}.`, {
    cause,
    hint: 'Free some disk space (or lift the limit on file sizes), or set PANDECT_DATA_DIR to a folder with room.',
  })

const notAllowed = (place: ClusterPlace, cause: unknown): Fault =>
  new Fault('database-folder-unwritable', `The database may not be kept in ${place.dataDir}.`, {
    cause,
    hint: 'Give your user the right to write there, or set PANDECT_DATA_DIR to a folder of yours.',
  })

export const startFailed = (place: ClusterPlace, cause: unknown): Fault =>
  new Fault('database-start-failed', 'The embedded database did not start.', {
    cause,
    hint: `Its own words are in ${place.log}. Set DATABASE_URL to use a PostgreSQL server of yours instead.`,
  })

const otherVersion = (place: ClusterPlace, cause: unknown): Fault =>
  new Fault(
    'database-version',
    `The data in ${place.folder} are of another version of PostgreSQL.`,
    {
      cause,
      hint: 'Use the version of Pandect that made them, or import again into another PANDECT_DATA_DIR.',
    },
  )

/** Whether something can still be written; on a full disk the server cannot log that either. */
const hasRoom = async (place: ClusterPlace): Promise<boolean> => {
  const probe = join(place.dataDir, 'postgres.probe')
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES), { flush: true })
    return true
  } catch (cause) {
    return !DISK_FULL_CODES.has((cause as NodeJS.ErrnoException).code ?? '')
  } finally {
    await rm(probe, { force: true })
  }
}

/** Turns the output of a server that failed into a Fault; the output stays in `cause`. */
export const faultOfOutput = async (place: ClusterPlace, output: string): Promise<Fault> => {
  const cause = new Error(output)
  if (DISK_FULL.test(output) || !(await hasRoom(place))) return diskFull(place, cause)
  if (NOT_ALLOWED.test(output)) return notAllowed(place, cause)
  return OTHER_VERSION.test(output) ? otherVersion(place, cause) : startFailed(place, cause)
}

/** Turns an error of the system into a Fault; a Fault is returned as it is. */
export const faultOfError = (place: ClusterPlace, cause: unknown): Fault => {
  if (cause instanceof Fault) return cause
  const code = (cause as { code?: unknown } | null)?.code
  if (typeof code === 'string' && DISK_FULL_CODES.has(code)) return diskFull(place, cause)
  if (typeof code === 'string' && NOT_ALLOWED_CODES.has(code)) return notAllowed(place, cause)
  return startFailed(place, cause)
}
