import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { Fault } from '#contracts/fault.ts'

/** The system user that runs the server; `null`: the user who runs Pandect. */
export type Account = { readonly uid: number; readonly gid: number } | null

// Debian's package creates `postgres`, every system has `nobody`, and an operator may add the last.
const PREFERRED = ['postgres', 'nobody', 'pandect'] as const
const RUN_TIMEOUT_MS = 10_000
const EXECUTE_BITS = { owner: 0o100, group: 0o010, others: 0o001 } as const

const run = promisify(execFile)

const idOf = async (name: string): Promise<Account> => {
  const ask = async (flag: '-u' | '-g'): Promise<number> =>
    Number((await run('id', [flag, name], { timeout: RUN_TIMEOUT_MS })).stdout.trim())
  try {
    const uid = await ask('-u')
    return uid > 0 ? { uid, gid: await ask('-g') } : null
  } catch {
    return null
  }
}

const chooseAccount = async (): Promise<Account> => {
  for (const name of PREFERRED) {
    const account = await idOf(name)
    if (account !== null) return account
  }
  await run(
    'useradd',
    ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'pandect'],
    {
      timeout: RUN_TIMEOUT_MS,
    },
  ).catch(() => null)
  const made = await idOf('pandect')
  if (made !== null) return made
  throw new Fault('database-no-account')
}

/**
 * Chooses the account of the server. PostgreSQL refuses root, so root's server runs as the user
 * that already owns the data (a user added later must not lock us out), else as a system user.
 */
export const serverAccount = async (dataFolder: string): Promise<Account> => {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(dataFolder).catch(() => null)
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return chooseAccount()
}

const mayPass = async (folder: string, account: { uid: number; gid: number }): Promise<boolean> => {
  const { mode, uid, gid } = await stat(folder)
  if (uid === account.uid) return (mode & EXECUTE_BITS.owner) !== 0
  if (gid === account.gid) return (mode & EXECUTE_BITS.group) !== 0
  return (mode & EXECUTE_BITS.others) !== 0
}

/**
 * Whether the account may enter every folder above `path` (it may not enter one made by `mktemp
 * -d`).
 */
export const canReach = async (path: string, account: Account): Promise<boolean> => {
  if (account === null) return true
  for (let at = dirname(path); ; at = dirname(at)) {
    if (!(await mayPass(at, account))) return false
    if (at === dirname(at)) return true
  }
}
