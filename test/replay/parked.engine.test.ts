/** An event that can't be read parks its stream only; after an upgrade the stream is folded on. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { isUnreadable, type EventLog, type LogEntry } from '#contracts/events/append.ts'
import type { Position } from '#contracts/ids.ts'
import {
  makeProjector,
  type BatchReport,
  type Projector,
} from '#query-api/projections/projector.ts'
import { generationDigest } from '#query-api/projections/digest.ts'
import { retryDeadLetter, showDeadLetter } from '#query-api/replay/dead-letters.ts'
import {
  contentOf,
  documentsOf,
  published,
  streamOf,
  unpublished,
} from '../contract/read-models.fixtures.ts'
import { recordUnknown } from './unreadable.ts'
import { namesOf, openWorld, recordTexts, type World } from './world.ts'

const opened: World[] = []
let world: World
beforeEach(async () => {
  world = await openWorld()
  opened.push(world)
})
afterAll(async () => {
  for (const one of opened) await one.close()
})

const keys = async (): Promise<number> => (await documentsOf(world.models, 'articles')).length

test('the stream is parked with the reason, the others go on, and the batch says so', async () => {
  await recordTexts(world.pool, ['before', 'broken'])
  const position = await recordUnknown(world.pool, 'broken', 5)
  await recordTexts(world.pool, ['broken'], () => [unpublished], 5)
  const head = await recordTexts(world.pool, ['after'])
  const reports: BatchReport[] = []
  const { truth, models, lock } = world.deps
  const projector = makeProjector({
    log: truth.log,
    blobs: truth.blobs,
    models,
    lock,
    onBatch: (report) => reports.push(report),
  })
  expect(await projector.runOnce(1)).toMatchObject({ position: head, parked: 1 })
  const parked = {
    streamId: streamOf('broken'),
    streamVersion: 5,
    position,
    reason: 'event-unreadable',
  }
  expect(await models.parked.list(1)).toEqual([parked])
  expect(reports.flatMap((report) => report.parked)).toEqual([parked])
  // What was readable of it is served; what came after is not.
  expect(await keys()).toBe(3)
})

test('a stream that is unreadable from its first event on is parked, and nothing of it is served', async () => {
  const position = await recordUnknown(world.pool, 'broken', 1)
  await world.projector.runOnce(1)
  expect(await world.models.parked.list(1)).toMatchObject([{ streamVersion: 1, position }])
  expect(await keys()).toBe(0)
})

/** The log as an older version reads it, to which one event is unknown. */
const olderLog = (unknown: Position): EventLog => {
  const { log } = world
  const older = (entry: LogEntry): LogEntry =>
    isUnreadable(entry) || entry.position !== unknown
      ? entry
      : {
          position: entry.position,
          streamId: entry.streamId,
          streamVersion: entry.streamVersion,
          time: entry.time,
          reason: 'event-unreadable',
        }
  return {
    ...log,
    readEntries: async (after, limit) => (await log.readEntries(after, limit)).map(older),
    readStream: async (id, after, limit) => (await log.readStream(id, after, limit)).map(older),
  }
}

const projectorOn = (log: EventLog): Projector => {
  const { truth, models, lock } = world.deps
  return makeProjector({ log, blobs: truth.blobs, models, lock })
}

/** Two versions of a text, the second of which an older version could not read; parked there. */
const parkedByOlder = async (): Promise<void> => {
  await recordTexts(world.pool, namesOf(2))
  const position = await recordTexts(
    world.pool,
    ['texte-0000'],
    (_, texts) => [published(contentOf('texte-0000', { title: 'Mieux' }), texts, '1.1.0')],
    4,
  )
  await recordTexts(world.pool, ['texte-0000'], () => [unpublished], 5)
  await recordTexts(world.pool, ['texte-0002'])
  await projectorOn(olderLog(position)).runOnce(1)
  expect(await world.models.parked.list(1)).toMatchObject([{ streamVersion: 5, position }])
}

test('after an upgrade a retry folds it on, to what a rebuild comes to', async () => {
  await parkedByOlder()
  expect(await keys()).toBe(3)
  const { log, models, projector } = world
  const streamId = streamOf('texte-0000')
  expect(await retryDeadLetter({ log, models, projector }, streamId)).toEqual({
    streamId,
    parked: null,
  })
  expect(await models.parked.list(1)).toEqual([])
  expect(await keys()).toBe(2)
  await models.generations.open(2, { embeddingModel: null })
  await projector.runOnce(2)
  expect(await generationDigest(models, 1)).toEqual(await generationDigest(models, 2))
  expect(await showDeadLetter({ log, models, projector }, streamId)).toMatchObject({
    refused: 'stream-not-parked',
  })
})

test('a running projector takes the retry up, and folds on what comes after', async () => {
  await parkedByOlder()
  const { log, models, projector } = world
  const stop = new AbortController()
  const following = projectorOn(log).follow(stop.signal)
  await pause(300) // it holds the generation by now
  const streamId = streamOf('texte-0000')
  const retried = await retryDeadLetter({ log, models, projector }, streamId)
  expect(retried).toEqual({ streamId, parked: null })
  const back = contentOf('texte-0000', { title: 'Encore' })
  await recordTexts(world.pool, ['texte-0000'], (_, texts) => [published(back, texts, '1.2.0')], 6)
  await expect.poll(keys, { timeout: 30_000 }).toBe(3)
  stop.abort()
  await following
})
