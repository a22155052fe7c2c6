/** Debian's PostgreSQL 15, for the suites that run on both versions. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { whyMissing } from './debian.ts'
import { makeSharedServer, type TestDatabase } from './embedded-postgres.ts'
import { orFailInCi } from './required.ts'

const BINARIES = '/usr/lib/postgresql/15/bin'
const NO_CLUSTER = '/etc/postgresql-common/createcluster.d/pandect-test.conf'

/** A client program of that version, such as `pg_dump`. */
export const postgres15Program = (name: string): string => join(BINARIES, name)

/** Only the programs: the package would also make and start a server of its own. */
const withoutCluster = async (): Promise<void> => {
  await mkdir(join(NO_CLUSTER, '..'), { recursive: true })
  await writeFile(NO_CLUSTER, 'create_main_cluster = false\n')
}

/**
 * Why PostgreSQL 15 is missing here, or `null`. In CI it is installed (by root, with apt-get); if
 * that fails, this throws.
 */
export const postgres15Missing = async (): Promise<string | null> =>
  orFailInCi(
    await whyMissing({
      title: 'PostgreSQL 15',
      path: postgres15Program('postgres'),
      package: 'postgresql-15',
      prepare: withoutCluster,
    }),
  )

const server = makeSharedServer('postgresql-15', BINARIES)

/** A fresh, migrated database on PostgreSQL 15. */
export const openPostgres15 = (): Promise<TestDatabase> => server.openMigrated()

/** The same without migrations. */
export const openEmptyPostgres15 = (): Promise<TestDatabase> => server.openEmpty()
