/** The worker's process: killed, drained, without its server. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realpath } from 'node:fs/promises'
import { makeBuiltinEmbedder } from '#infra/embeddings/builtin.ts'
import { freePort } from '../engines/install/processes.ts'
import { addOfficialFolder } from '#infra/postgres/log/official-folders.ts'
import { parseSettings } from '#infra/settings.ts'
import { connectTemporalClient } from '#infra/temporal/connection.ts'
import { importResult, replayCorpus, startImport } from '#workflows/temporal/client.ts'
import { runWorker } from '#infra/processes/worker.ts'
import {
  openTestTemporal,
  temporalMissing,
  testActivities,
  type TestTemporal,
  whileWorking,
} from '../engines/temporal.ts'
import { folderOf, jsonLines, record } from '../import/files.ts'
import { allEvents, CONTEXT, openWriteSide, type WriteSide, runImport } from '../import/real.ts'
import { wordsHashOf } from '../harness/words-hash.ts'

const missing = await temporalMissing()
const PROGRAM = join(import.meta.dirname, '../engines/temporal-worker.ts')
const TEST_MS = 120_000
const TEXTS = 400

let temporal: TestTemporal
beforeAll(async () => {
  if (missing === null) temporal = await openTestTemporal()
})
afterAll(async () => {
  if (missing === null) await temporal.close()
})

type WorkerProcess = { readonly child: ChildProcess; readonly said: () => string }

const startWorker = (side: WriteSide, address = temporal.address): WorkerProcess => {
  const args = [PROGRAM, side.connectionString, address, tmpdir()]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
  return { child, said: () => said }
}

const endWorker = async ({ child }: WorkerProcess, signal: NodeJS.Signals): Promise<unknown> => {
  const exited = once(child, 'exit')
  child.kill(signal)
  return (await exited)[0]
}

/** Returns once something new is recorded. */
const untilHeadMoves = async ({ log }: WriteSide): Promise<void> => {
  const head = await log.head()
  while ((await log.head()) === head) await wait(10)
}

/**
 * Each fact with its text. Facts about passages are recorded at the end of their batch, so order
 * within a text is left out.
 */
const whatIsRecorded = async (side: WriteSide): Promise<string[]> =>
  (await allEvents(side))
    .map((event) => [event.streamId, event.type, wordsHashOf(event)].join(' '))
    .toSorted()

