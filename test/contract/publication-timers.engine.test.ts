/** Publications at an hour, waited for by the desk itself or by timers of Temporal. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import { Fault, isRefusal } from '#contracts/fault.ts'
import { Instant, Slug } from '#contracts/ids.ts'
import { StaffId, staffActor } from '#contracts/staff.ts'
import { publishDue } from '#ingest/editorial/carry-out.ts'
import {
  DUE,
  type DueDeps,
  makeDuePublications,
} from '#ingest/editorial/schedule/due-publications.ts'
import { carryOut } from '#ingest/handlers/editorial.ts'
import { publicationTimers } from '#workflows/temporal/client.ts'
import { publicationWorkflowId } from '#workflows/temporal/names.ts'
import { type DeskWorld, openDeskWorld } from '../desk/world.ts'
import { recordHistory } from '../engines/temporal-histories.ts'
import {
  openTestTemporal,
  temporalMissing,
  testActivities,
  type TestTemporal,
  whileWorking,
} from '../engines/temporal.ts'
import { as, comment, importRecords, review, slugOf, TIME } from '../groundedness/world.ts'

const missing = await temporalMissing()
const PUBLISHER = staffActor(StaffId.parse(randomUUID()))
const HOUR = Instant.parse('2026-02-01T08:00:00.000Z')
const NEXT_HOUR = Instant.parse('2026-02-01T09:00:00.000Z')
const at = (hour: Instant, seconds: number): Instant =>
  Instant.parse(new Date(Date.parse(hour) + seconds * 1_000).toISOString())
const WITHIN = { timeout: 60_000 }
/**
 * A timer of Temporal that was set before the test moved its clock sleeps by the real one, so the
 * holder makes up for it.
 */
const MISSED_SECONDS = DUE.catchUpMs / 1_000 + 1

let temporal: TestTemporal
const worlds: DeskWorld[] = []
beforeAll(async () => {
  if (missing === null) temporal = await openTestTemporal()
})
afterAll(async () => {
  for (const world of worlds) await world.close()
  if (missing === null) await temporal.close()
})

/** What waits for the hour, and a clock that the test moves. */
type Engine = {
  readonly name: string
  readonly missing: string | null
  readonly timers: () => DueDeps['timers']
  /** Runs what fires, besides the holder. */
  readonly working: <T>(world: DeskWorld, now: () => Instant, work: () => Promise<T>) => Promise<T>
}

const ENGINES: readonly Engine[] = [
  { name: 'embedded', missing: null, timers: () => null, working: (_, __, work) => work() },
  {
    name: 'Temporal',
    missing,
    timers: () => publicationTimers(temporal.client),
    working: (world, now, work) =>
      whileWorking(temporal, testActivities({ write: world.deps, log: world.log, now }), work),
  },
]

const openWorld = async (): Promise<DeskWorld> => {
  const world = await openDeskWorld()
  worlds.push(world)
  return world
}
type Note = ReturnType<typeof comment>
const act = async (
  world: DeskWorld,
  note: Note,
  what: Parameters<typeof carryOut>[2],
): Promise<void> => {
  const outcome = await carryOut(world.deps, slugOf(note), what, as(PUBLISHER, TIME))
  if (isRefusal(outcome)) throw new Error(outcome.refused)
}
/** A text that two people approved, whose publication is scheduled. */
const scheduled = async (world: DeskWorld, hour = HOUR): Promise<Note> => {
  const note = comment(`note-${randomUUID()}`, 'Une note.')
  await importRecords(world.deps, false, note)
  await review(world.deps, slugOf(note))
  await act(world, note, { act: 'schedule', at: hour, reason: 'rien à vérifier' })
  return note
}
const publicationsOf = async (world: DeskWorld, note: Note): Promise<number> =>
  (await world.types(note)).filter((type) => type === 'VersionPublished').length
/** Where the machine is slow, a holder waits for the board once more. */
const faultsOf = ({ faults }: DeskWorld): unknown[] =>
  faults.filter((fault) => !(fault instanceof Fault && fault.code === 'projection-behind'))
const wake = (world: DeskWorld): Promise<unknown> =>
  importRecords(world.deps, false, comment(`eveil-${randomUUID()}`, 'Une note.'))

