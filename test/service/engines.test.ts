/** The same files through Temporal, relay, Kafka and projector as through one process: the same digest. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kafkaMissing, openTestKafka, type TestKafka } from '../engines/kafka.ts'
import { openTestTemporal, temporalMissing, type TestTemporal } from '../engines/temporal.ts'
import { makeDataDir, runPandect, spawnPandect, startService } from './service.ts'

const TIMEOUT_MS = 300_000
const AT = '2026-01-31T00:00:00.000Z'
const RECORDS = 300
const QUIET = { PANDECT_DEMONSTRATION: 'off' }

const missing = (await kafkaMissing()) ?? (await temporalMissing())
const name = missing === null ? 'on real engines' : `on real engines (skipped: ${missing})`

/** A text in two states of which the second adds a paragraph, and others in one. */
const recordOf = (index: number): string => {
  const text = index % (RECORDS - 20)
  const state = index < RECORDS - 20 ? '1' : '2'
  return JSON.stringify({
    title: `Bail commercial, note ${text}`,
    text: `## Objet\n\nLa note ${text} traite du loyer.\n\n${'Le preneur paie le loyer au terme convenu. '.repeat(40)}${state === '2' ? '\n\nUn alinéa de plus.' : ''}`,
    language: 'fr',
    jurisdiction: ['FR'],
    contentType: 'doctrine',
    source: { id: `engines:${text}`, version: state, licence: 'Licence Ouverte 2.0' },
  })
}

const importArgs = (file: string): string[] => ['import', file, '--publish', '--at', AT, '--json']
type Digest = { root: string; position: number; counts: unknown }
const digestOf = async (dataDir: string): Promise<Digest> => {
  const { code, stdout, stderr } = await runPandect(['digest', '--json'], dataDir)
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout) as Digest
}

describe.runIf(missing === null)(name, () => {
  let kafka: TestKafka
  let temporal: TestTemporal
  beforeAll(async () => {
    kafka = await openTestKafka()
    temporal = await openTestTemporal()
  }, TIMEOUT_MS)
  afterAll(async () => {
    await kafka.close()
    await temporal.close()
  })

  test('the digest is that of the embedded run', { timeout: TIMEOUT_MS }, async () => {
    const real = await makeDataDir()
    const embedded = await makeDataDir()
    const file = join(embedded.dataDir, 'records.jsonl')
    await writeFile(file, Array.from({ length: RECORDS }, (_, index) => recordOf(index)).join('\n'))

    const env = { ...QUIET, KAFKA_BROKERS: kafka.brokers, TEMPORAL_ADDRESS: temporal.address }
    const service = await startService(real.dataDir, env)
    const worker = spawnPandect(['worker'], real.dataDir, env)
    const workerEnded = new Promise((resolve) => worker.on('close', resolve))
    const throughEngines = await runPandect(importArgs(file), real.dataDir, { env })
    expect(throughEngines.code, throughEngines.stderr).toBe(0)
    const found = await digestOf(real.dataDir)
    worker.kill('SIGTERM')
    expect(await workerEnded).toBe(0)
    expect((await service.stop()).code).toBe(0)

    const inProcess = await runPandect(importArgs(file), embedded.dataDir)
    expect(throughEngines.stdout).toBe(inProcess.stdout)
    expect({ ...found }).toEqual(await digestOf(embedded.dataDir))
    await real.remove()
    await embedded.remove()
  })
})