describe.skipIf(missing !== null)(`a worker process (${missing ?? 'real server'})`, () => {
  test(
    'another one continues after a kill, and drains when stopped',
    { timeout: TEST_MS },
    async () => {
      const [here, there] = await Promise.all([
        openWriteSide(makeBuiltinEmbedder()),
        openWriteSide(makeBuiltinEmbedder()),
      ])
      const workers: WorkerProcess[] = []
      const start = () => workers[workers.push(startWorker(there)) - 1] as WorkerProcess
      try {
        const texts = Array.from({ length: TEXTS }, (_, at) =>
          record(`w${at % 300}`, `Article ${at}. ${'Le juge statue sur la demande. '.repeat(60)}`),
        )
        const folder = await folderOf({ 'a.jsonl': jsonLines(...texts) })
        const official = { folder: await realpath(folder), publisher: 'Test', licence: null }
        await addOfficialFolder(there.pool, official, 'system')
        const importId = await startImport(temporal.client, {
          paths: [folder],
          publish: true,
          context: CONTEXT,
          limits: { recordsPerBatch: 10, batchesAtOnce: 2 },
        })
        const killed = start()
        await untilHeadMoves(there)
        await endWorker(killed, 'SIGKILL')
        const drained = start()
        await untilHeadMoves(there)
        const status = await endWorker(drained, 'SIGTERM')
        const inTheMiddle = new Set((await allEvents(there)).map(({ streamId }) => streamId)).size
        const activities = testActivities({ write: there.deps, log: there.log })
        const finished = () => importResult(temporal.client, importId)
        const ended = await whileWorking(temporal, activities, finished)
        await runImport(here.deps, [folder])

        expect(inTheMiddle).toBeGreaterThan(0)
        expect(inTheMiddle).toBeLessThan(300)
        expect(status, drained.said()).toBe(0)
        expect(drained.said()).toContain('worker: drained')
        const { read, imported, unchanged, revised, refused } = ended.summary
        expect(read).toBe(imported + unchanged + revised + refused)
        expect({ read, refused }).toEqual({ read: TEXTS, refused: 0 })
        expect(await whatIsRecorded(there)).toEqual(await whatIsRecorded(here))
      } finally {
        for (const { child } of workers) child.kill('SIGKILL')
        await Promise.all([here.close(), there.close()])
      }
    },
  )

  test('its metrics are served, and count how workflows end', { timeout: TEST_MS }, async () => {
    const side = await openWriteSide(makeBuiltinEmbedder())
    const worker = startWorker(side)
    try {
      const addressSaid = (): string | undefined => /metrics: (\S+)/.exec(worker.said())?.[1]
      while (addressSaid() === undefined) await wait(50)
      const counted = async (): Promise<string[]> =>
        (await (await fetch(String(addressSaid()))).text())
          .split('\n')
          .filter((line) => line.startsWith('pandect_workflow_outcomes_total{'))
          .filter((line) => !line.endsWith(' 0'))
      const folder = await folderOf({ 'a.jsonl': jsonLines(record('m1', 'Le bail est nul.')) })
      const official = { folder: await realpath(folder), publisher: 'Test', licence: null }
      await addOfficialFolder(side.pool, official, 'system')
      const request = { paths: [folder], publish: true, context: CONTEXT }
      await importResult(temporal.client, await startImport(temporal.client, request))
      // No generation has this number.
      const impossible = { generation: 0, accept: false }
      await expect(replayCorpus(temporal.client, impossible)).rejects.toThrow()
      await expect
        .poll(counted, { timeout: 30_000 })
        .toEqual(
          expect.arrayContaining([
            'pandect_workflow_outcomes_total{workflow="importCorpus",outcome="completed"} 1',
            'pandect_workflow_outcomes_total{workflow="replayCorpus",outcome="failed"} 1',
          ]),
        )
    } finally {
      worker.child.kill('SIGKILL')
      await side.close()
    }
  })
})

describe('without its server', () => {
  const settings = parseSettings({ DATABASE_URL: 'postgres://127.0.0.1:1/none' })

  test('a worker that has no address says which setting gives it', async () => {
    const running = runWorker({ ...settings, temporalAddress: null }, new AbortController().signal)
    await expect(running).rejects.toMatchObject({
      code: 'temporal-missing',
      hint: expect.stringContaining('TEMPORAL_ADDRESS'),
    })
  })

  test('an address that is none is refused at once, by the name of its setting', async () => {
    const patience = { waitMs: 60_000, onWaiting: () => undefined }
    for (const address of ['http://127.0.0.1:7233', 'temporal', 'a b:7233', '']) {
      await expect(connectTemporalClient(address, patience)).rejects.toMatchObject({
        code: 'orchestration-unavailable',
        message: expect.stringContaining('TEMPORAL_ADDRESS'),
      })
    }
  })

  test('a worker waits for its server, reports it, and stops on a signal', async () => {
    const side = await openWriteSide(makeBuiltinEmbedder())
    const worker = startWorker(side, `127.0.0.1:${await freePort()}`)
    try {
      while (!worker.said().includes('trying again')) await wait(50)
      expect(await endWorker(worker, 'SIGTERM'), worker.said()).toBe(0)
      expect(worker.said()).toContain('worker: Temporal does not answer at 127.0.0.1:')
    } finally {
      worker.child.kill('SIGKILL')
      await side.close()
    }
  })

  test('a worker reports that it waits for an absent server, then names it in one line', async () => {
    const address = `127.0.0.1:${await freePort()}`
    const pauses: number[] = []
    const patience = { waitMs: 5_000, onWaiting: (_: string, ms: number) => void pauses.push(ms) }
    const connecting = connectTemporalClient(address, patience)
    await expect(connecting).rejects.toMatchObject({
      code: 'orchestration-unavailable',
      message: `Temporal does not answer at TEMPORAL_ADDRESS=${address}`,
    })
    expect(pauses).toEqual([500])
  })
})
