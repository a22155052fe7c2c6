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
const FILE_IN_THE_WAY_CODES = new Set(['EEXIST', 'ENOTDIR'])

const diskFull = (place: ClusterPlace, cause: unknown): Fault =>
  new Fault('database-disk-full', `there is no room left to write in ${place.dataDir}`, {
    cause,
    hint: 'free some disk space (or lift the limit on file sizes), or set PANDECT_DATA_DIR to a folder with room',
  })

const notAllowed = (place: ClusterPlace, cause: unknown): Fault =>
  new Fault('database-folder-unwritable', `the database may not be kept in ${place.dataDir}`, {
    cause,
    hint: 'give your user the right to write there, or set PANDECT_DATA_DIR to a folder of yours',
  })

const fileInTheWay = (place: ClusterPlace, cause: unknown): Fault =>
  new Fault(
    'database-folder-unwritable',
    `a file is in the place of the folder ${place.dataDir}, or of one above it`,
    { cause, hint: 'set PANDECT_DATA_DIR to a folder, or move that file away' },
  )

const noFolder = (place: ClusterPlace, cause: unknown): Fault =>
  new Fault('database-folder-unwritable', `no folder can be made at ${place.dataDir}`, {
    cause,
    hint: 'set PANDECT_DATA_DIR to a folder on a disk',
  })

export const startFailed = (place: ClusterPlace, cause: unknown): Fault =>
  new Fault('database-start-failed', 'the embedded database did not start', {
    cause,
    hint: `read ${place.log}; set DATABASE_URL to use a PostgreSQL server of yours instead`,
  })

const otherVersion = (place: ClusterPlace, cause: unknown): Fault =>
  new Fault(
    'database-version',
    `the data in ${place.folder} are of another version of PostgreSQL`,
    {
      cause,
      hint: 'use the version of Pandect that made them, or import again into another PANDECT_DATA_DIR',
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

const codeOf = (cause: unknown): string => {
  const code = (cause as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

/** Turns an error of the system into a Fault; a Fault is returned as it is. */
export const faultOfError = (place: ClusterPlace, cause: unknown): Fault => {
  if (cause instanceof Fault) return cause
  const code = codeOf(cause)
  if (DISK_FULL_CODES.has(code)) return diskFull(place, cause)
  if (NOT_ALLOWED_CODES.has(code)) return notAllowed(place, cause)
  return startFailed(place, cause)
}

/** The same for an error of making the data folder. */
export const faultOfFolder = (place: ClusterPlace, cause: unknown): Fault => {
  const code = codeOf(cause)
  if (FILE_IN_THE_WAY_CODES.has(code)) return fileInTheWay(place, cause)
  return code === 'ENOENT' ? noFolder(place, cause) : faultOfError(place, cause)
}
