/**
 * Imports a folder into a database, for tests that kill it: import-program.ts CONNECTION FOLDER.
 */
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makePool } from '#infra/postgres/platform/pool.ts'
import { makeSlugRegistry } from '#infra/postgres/log/slug-registry.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import { countingEmbedder, runImport } from './real.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const [connectionString = '', folder = ''] = process.argv.slice(2)
const pool = makePool(connectionString, {
  applicationName: 'test import',
  pepper: TEST_PEPPER,
  max: 2,
})
process.stdout.write('started\n')
await runImport(
  {
    store: makeEventStore(pool),
    blobs: makeBlobs(pool),
    vectors: makeVectors(pool),
    slugs: makeSlugRegistry(pool),
    embedder: countingEmbedder(),
  },
  [folder],
)
await pool.close()
