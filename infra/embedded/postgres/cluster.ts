import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFile,
  chmod,
  mkdir,
  lchown,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { Fault } from '#contracts/fault.ts'
import { removeDrafts, writeWhole } from '../../whole-file.ts'
import { canReach, type Account } from './account.ts'
import { executable } from './binaries.ts'
import { faultOfOutput } from './faults.ts'
import { ROLE, type ClusterPlace } from './paths.ts'
import { endOrphans } from './postmaster.ts'

const OWNER_ONLY_FILE = 0o600
const OWNER_ONLY_FOLDER = 0o700
const PASSWORD_BYTES = 24
const INIT_TIMEOUT_MS = 60_000
const OUTPUT_MAX = 20_000
const REMOVE_RETRIES = 3

// Gives the same sort order everywhere. Outside Linux only PostgreSQL's own provider has this name.
const LOCALE =
  process.platform === 'linux'
    ? ['--locale=C.UTF-8']
    : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/**
 * The server gets none of our environment variables, since they hold secrets. (Windows' loader
 * needs some.)
 */
export const serverEnvironment: { env?: Record<string, string> } =
  process.platform === 'win32' ? {} : { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }

/**
 * Returns the name under which the server finds its data. Root's server runs as another user, who
 * may not be allowed to enter a folder above the data. But a process may always name its working
 * directory, and Linux has a path for it. Throws Fault `database-folder-unreachable` elsewhere.
 */
export const reachableName = async (folder: string, account: Account): Promise<string> => {
  if (await canReach(folder, account)) return folder
  // (PostgreSQL before 16 leaves that folder briefly at its start and then cannot return.)
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new Fault('database-folder-unreachable', `The database's user may not enter ${folder}.`, {
    hint: 'Set PANDECT_DATA_DIR to a folder below folders that every user may enter, or do not run as root.',
  })
}

/** `initdb` looks up the name of its user. Throws Fault `database-no-account` if there is none. */
const requireNamedUser = (account: Account): void => {
  if (account !== null) return
  try {
    userInfo()
  } catch (cause) {
    const id = process.getuid?.() ?? ''
    throw new Fault(
      'database-no-account',
      `PostgreSQL can't make its data as user id ${id}, which this system has no name for`,
      {
        cause,
        hint: `add a line for it to /etc/passwd (pandect:x:${id}:${id}::/tmp:/bin/false), run as a user that has one, or set DATABASE_URL to a server of yours`,
      },
    )
  }
}

/** Makes the server's user the owner of a folder or file. */
export const give = (path: string, account: Account): Promise<void> =>
  account === null ? Promise.resolve() : lchown(path, account.uid, account.gid)

type Ended = { readonly code: number | null; readonly output: string }

const runInitdb = async (place: ClusterPlace, data: string, binaries: string, account: Account) => {
  const where = await reachableName(data, account)
  const flags = [
    '-D',
    where,
    '-U',
    ROLE,
    '-A',
    'scram-sha-256',
    '--pwfile=../password',
    '-E',
    'UTF8',
    '--no-instructions',
    // Without fsync on the server, initdb need not sync either.
    ...(place.settings['fsync'] === 'off' ? ['--no-sync'] : []),
  ]
  const child = spawn(executable(binaries, 'initdb'), [...flags, ...LOCALE], {
    cwd: data,
    ...serverEnvironment,
    ...account,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: INIT_TIMEOUT_MS,
  })
  const { promise, resolve, reject } = Promise.withResolvers<Ended>()
  let output = ''
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-OUTPUT_MAX)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  child.once('error', reject)
  child.once('close', (code) => resolve({ code, output }))
  const ended = await promise
  if (ended.code === 0) return
  await appendFile(place.log, ended.output, { mode: OWNER_ONLY_FILE }).catch(() => undefined)
  throw await faultOfOutput(place, ended.output)
}

const writePassword = async (place: ClusterPlace, account: Account): Promise<void> => {
  const password = `${randomBytes(PASSWORD_BYTES).toString('hex')}\n`
  const forServer = join(place.draft, 'password')
  await writeFile(forServer, password, { mode: OWNER_ONLY_FILE })
  await give(forServer, account)
  await removeDrafts(place.passwordFile)
  await writeWhole(place.passwordFile, password)
}

/**
 * Creates the data in a draft folder and renames it at the end, so that `postgres/` is complete or
 * absent.
 */
export const createCluster = async (place: ClusterPlace, binaries: string, account: Account) => {
  requireNamedUser(account)
  const data = join(place.draft, 'data')
  // A process that was killed here may have left initdb running on the draft.
  await endOrphans(data)
  await rm(place.draft, { recursive: true, force: true, maxRetries: REMOVE_RETRIES })
  await mkdir(data, { recursive: true, mode: OWNER_ONLY_FOLDER })
  await chmod(place.draft, OWNER_ONLY_FOLDER)
  await give(place.draft, account)
  await give(data, account)
  await writePassword(place, account)
  await runInitdb(place, data, binaries, account)
  await rename(data, place.folder)
  await rm(place.draft, { recursive: true, force: true })
}

/** The major version that created the data; `null` without data. */
export const clusterVersion = async (folder: string): Promise<number | null> => {
  try {
    return Number.parseInt(await readFile(join(folder, 'PG_VERSION'), 'utf8'), 10)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw cause
  }
}

/**
 * Data that root restored from a copy belong to root, whom the server refuses: makes the server's
 * user their owner again.
 */
export const restoreOwner = async (folder: string, account: Account): Promise<void> => {
  if (account === null || (await stat(folder)).uid === account.uid) return
  for (const name of await readdir(folder, { recursive: true }))
    await give(join(folder, name), account)
  await give(folder, account)
}
