import { expect, test } from 'vitest'
import { Position } from '#contracts/ids.ts'
import type { ImportActivities, RecordOutcome, ReadBatch } from './activities.ts'
import { IMPORT_BATCH } from './import-corpus.ts'
import { importCorpus } from './import-corpus.ts'

const outcomes: RecordOutcome[] = [
  {
    classification: 'refused',
    refusal: { file: 'f', line: 1, refused: 'file-empty', reason: 'y', hint: 'z' },
  },
  { classification: 'taken-down', place: { file: 'f', line: 3 }, texts: [] },
  { classification: 'without-effect', place: { file: 'f', line: 4 } },
  ...(['imported', 'already-recorded', 'unchanged', 'revised'] as const).map(
    (classification): RecordOutcome => ({
      classification,
      place: { file: 'f', line: 2 },
      streamId: 'article-0' as never,
      isOlderState: false,
    }),
  ),
]

const steps = (
  batches: number,
  conflicts: number,
): { activities: ImportActivities; log: string[] } => {
  const log: string[] = []
  let toRead = batches
  let toConflict = conflicts
  const decided = { streams: [], outcomes, notes: [], texts: new Map() }
  const activities: ImportActivities = {
    read: () => {
      toRead -= 1
      return Promise.resolve(toRead < 0 ? null : ({ items: [] } satisfies ReadBatch))
    },
    clean: () => {
      log.push('clean')
      return Promise.resolve({ items: [] })
    },
    decide: () => {
      log.push('decide')
      return Promise.resolve(decided)
    },
    embed: (batch) => {
      log.push('embed')
      return Promise.resolve(batch)
    },
    record: () => {
      log.push('record')
      toConflict -= 1
      return Promise.resolve(toConflict >= 0 ? 'moved-on' : { position: Position.parse(7) })
    },
    report: () => {
      log.push('report')
      return Promise.resolve()
    },
  }
  return { activities, log }
}

test('the steps run batch by batch, and the summary adds up', async () => {
  const { activities, log } = steps(2, 0)
  const once = ['clean', 'decide', 'embed', 'record', 'report']
  await expect(importCorpus(activities)).resolves.toEqual({
    read: 14,
    imported: 2,
    unchanged: 4,
    revised: 2,
    refused: 2,
    takenDown: 2,
    withoutEffect: 2,
    position: 7,
  })
  expect(log).toEqual([...once, ...once])
})

test('a batch with a conflict is decided again, not cleaned again', async () => {
  const { activities, log } = steps(1, 2)
  await importCorpus(activities)
  const decision = ['decide', 'embed', 'record']
  expect(log).toEqual(['clean', ...decision, ...decision, ...decision, 'report'])
})

test('a batch with endless conflicts is a fault that can be retried', async () => {
  const { activities, log } = steps(1, 100)
  await expect(importCorpus(activities)).rejects.toMatchObject({ code: 'streams-busy' })
  expect(log.filter((step) => step === 'record').length).toBe(IMPORT_BATCH.decisionsMax)
})
