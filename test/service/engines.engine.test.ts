/**
 * The same files through Temporal, relay, Kafka and projector as through one process: the same
 * digest.
 */
import type { ChildProcess } from 'node:child_process'
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEmbeddedPostgres } from '#infra/embedded/postgres.ts'
import { hasShared, NEEDS_SHARED, sharedPath } from '../corpus/shared.ts'
import { kafkaMissing, openTestKafka, type TestKafka } from '../engines/kafka.ts'
import { openTestTemporal, temporalMissing, type TestTemporal } from '../engines/temporal.ts'
import { ended } from './distributed.ts'
import { makeMigratedDir } from './prepared-folders.ts'
import {
  makeDataDir,
  makeOfficial,
  runPandect,
  runQuickly,
  type Service,
  spawnPandect,
  startService,
} from './service.ts'

const TIMEOUT_MS = 300_000
const CORPUS_TIMEOUT_MS = 900_000
const AT = '2026-01-31T00:00:00.000Z'
/** Three batches; the last one has second states of texts of the first. */
const RECORDS = 220
const QUIET = { PANDECT_DEMONSTRATION: 'off', METRICS_PORT: '0' }

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

/**
 * Each file of the real corpus is cut after so many records. They keep rulings, the texts that
 * these cite and treat, and texts in several states; `all` takes every record.
 */
const CUT_AFTER = process.env['ENGINES_RECORDS'] ?? '40'

const cutCorpus = async (to: string): Promise<void> => {
  await mkdir(to)
  const from = sharedPath('corpus', 'import')
  for (const file of await readdir(from)) {
    const lines = (await readFile(join(from, file), 'utf8')).trimEnd().split('\n')
    const kept = CUT_AFTER === 'all' ? lines : lines.slice(0, Number(CUT_AFTER))
    await writeFile(join(to, file), `${kept.join('\n')}\n`)
  }
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

/** Rows of read models that the counts of a digest do not name. */
type Known = { readonly persons: number; readonly links: number; readonly treatments: number }

const knownIn = async (dataDir: string): Promise<Known> => {
  const server = await openEmbeddedPostgres({ dataDir })
  const client = new Client({ connectionString: server.connectionString })
  try {
    await client.connect()
    const { rows } = await client.query<Known>(
      `select (select count(*)::int from persons) as persons,
              (select count(*)::int from citation_edges) as links,
              (select count(*)::int from citator_facts) as treatments`,
    )
    const [known] = rows
    if (known === undefined) throw new Error('counts without a row')
    return known
  } finally {
    await client.end()
    await server.close()
  }
}

/** What an import prints for a person, and what there was before and after it. */
type Compared = {
  readonly printed: readonly string[]
  readonly before: Known
  readonly after: Known
}
type Digest = { root: string; changesRoot?: string; position: number; counts: unknown }
const digestOf = async (dataDir: string): Promise<Digest> => {
  const { code, stdout, stderr } = await runQuickly(['digest', '--json'], dataDir)
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout) as Digest
}

describe.runIf(missing === null)(name, () => {
  let kafka: TestKafka
  let temporal: TestTemporal
  let real: Awaited<ReturnType<typeof makeMigratedDir>>
  let embedded: Awaited<ReturnType<typeof makeMigratedDir>>
  let env: Record<string, string>
  let service: Service
  let worker: ChildProcess
  beforeAll(async () => {
    kafka = await openTestKafka()
    temporal = await openTestTemporal()
    real = await makeMigratedDir()
    embedded = await makeMigratedDir()
    env = { ...QUIET, KAFKA_BROKERS: kafka.brokers, TEMPORAL_ADDRESS: temporal.address }
    service = await startService(real.dataDir, env)
    worker = spawnPandect(['worker'], real.dataDir, env)
  }, TIMEOUT_MS)
  afterAll(async () => {
    worker?.kill('SIGKILL')
    await service?.stop('SIGKILL')
    await kafka?.close()
    await temporal?.close()
    await real?.remove()
    await embedded?.remove()
  }, TIMEOUT_MS)

  /**
   * Imports a path through the engines into one data folder and through one process into another,
   * beside what earlier tests imported into both; nothing may differ.
   */
  const expectSameDigest = async (path: string): Promise<Compared> => {
    const before = await knownIn(embedded.dataDir)
    const folder = (await stat(path)).isDirectory() ? path : dirname(path)
    await makeOfficial(folder, real.dataDir, env)
    await makeOfficial(folder, embedded.dataDir)
    const throughEngines = await runPandect(importArgs(path), real.dataDir, { env })
    expect(throughEngines.code, throughEngines.stderr).toBe(0)
    const found = await digestOf(real.dataDir)

    const inProcess = await runPandect(importArgs(path), embedded.dataDir)
    expect(throughEngines.stdout).toBe(inProcess.stdout)
    expect(printedIn(throughEngines.stderr)).toEqual(printedIn(inProcess.stderr))
    // The changes name the ids of their facts, which are others in each import.
    const { changesRoot: _own, ...same } = found
    expect(await digestOf(embedded.dataDir)).toMatchObject(same)
    return { printed: printedIn(inProcess.stderr), before, after: await knownIn(embedded.dataDir) }
  }

  test('the digest is that of the embedded run', { timeout: TIMEOUT_MS }, async () => {
    const { dataDir: folder, remove } = await makeDataDir()
    const file = join(folder, 'records.jsonl')
    const records = Array.from({ length: RECORDS }, (_, index) => recordOf(index))
    await writeFile(file, [MANIFEST_LINE, ...records].join('\n'))
    const { printed } = await expectSameDigest(file)
    expect(printed).toEqual([expect.stringContaining('manifest')])
    await remove()
  })

  test.runIf(hasShared)(
    `so is that of real texts with their links and treatments ${NEEDS_SHARED}`,
    { timeout: CORPUS_TIMEOUT_MS },
    async () => {
      const { dataDir: folder, remove } = await makeDataDir()
      await cutCorpus(join(folder, 'corpus'))
      const { before, after } = await expectSameDigest(join(folder, 'corpus'))
      expect(after.links).toBeGreaterThan(before.links)
      expect(after.treatments).toBeGreaterThan(before.treatments)
      await remove()
    },
  )

  test.runIf(hasShared)(
    `so is that of publishers’ files with their persons ${NEEDS_SHARED}`,
    { timeout: CORPUS_TIMEOUT_MS },
    async () => {
      const { before, after } = await expectSameDigest(sharedPath('corpus', 'publishers'))
      expect(after.persons).toBeGreaterThan(before.persons)
    },
  )

  test('worker and service stop cleanly', { timeout: TIMEOUT_MS }, async () => {
    worker.kill('SIGTERM')
    await ended(worker)
    expect(worker.exitCode).toBe(0)
    expect((await service.stop()).code).toBe(0)
  })
})
