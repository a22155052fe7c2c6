/** Imports through Temporal, on a real server and a real event store. */
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoredEvent } from '#contracts/events/event.ts'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import type { Embedder } from '#ingest/ports.ts'
import { refusalLine } from '#ingest/sources/source-item.ts'
import { faultOf } from '#workflows/temporal/faults.ts'
import {
  cancelImport,
  followImport,
  importIdOf,
  importThrough,
  importProgress,
  importResult,
  startImport,
  type StartImport,
} from '#workflows/temporal/client.ts'
import { statementWorkflowId } from '#workflows/temporal/names.ts'
import {
  openTestTemporal,
  temporalMissing,
  testActivities,
  type TestTemporal,
  whileWorking,
} from '../engines/temporal.ts'
import { recordHistory } from '../engines/temporal-histories.ts'
import { folderOf, jsonLines, record } from '../import/files.ts'
import {
  allEvents,
  CONTEXT,
  countingEmbedder,
  openWriteSide,
  type WriteSide,
  runImport,
} from '../import/real.ts'
import { wordsHashOf } from '../harness/words-hash.ts'

const missing = await temporalMissing()
const DEMONSTRATION = join(import.meta.dirname, '../../ingest/sources/demonstration/corpus')
/** Small, so that a small corpus has many batches, pages and runs. */
const SMALL = {
  batchesPerPage: 3,
  batchesAtOnce: 3,
  batchesPerRun: 5,
  recordsPerBatch: 10,
} as const

/** What was recorded, text by text; positions and ids are those of the run. */
const facts = (events: readonly StoredEvent[]): string[] =>
  events
    .map((event) =>
      [
        event.streamId,
        String(event.streamVersion).padStart(6, '0'),
        event.type,
        wordsHashOf(event),
        event.time,
        event.actor,
      ].join(' '),
    )
    .toSorted()

const sides: WriteSide[] = []
const openSide = async (embedder: Embedder = countingEmbedder()): Promise<WriteSide> => {
  const side = await openWriteSide(embedder)
  sides.push(side)
  return side
}

let temporal: TestTemporal
beforeAll(async () => {
  if (missing === null) temporal = await openTestTemporal()
})
afterAll(async () => {
  await Promise.all(sides.map((side) => side.close()))
  if (missing === null) await temporal.close()
})

const requestOf = (paths: readonly string[], over: Partial<StartImport> = {}): StartImport => ({
  paths: [...paths],
  publish: true,
  context: CONTEXT,
  limits: SMALL,
  ...over,
})

const working = <T>({ deps, log }: WriteSide, work: () => Promise<T>): Promise<T> =>
  whileWorking(temporal, testActivities({ write: deps, log }), work)

/** Starts an import, follows it, and gathers what it tells. */
const runHere = (side: WriteSide, paths: readonly string[], over: Partial<StartImport> = {}) =>
  working(side, async () => {
    const refusals: string[] = []
    const noted: string[] = []
    const id = await startImport(temporal.client, requestOf(paths, over))
    const status = await followImport(temporal.client, id, {
      wait: (milliseconds) => wait(milliseconds),
      onBatch: async ({ outcomes, notes }) => {
        for (const outcome of outcomes) {
          if (outcome.classification === 'refused') refusals.push(refusalLine(outcome.refusal))
        }
        noted.push(...notes.map(refusalLine))
      },
    })
    return { id, status, refusals, noted }
  })

const stated = (id: string, version: string, text: string) =>
  record(id, text, { source: { version } })

/**
 * All that only a whole import can know: states that come back, contradictions, slugs that two
 * texts ask for.
 */
const difficult = async (): Promise<string> => {
  const many = Array.from({ length: 250 }, (_, at) =>
    record(`m${at % 120}`, `Article ${at}. Le juge statue. ${'Le délai court. '.repeat(at % 7)}`),
  )
  return folderOf({
    'a/states.jsonl': jsonLines(record('s', 'A.'), record('s', 'B.'), record('s', 'A.')),
    'b/versions.jsonl': jsonLines(stated('v', '1', 'Un.'), stated('v', '2', 'Deux.')),
    'c/conflict.jsonl': jsonLines(stated('v', '1', 'Autre.'), stated('v', '1', 'Un.')),
    'd/many.jsonl': `${jsonLines(...many)}{"broken": \n[1]\n\n${jsonLines(record('last', 'Fin.'))}`,
    'e/slugs.jsonl': jsonLines(
      record('first', 'Premier.', { slug: 'le-meme' }),
      ...Array.from({ length: 12 }, (_, at) => record(`f${at}`, `Texte ${at}.`)),
    ),
    'f/slugs.jsonl': jsonLines(record('second', 'Second.', { slug: 'le-meme' })),
    'g/again.jsonl': jsonLines(record('s', 'B.'), record('last', 'Fin.')),
    'h/empty.jsonl': '',
  })
}

