/**
 * The same files through Temporal, relay, Kafka and projector as through one process: the same
 * digest.
 */
import { stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasShared, NEEDS_SHARED, sharedPath } from '../corpus/shared.ts'
import { kafkaMissing, openTestKafka, type TestKafka } from '../engines/kafka.ts'
import { openTestTemporal, temporalMissing, type TestTemporal } from '../engines/temporal.ts'
import { makeDataDir, makeOfficial, runPandect, spawnPandect, startService } from './service.ts'

const TIMEOUT_MS = 300_000
const CORPUS_TIMEOUT_MS = 900_000
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

/** Not a text: both ways of importing must report that it is left out. */
const MANIFEST_LINE = JSON.stringify({ path: 'notes.txt', sha256: '0'.repeat(64) })

const importArgs = (path: string): string[] => ['import', path, '--publish', '--at', AT, '--json']
/** Returns what an import prints for a person, without log lines, which contain times and ids. */
const printedIn = (stderr: string): string[] =>
  stderr
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'))
    .toSorted()

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

  /**
   * Imports a path through the engines into one data folder and through one process into another;
   * nothing may differ.
   */
  const expectSameDigest = async (path: string): Promise<string[]> => {
    const real = await makeDataDir()
    const embedded = await makeDataDir()
    const env = { ...QUIET, KAFKA_BROKERS: kafka.brokers, TEMPORAL_ADDRESS: temporal.address }
    const service = await startService(real.dataDir, env)
    const worker = spawnPandect(['worker'], real.dataDir, env)
    const workerEnded = new Promise((resolve) => worker.on('close', resolve))
    const folder = (await stat(path)).isDirectory() ? path : dirname(path)
    await makeOfficial(folder, real.dataDir, env)
    await makeOfficial(folder, embedded.dataDir)
    const throughEngines = await runPandect(importArgs(path), real.dataDir, { env })
    expect(throughEngines.code, throughEngines.stderr).toBe(0)
    const found = await digestOf(real.dataDir)
    worker.kill('SIGTERM')
    expect(await workerEnded).toBe(0)
    expect((await service.stop()).code).toBe(0)

    const inProcess = await runPandect(importArgs(path), embedded.dataDir)
    expect(throughEngines.stdout).toBe(inProcess.stdout)
    expect(printedIn(throughEngines.stderr)).toEqual(printedIn(inProcess.stderr))
    expect({ ...found }).toEqual(await digestOf(embedded.dataDir))
    await real.remove()
    await embedded.remove()
    return printedIn(inProcess.stderr)
  }

  test('the digest is that of the embedded run', { timeout: TIMEOUT_MS }, async () => {
    const { dataDir: folder, remove } = await makeDataDir()
    const file = join(folder, 'records.jsonl')
    const records = Array.from({ length: RECORDS }, (_, index) => recordOf(index))
    await writeFile(file, [MANIFEST_LINE, ...records].join('\n'))
    expect(await expectSameDigest(file)).toEqual([expect.stringContaining('manifest')])
    await remove()
  })

  test.runIf(hasShared).each(['import', 'publishers'])(
    `so is that of a real corpus with its persons, links and treatments: %s ${NEEDS_SHARED}`,
    { timeout: CORPUS_TIMEOUT_MS },
    async (folder) => void (await expectSameDigest(sharedPath('corpus', folder))),
  )
})
