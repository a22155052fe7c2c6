/** The read API as a process of its own: what its metrics say. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../engines/install/processes.ts'
import { type KillablePostgres, openKillablePostgres } from '../engines/killable-postgres.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { makeDataDir, makeOfficial, runPandect, spawnPandect } from './service.ts'

const TEST_MS = 120_000
const WAIT = { timeout: 60_000 } as const
const RECORD = JSON.stringify({
  title: 'Le bail de la librairie',
  text: 'Le bailleur restitue le dépôt de garantie.',
  contentType: 'doctrine',
  source: { id: 'api-metrics:1' },
})

const COUNT = /^pandect_commit_to_searchable_seconds_count (\d+)$/m

test(
  'the api alone measures how soon it finds what is recorded',
  { timeout: TEST_MS },
  async () => {
    const { dataDir, remove } = await makeDataDir()
    onTestFinished(remove)
    const database: KillablePostgres = await openKillablePostgres()
    onTestFinished(() => database.close())
    const metricsPort = await freePort()
    const env = {
      DATABASE_URL: database.connectionString,
      KEY_PEPPER: TEST_PEPPER,
      EMBEDDINGS_MODEL_DIR: 'builtin',
      ENTAILMENT_MODEL_DIR: 'none',
      METRICS_PORT: '0',
      PORT: '0',
    }
    await makeOfficial(dataDir, dataDir, env)
    for (const [part, port] of [
      ['projector', 0],
      ['api', metricsPort],
    ] as const) {
      const child = spawnPandect([part], dataDir, { ...env, METRICS_PORT: String(port) })
      onTestFinished(() => void child.kill('SIGKILL'))
    }
    const samples = async (): Promise<number> => {
      const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
      return Number(COUNT.exec(await answer.text())?.[1])
    }
    await expect.poll(samples, WAIT).toBe(0)
    const file = join(dataDir, 'record.jsonl')
    await writeFile(file, RECORD)
    const { code, stderr } = await runPandect(['import', file, '--publish'], dataDir, { env })
    expect(code, stderr).toBe(0)
    await expect.poll(samples, WAIT).toBeGreaterThan(0)
  },
)
