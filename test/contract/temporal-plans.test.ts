import { asyncLocalStorage, type Context } from '@temporalio/activity'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLineStarts, readRange } from '#infra/temporal/file-ranges.ts'
import type { ImportDeps } from '#ingest/command-handler/write-deps.ts'
import { memoryDesk, NOW } from '#ingest/editorial/desk.testing.ts'
import { corpusActivities } from '#workflows/temporal/corpus-activities.ts'
import type { PlanRequest } from '#workflows/temporal/payloads.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pandect-plan-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const unused = (): Promise<never> => Promise.reject(new Error('a plan does not ask for it'))

/** Plans over these files, and how many of them are held open between two batches. */
const planning = () => {
  const held = { now: 0, ever: 0 }
  const write: ImportDeps = {
    ...memoryDesk().deps,
    official: { list: async () => [] },
    documents: {} as never,
  }
  const activities = corpusActivities({
    write,
    ranges: {
      readRange,
      readDocument: unused,
      openLineStarts: async (path) => {
        const starts = await openLineStarts(path)
        held.now += 1
        held.ever += 1
        return {
          startOf: (line) => starts.startOf(line),
          close: async () => {
            held.now -= 1
            await starts.close()
          },
        }
      },
    },
    onImported: () => undefined,
  })
  return { held, plan: (request: PlanRequest) => activities.planBatches(request) }
}

/** Runs an activity that is cancelled after so many of its looks for a cancellation. */
const cancelledAfter = <T>(looks: number, work: () => Promise<T>): Promise<T> => {
  let looked = 0
  const cancellationSignal = {
    get aborted() {
      looked += 1
      return looked > looks
    },
  }
  const context = { info: { attempt: 1 }, heartbeat: () => undefined, cancellationSignal }
  return asyncLocalStorage.run(context as unknown as Context, work)
}

const LINES = 5
const corpusOf = async (): Promise<PlanRequest['corpus']> => {
  const lines = Array.from({ length: LINES }, (_, at) =>
    JSON.stringify({
      title: `Texte ${at}`,
      text: 'Le juge statue.',
      contentType: 'legislation',
      jurisdiction: ['FR'],
      source: { id: `plan:${at}` },
    }),
  )
  await writeFile(join(folder, 'a.jsonl'), `${lines.join('\n')}\n`)
  return {
    paths: [folder],
    publish: false,
    as: null,
    context: { actor: 'person:editor', time: NOW, correlationId: 'plan', causationId: null },
    limits: { batchesPerPage: 2, batchesAtOnce: 1, batchesPerRun: 10, recordsPerBatch: 1 },
  }
}

test('a plan that is cancelled between two batches holds no file open', async () => {
  const corpus = await corpusOf()
  const { held, plan } = planning()
  const first = { corpus, after: 0, chain: '' }
  await expect(cancelledAfter(1, () => plan(first))).rejects.toThrow('stopped on request')
  expect(held).toEqual({ now: 0, ever: 1 })
  const page = await cancelledAfter(Infinity, () => plan(first))
  expect(page.batches).toHaveLength(2)
  // Another worker, which plans the first page again to go on behind it.
  const other = planning()
  const next = { corpus, after: 2, chain: page.chain }
  await expect(cancelledAfter(1, () => other.plan(next))).rejects.toThrow('stopped on request')
  expect(other.held).toEqual({ now: 0, ever: 1 })
})