describe.each(ENGINES)('publications at an hour ($name)', (engine) => {
  const holder = (
    world: DeskWorld,
    now: () => Instant,
    over: Partial<DueDeps> = {},
  ): ReturnType<typeof makeDuePublications> => {
    const { schedule, board, log, lock, deps, faults } = world
    return makeDuePublications({
      schedule,
      board,
      log,
      lock,
      now,
      publishDue: (slug: Slug, time) => publishDue(deps, slug, { time, correlationId: 'test' }),
      timers: engine.timers() ?? null,
      onFault: (fault) => void faults.push(fault),
      ...over,
    })
  }
  /** Two holders, and all that fires, until the work is done. */
  const live = async (
    world: DeskWorld,
    now: () => Instant,
    work: () => Promise<void>,
    over: Partial<DueDeps> = {},
  ): Promise<void> => {
    const ended = new AbortController()
    const holders = [0, 1].map(() => holder(world, now, over).follow(ended.signal))
    await engine.working(world, now, () => world.live(work))
    ended.abort()
    await Promise.all(holders)
  }

  test.skipIf(engine.missing !== null)(
    'nothing is published before the hour, and each text once after it',
    async () => {
      const world = await openWorld()
      const notes = [await scheduled(world), await scheduled(world)]
      let time = TIME
      await live(
        world,
        () => time,
        async () => {
          await wake(world)
          await expect.poll(() => world.rows(), WITHIN).toHaveLength(3)
          for (const note of notes) expect(await publicationsOf(world, note)).toBe(0)
          time = at(HOUR, MISSED_SECONDS)
          await wake(world)
          await expect
            .poll(async () => (await world.rows({ status: ['published'] })).length, WITHIN)
            .toBe(2)
        },
      )
      for (const note of notes) expect(await publicationsOf(world, note)).toBe(1)
      expect(faultsOf(world)).toEqual([])
    },
  )

  test.skipIf(engine.missing !== null)(
    'a schedule that was cancelled or moved publishes nothing at its first hour',
    async () => {
      const world = await openWorld()
      const [cancelled, moved] = [await scheduled(world), await scheduled(world)]
      let time = TIME
      await live(
        world,
        () => time,
        async () => {
          await expect.poll(() => world.rows({ status: ['scheduled'] }), WITHIN).toHaveLength(2)
          for (const note of [cancelled, moved])
            await act(world, note, { act: 'cancel-schedule', reason: 'encore à relire' })
          await act(world, moved, { act: 'schedule', at: NEXT_HOUR, reason: 'rien à vérifier' })
          await expect
            .poll(() => world.rows({ status: ['scheduled'] }), WITHIN)
            .toMatchObject([{ scheduledAt: NEXT_HOUR }])
          time = at(HOUR, 300)
          await wake(world)
          await expect.poll(() => world.rows(), WITHIN).toHaveLength(3)
          expect(await publicationsOf(world, moved)).toBe(0)
          time = at(NEXT_HOUR, MISSED_SECONDS)
          await wake(world)
          await expect.poll(() => publicationsOf(world, moved), WITHIN).toBe(1)
        },
      )
      expect(await publicationsOf(world, cancelled)).toBe(0)
      expect(faultsOf(world)).toEqual([])
    },
  )

  test.skipIf(engine.missing !== null)(
    'a publication that nobody made at its hour is made late, and once',
    async () => {
      const world = await openWorld()
      const note = await scheduled(world)
      // Timer, catching up and a second holder fire at the same time.
      const late = at(HOUR, MISSED_SECONDS)
      await live(
        world,
        () => late,
        async () => {
          await expect.poll(() => publicationsOf(world, note), WITHIN).toBe(1)
          await wake(world)
          await expect.poll(() => world.rows(), WITHIN).toHaveLength(2)
        },
      )
      expect(await publicationsOf(world, note)).toBe(1)
      expect(faultsOf(world)).toEqual([])
    },
  )
})

const dueOf = async (world: DeskWorld, note: Note) => {
  await world.catchUp()
  const found = (await world.schedule.due(at(NEXT_HOUR, 0), 100)).find(
    ({ slug }) => slug === slugOf(note),
  )
  if (found === undefined) throw new Error('nothing is scheduled')
  return found
}

const timers = () => publicationTimers(temporal.client)

describe.skipIf(missing !== null)(`timers of Temporal (${missing ?? 'real server'})`, () => {
  test('a timer fires for a worker that was started after the hour, and is set once', async () => {
    const world = await openWorld()
    const note = await scheduled(world)
    const due = await dueOf(world, note)
    await timers().set(due)
    await timers().set(due)
    let asked = 0
    const activities = testActivities({
      write: world.deps,
      log: world.log,
      // A second early at first.
      now: () => at(HOUR, (asked += 2) - 3),
    })
    const id = publicationWorkflowId(due.articleId, due.at)
    const outcome = await whileWorking(temporal, activities, () =>
      temporal.client.workflow.getHandle(id).result(),
    )
    expect(outcome).toMatchObject({ status: 'published', version: '1.0.0' })
    await recordHistory(temporal.client, id, 'publish-scheduled')
    expect(await publicationsOf(world, note)).toBe(1)
  })

  test('timers are listed until they are cancelled; cancelling twice does nothing', async () => {
    const world = await openWorld()
    const far = {
      articleId: articleIdOf('loin'),
      slug: Slug.parse('loin'),
      at: Instant.parse('2999-01-01T00:00:00.000Z'),
    }
    await timers().set(far)
    const { articleId, at: hour } = far
    await expect.poll(() => timers().list(), WITHIN).toContainEqual({ articleId, at: hour })
    const activities = testActivities({ write: world.deps, log: world.log, now: () => TIME })
    await whileWorking(temporal, activities, async () => {
      await timers().cancel(far)
      await expect.poll(() => timers().list(), WITHIN).not.toContainEqual({ articleId, at: hour })
      await timers().cancel(far)
    })
  })
})
