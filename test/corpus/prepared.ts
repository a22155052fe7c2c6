/** The 3,006 records beside the checkout, imported and projected once in a run of the tests. */
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { embeddedServer, type TestDatabase } from '../engines/embedded-postgres.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { makeDataDir, makeOfficial, runPandect, runQuickly } from '../service/service.ts'
import { sharedPath } from './shared.ts'

export const CORPUS = sharedPath('corpus', 'import')

/** What `pandect import --json` prints at the end. */
export type ImportCounts = Readonly<Record<string, number>>

export type CorpusCopy = TestDatabase & {
  /** The counts of the one import. */
  readonly counts: ImportCounts
  /** A key of a firm. */
  readonly key: string
  /** A data folder, and the settings with which Pandect uses the copy. */
  readonly dataDir: string
  readonly environment: Readonly<Record<string, string>>
}

/** Publishes the texts of a path as those of an official source; throws if it fails. */
export const importByCommand = async (
  path: string,
  dataDir: string,
  env: Record<string, string>,
): Promise<ImportCounts> => {
  await makeOfficial((await stat(path)).isDirectory() ? path : dirname(path), dataDir, env)
  const { code, stdout, stderr } = await runPandect(
    ['import', path, '--publish', '--json'],
    dataDir,
    { env },
  )
  if (code !== 0) throw new Error(stderr.slice(-2_000))
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as ImportCounts
}

const MODEL = 'EMBEDDINGS_MODEL_DIR'

type Prepared = { readonly counts: ImportCounts; readonly key: string }

/** Imports a path, waits until it is projected (`pandect digest`), and makes a key. */
export const importWithKey = async (
  path: string,
  dataDir: string,
  env: Record<string, string>,
): Promise<Prepared> => {
  const command = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runQuickly(args, dataDir, { env })
    if (code !== 0) throw new Error(stderr.slice(-2_000))
    return stdout.trim()
  }
  const counts = await importByCommand(path, dataDir, env)
  await command('digest')
  const key = await command('keys', 'create', '--account', 'Corpus', '--plan', 'firm')
  return { counts, key }
}

const fill =
  (model: string) =>
  async (connectionString: string): Promise<string> => {
    const { dataDir, remove } = await makeDataDir()
    const env = { DATABASE_URL: connectionString, KEY_PEPPER: TEST_PEPPER, [MODEL]: model }
    try {
      return JSON.stringify(await importWithKey(CORPUS, dataDir, env))
    } finally {
      await remove()
    }
  }

/** A copy of its own for one test file, with vectors of a model. `close` deletes it. */
export const copyPreparedCorpus = async (
  model: string = process.env[MODEL] ?? '',
): Promise<CorpusCopy> => {
  const name = model === 'builtin' ? 'corpus' : 'corpus_with_shipped_model'
  const database = await embeddedServer.openPrepared(name, fill(model))
  const { dataDir, remove } = await makeDataDir()
  return {
    ...(JSON.parse(database.result) as Prepared),
    connectionString: database.connectionString,
    dataDir,
    environment: {
      DATABASE_URL: database.connectionString,
      KEY_PEPPER: TEST_PEPPER,
      [MODEL]: model,
    },
    close: async () => {
      await database.close()
      await remove()
    },
  }
}
