/** A private server of Debian's PostgreSQL 15, for the suites that run on both versions. */
import { execFile } from 'node:child_process'
import { access, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openEmbeddedPostgres } from '#infra/embedded/postgres.ts'
import { migrate } from '#infra/postgres/platform/migrate.ts'
import type { TestDatabase } from './embedded-postgres.ts'
import { orFailInCi } from './required.ts'

const BINARIES = '/usr/lib/postgresql/15/bin'
const WALKABLE = 0o711
const INSTALL_TIMEOUT_MS = 300_000
const NO_CLUSTER = '/etc/postgresql-common/createcluster.d/pandect-test.conf'
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

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
 * Why PostgreSQL 15 cannot be had here, or `null` when it can. In CI, by root and with apt-get, it
 * is installed; that it can't be had there is thrown.
 */
export const postgres15Missing = async (): Promise<string | null> =>
  orFailInCi(await whyNoPostgres15())

/**
 * A fresh, migrated database on a server of its own in a temporary folder; `close` removes all of
 * it.
 */
export const openPostgres15 = async (): Promise<TestDatabase> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pandect-pg15-'))
  // Before version 16 the programs change folder as they start, so root's server must be able to
  // walk here.
  await chmod(dataDir, WALKABLE)
  const server = await openEmbeddedPostgres({ dataDir, binaries: BINARIES, settings: FAST })
  const close = async (): Promise<void> => {
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await migrate(server.connectionString)
  } catch (cause) {
    await close()
    throw cause
  }
  return { connectionString: server.connectionString, close }
}