describe.skipIf(missing !== null)(
  `an import through Temporal (${missing ?? 'real server'})`,
  () => {
    test('records and reports the same as an import in process', { timeout: 240_000 }, async () => {
      const paths = [await difficult(), DEMONSTRATION, '/nowhere/at/all']
      const [here, there] = [await openSide(), await openSide()]
      const inProcess = await runImport(here.deps, paths)
      const limits = { batchesPerPage: 2, batchesPerRun: 2 }
      const { id, status, refusals } = await runHere(there, paths, { limits })
      const { read, imported, unchanged, revised, refused } = inProcess.summary
      const counts = { read, imported, unchanged, revised, refused }
      expect(status.summary).toMatchObject(counts)
      expect(status.stopped).toBe(false)
      expect(refusals).toEqual(inProcess.refusals)
      expect(facts(await allEvents(there))).toEqual(facts(await allEvents(here)))
      expect(status.summary.position).toBe(await there.log.head())
      expect(status.bytesDone).toBe(status.bytesTotal)
      await recordHistory(temporal.client, id, 'import-corpus')
      await recordHistory(temporal.client, id, 'import-corpus-continued', 'first-run')
      await recordHistory(temporal.client, `${id}/batch/1`, 'ingest-batch')
    })

    test('reads each range of a large file as it reads the file', async () => {
      const folder = await folderOf({
        'a.jsonl': `\uFEFF${jsonLines(
          ...Array.from({ length: 230 }, (_, at) => record(`r${at}`, `Texte ${at}.`)),
        ).replaceAll('\n', '\r\n\r\n')}`,
      })
      const [here, there] = [await openSide(), await openSide()]
      const inProcess = await runImport(here.deps, [folder])
      const limits = { recordsPerBatch: 50 }
      const { status } = await runHere(there, [folder], { limits })
      expect(inProcess.summary.imported).toBe(230)
      expect(status).toMatchObject({ recorded: 5, summary: { imported: 230, refused: 0 } })
      expect(facts(await allEvents(there))).toEqual(facts(await allEvents(here)))
    })

    test('prints for a person what an import in process prints', async () => {
      const paths = [await difficult()]
      const [here, there] = [await openSide(), await openSide()]
      const inProcess = await runImport(here.deps, paths)
      const waiting = { wait: (milliseconds: number) => wait(milliseconds) }
      const request = requestOf(paths, { limits: {} })
      const workflow = importThrough(temporal.client, request, waiting)
      const throughTemporal = await working(there, () => runImport(there.deps, paths, { workflow }))
      expect(throughTemporal.refusals).toEqual(inProcess.refusals)
      expect(throughTemporal.notes).toEqual(inProcess.notes)
      const { listed, ...counts } = inProcess.summary
      expect(throughTemporal.summary).toMatchObject({
        ...counts,
        // Histories of Temporal hold no titles.
        listed: listed.map((text) => ({ ...text, title: null })),
        position: await there.log.head(),
      })
    })

    test('is one import when it is started twice, and adds nothing when it is run again', async () => {
      const side = await openSide()
      const folder = await folderOf({ 'a.jsonl': jsonLines(record('s', 'A.'), record('t', 'B.')) })
      const request = requestOf([folder])
      const other = { ...request, context: { ...CONTEXT, correlationId: 'other' } }
      const status = await working(side, async () => {
        const both = [request, other].map((one) => startImport(temporal.client, one))
        const [first, second] = await Promise.all(both)
        expect(second).toBe(first)
        return importResult(temporal.client, first ?? '')
      })
      expect(status.summary).toMatchObject({ read: 2, imported: 2 })
      const head = await side.log.head()
      const again = await runHere(side, [folder])
      expect(again.status.summary).toMatchObject({ read: 2, unchanged: 2, position: null })
      expect(await side.log.head()).toBe(head)
    })

    test('gives a single text a workflow with its own name', async () => {
      const side = await openSide()
      const folder = await folderOf({ 'a.jsonl': jsonLines(stated('alone', '7', 'Seul.')) })
      await runHere(side, [folder])
      const [event] = await allEvents(side)
      const id = `article/${event?.streamId.slice('article-'.length)}/7`
      const described = await temporal.client.workflow.getHandle(id).describe()
      expect(described).toMatchObject({ type: 'ingestDoctrine', status: { name: 'COMPLETED' } })
      await recordHistory(temporal.client, id, 'ingest-doctrine')
      const decision = record('decision', 'La cour statue.', {
        contentType: 'jurisprudence',
        judicialDecision: {
          ecli: 'ECLI:FR:CCASS:2023:CR01078',
          identifiers: [{ scheme: 'docket', value: '23-80251' }],
          jurisdiction: 'FR',
          courtCode: 'fr.ccass',
          courtLevel: 'supreme',
          courtName: { fr: 'Cour de cassation' },
          decisionDate: '2023-10-03',
        },
        source: { version: '1' },
      })
      await runHere(side, [await folderOf({ 'a.jsonl': jsonLines(decision) })])
      const decisionId = statementWorkflowId(articleIdOf('decision'), '1')
      await recordHistory(temporal.client, decisionId, 'ingest-decision')
      const ofDecision = await temporal.client.workflow.getHandle(decisionId).describe()
      expect(ofDecision).toMatchObject({ type: 'ingestDecision', status: { name: 'COMPLETED' } })
    })

    test('stops when it is cancelled, with counts that add up, and goes on when it is run again', async () => {
      const quick = countingEmbedder()
      const calls: number[] = []
      const slow: Embedder = {
        ...quick,
        embedPassages: async (texts) => {
          calls.push(texts.length)
          await wait(100)
          return quick.embedPassages(texts)
        },
      }
      const [here, there] = [await openSide(), await openSide(slow)]
      const texts = Array.from({ length: 40 }, (_, file) =>
        jsonLines(
          ...Array.from({ length: 10 }, (_none, at) =>
            record(`c${file}-${at}`, `Texte ${file} ${at}.`),
          ),
        ),
      )
      const folder = await folderOf(
        Object.fromEntries(
          texts.map((text, file) => [`${String(file).padStart(3, '0')}.jsonl`, text]),
        ),
      )
      const request = requestOf([folder], { limits: { ...SMALL, batchesPerRun: 100 } })
      const stopped = await working(there, async () => {
        const id = await startImport(temporal.client, request)
        while (calls.length < 8) await wait(20)
        return cancelImport(temporal.client, id)
      })
      const { read, imported, unchanged, revised, refused } = stopped.summary
      expect(stopped.stopped).toBe(true)
      expect(read).toBe(imported + unchanged + revised + refused)
      expect(read).toBeGreaterThan(0)
      expect(read).toBeLessThan(400)
      const recorded = new Set((await allEvents(there)).map(({ streamId }) => streamId))
      expect(recorded.size).toBe(imported)
      await recordHistory(temporal.client, importIdOf(request), 'import-corpus-cancelled')
      await runHere(there, [folder], { limits: {} })
      await runImport(here.deps, [folder])
      expect(facts(await allEvents(there))).toEqual(facts(await allEvents(here)))
    })

    test('ends with a Fault that names it when a file changes on the way', async () => {
      const side = await openSide()
      const lines = Array.from({ length: 60 }, (_, file) => jsonLines(record(`x${file}`, 'Texte.')))
      const folder = await folderOf(
        Object.fromEntries(lines.map((text, file) => [`${String(file + 100)}.jsonl`, text])),
      )
      const { deps } = side
      let changed = false
      const changing: Embedder = {
        ...deps.embedder,
        embedPassages: async (texts) => {
          if (!changed)
            await appendFile(join(folder, '159.jsonl'), jsonLines(record('new', 'Neuf.')))
          changed = true
          return deps.embedder.embedPassages(texts)
        },
      }
      const changingSide = { ...side, deps: { ...deps, embedder: changing } }
      const limits = { ...SMALL, batchesPerPage: 10, recordsPerBatch: 6, batchesAtOnce: 1 }
      const failed = runHere(changingSide, [folder], { limits }).catch((error: unknown) =>
        faultOf(error),
      )
      expect(await failed).toMatchObject({ code: 'source-changed', hint: expect.any(String) })
      expect(await readFile(join(folder, '159.jsonl'), 'utf8')).toContain('Neuf')
    })

    test('goes on after the server was killed', { timeout: 240_000 }, async () => {
      const side = await openSide()
      const folder = await folderOf(
        Object.fromEntries(
          Array.from({ length: 12 }, (_, at) => [
            `${at + 100}.jsonl`,
            jsonLines(record(`k${at}`, 'Texte.')),
          ]),
        ),
      )
      const request = requestOf([folder], { limits: { ...SMALL, recordsPerBatch: 2 } })
      const status = await working(side, async () => {
        const id = await startImport(temporal.client, request)
        while ((await importProgress(temporal.client, id)).recorded < 1) await wait(20)
        await temporal.kill()
        await temporal.restart()
        for (;;) {
          const ended = await importResult(temporal.client, id).catch(() => null)
          if (ended !== null) return ended
          await wait(200)
        }
      })
      expect(status.summary).toMatchObject({ read: 12, imported: 12, refused: 0 })
    })
  },
)
