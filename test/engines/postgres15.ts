/** Debian's PostgreSQL 15, for the suites that run on both versions. */
import { execFile } from 'node:child_process'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeSharedServer, type TestDatabase } from './embedded-postgres.ts'
import { orFailInCi } from './required.ts'

const BINARIES = '/usr/lib/postgresql/15/bin'
const INSTALL_TIMEOUT_MS = 300_000
const NO_CLUSTER = '/etc/postgresql-common/createcluster.d/pandect-test.conf'

const run = promisify(execFile)

/** A client program of that version, such as `pg_dump`. */
export const postgres15Program = (name: string): string => join(BINARIES, name)
const present = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const installable = async (): Promise<boolean> =>
  process.getuid?.() === 0 && Boolean(process.env['CI']) && (await present('/usr/bin/apt-get'))

const aptGet = (...words: string[]): Promise<unknown> =>
  run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...words], {
    timeout: INSTALL_TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

const install = async (): Promise<void> => {
  // Only the programs: the package would also make and start a server of its own.
  await mkdir(join(NO_CLUSTER, '..'), { recursive: true })
  await writeFile(NO_CLUSTER, 'create_main_cluster = false\n')
  await aptGet('update')
  await aptGet('install', '-y', '--no-install-recommends', 'postgresql-15')
}

const whyNoPostgres15 = async (): Promise<string | null> => {
  if (await present(join(BINARIES, 'postgres'))) return null
  if (!(await installable()))
    return `no PostgreSQL 15 in ${BINARIES} (Debian: apt-get install postgresql-15)`
  await install()
  return null
}

/**
 * Why PostgreSQL 15 is missing here, or `null`. In CI it is installed (by root, with apt-get); if
 * that fails, this throws.
 */
export const postgres15Missing = async (): Promise<string | null> =>
  orFailInCi(await whyNoPostgres15())

const server = makeSharedServer('postgresql-15', BINARIES)

/** A fresh, migrated database on PostgreSQL 15. */
export const openPostgres15 = (): Promise<TestDatabase> => server.openMigrated()

/** The same without migrations. */
export const openEmptyPostgres15 = (): Promise<TestDatabase> => server.openEmpty()
