/** The reassessment of every public text as a workflow on a real server. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import { WALK } from '#ingest/groundedness/walk.ts'
import { reassessGroundedness } from '#workflows/temporal/client.ts'
import { failureOf } from '#workflows/temporal/faults.ts'
import type { Reassessment } from '#workflows/temporal/groundedness-workflows.ts'
import { REASSESS_WORKFLOW_ID } from '#workflows/temporal/names.ts'
import { recordHistory } from '../engines/temporal-histories.ts'
import {
  openTestTemporal,
  temporalMissing,
  testActivities,
  type TestTemporal,
  whileWorking,
} from '../engines/temporal.ts'
import { allEvents } from '../import/real.ts'
import { as, comment, openWorld, provision, type World } from './world.ts'

/** A machine that is busy takes long over a workflow's steps; milliseconds. */
const PATIENCE = { timeout: 120_000 } as const

const missing = await temporalMissing()
let temporal: TestTemporal
const worlds: World[] = []

beforeAll(async () => {
  if (missing === null) temporal = await openTestTemporal()
})
afterAll(async () => {
  for (const world of worlds) await world.close()
  if (missing === null) await temporal.close()
})

const LAW = provision(
  'L221-18',
  'Le consommateur dispose d’un délai de quatorze jours pour exercer son droit de rétractation.',
)
const notes = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    comment(
      `w${at}`,
      `Selon l’article L. 221-18 du code de la consommation, le consommateur dispose d’un délai de ${at % 2 === 0 ? 'quatorze' : 'trente'} jours pour exercer son droit de rétractation.`,
      { source: { licence: 'Licence Ouverte 2.0' } },
    ),
  )

const open = async (count: number): Promise<World> => {
  const world = await openWorld()
  worlds.push(world)
  await world.add(true, LAW, ...notes(count))
  return world
}

/** Work with a worker and a projector that keep up. */
const working = async <T>(world: World, activities: object, work: () => Promise<T>): Promise<T> => {
  const ended = new AbortController()
  const projecting = world.projector.follow(ended.signal)
  try {
    return await whileWorking(temporal, activities, work)
  } finally {
    ended.abort()
    await projecting
  }
}
const activitiesFor = ({ deps, log, texts }: World): object =>
  testActivities({ write: deps, log, texts })
const waiting = { wait: (milliseconds: number) => wait(milliseconds) }

describe.skipIf(missing !== null)(`reassessGroundedness (${missing ?? 'real server'})`, () => {
  test(
    'assesses every public text once, over several runs; a second one records nothing',
    PATIENCE,
    async () => {
      const count = WALK.textsPerPage + 3
      const world = await open(count)
      const progress: Reassessment[] = []
      const [first, again] = await working(world, activitiesFor(world), async () => {
        // One page a run: the second one is another run of the workflow.
        const one = await reassessGroundedness(temporal.client, as('test'), {
          ...waiting,
          pagesPerRun: 1,
          onProgress: (standing) => void progress.push(standing),
        })
        return [one, await reassessGroundedness(temporal.client, as('test'), waiting)]
      })
      const counts = { read: count + 1, norms: 1, refused: 0, flagged: Math.floor(count / 2) }
      expect(first).toEqual({
        counts: { ...counts, recorded: count, unchanged: 0 },
        after: null,
        done: true,
      })
      expect(again?.counts).toEqual({ ...counts, recorded: 0, unchanged: count })
      for (const { counts: so } of progress) expect(so.read).toBeLessThanOrEqual(count + 1)
      const assessed = (await allEvents(world)).filter(
        ({ type }) => type === 'GroundednessAssessed',
      )
      expect(assessed).toHaveLength(count)
      // The time of the command, whenever a worker got to it.
      expect(new Set(assessed.map(({ time }) => time)).size).toBe(1)
    },
  )

  test('a page that fails is tried again, and counted once', PATIENCE, async () => {
    const world = await open(2)
    const { assessPage, ...others } = activitiesFor(world) as {
      assessPage: (page: unknown) => Promise<unknown>
    }
    let tries = 0
    const failing = {
      ...others,
      assessPage: async (page: unknown) => {
        const walked = await assessPage(page)
        tries += 1
        // The worker did its work, and the answer was lost.
        if (tries === 1)
          throw failureOf(new Fault('store-unavailable', 'away', { retryAfterMs: 10 }))
        return walked
      },
    }
    const done = await working(world, failing, async () => {
      const outcome = await reassessGroundedness(temporal.client, as('test'), waiting)
      await recordHistory(temporal.client, REASSESS_WORKFLOW_ID, 'reassess-groundedness')
      return outcome
    })
    expect(tries).toBe(2)
    expect(done.counts).toEqual({
      read: 3,
      recorded: 0,
      unchanged: 2,
      norms: 1,
      refused: 0,
      flagged: 1,
    })
    const types = (await allEvents(world)).map(({ type }) => type)
    expect(types.filter((type) => type === 'GroundednessAssessed')).toHaveLength(2)
  })

  test('a fault that no retry can fix ends it with that Fault', PATIENCE, async () => {
    const world = await open(1)
    const broken = {
      ...activitiesFor(world),
      assessPage: () => {
        throw failureOf(new Fault('blob-missing', 'a text is gone', { hint: 'restore it' }))
      },
    }
    const running = working(world, broken, () =>
      reassessGroundedness(temporal.client, as('test'), waiting),
    )
    await expect(running).rejects.toMatchObject({ code: 'blob-missing', hint: 'restore it' })
  })
})
