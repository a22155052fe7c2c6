/** A worker process for tests that kill it: temporal-worker.ts CONNECTION ADDRESS DATA-FOLDER. */
import { parseSettings } from '#infra/settings.ts'
import { stopSignal } from '#infra/stop-signal.ts'
import { runWorker } from '#infra/processes/worker.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const [connectionString = '', temporalAddress = '', dataDir = ''] = process.argv.slice(2)
const settings = parseSettings({
  DATABASE_URL: connectionString,
  KEY_PEPPER: TEST_PEPPER,
  PANDECT_DATA_DIR: dataDir,
  // The model of the tests (vitest.config.ts): two models would record two sets of passages.
  EMBEDDINGS_MODEL_DIR: 'builtin',
  METRICS_PORT: '0',
})
await runWorker({ ...settings, temporalAddress }, stopSignal())
