/** Due publications: one holder takes each at its hour, never twice, whichever process dies. */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { Instant, type Slug } from '#contracts/ids.ts'
import { StaffId, staffActor } from '#contracts/staff.ts'
import { publishDue } from '#ingest/editorial/carry-out.ts'
import { carryOut } from '#ingest/handlers/editorial.ts'
import {
  type DueDeps,
  type DueOutcome,
  makeDuePublications,
} from '#ingest/editorial/schedule/due-publications.ts'
import { as, comment, importRecords, review, slugOf, TIME } from '../groundedness/world.ts'
import { decision, type DeskWorld, openDeskWorld } from './world.ts'

const worlds: DeskWorld[] = []
const open = async (): Promise<DeskWorld> => {
  const world = await openDeskWorld()
  worlds.push(world)
  return world
}
afterAll(async () => {
  for (const world of worlds) await world.close()
})

const PUBLISHER = staffActor(StaffId.parse(randomUUID()))
const HOUR = Instant.parse('2026-02-01T08:00:00.000Z')
const LATER = Instant.parse('2026-02-01T08:00:00.200Z')

const schedule = async (world: DeskWorld, ...notes: ReturnType<typeof comment>[]) => {
  await importRecords(world.deps, false, ...notes)
  for (const note of notes) {
    const slug = slugOf(note)
    await review(world.deps, slug)
    const act = { act: 'schedule', at: HOUR, reason: 'rien à vérifier' } as const
    const outcome = await carryOut(world.deps, slug, act, as(PUBLISHER, TIME))
    if (isRefusal(outcome)) throw new Error(outcome.refused)
  }
  await world.catchUp()
}

const holderOf = (world: DeskWorld, now: () => Instant, over: Partial<DueDeps> = {}) => {
  const { schedule: hours, board, log, lock, deps, faults } = world
  const publish = (slug: Slug, time: Instant): Promise<DueOutcome | Refusal> =>
    publishDue(deps, slug, { time, correlationId: 'test' })
  return makeDuePublications({
    schedule: hours,
    board,
    log,
    lock,
    now,
    publishDue: publish,
    onFault: (fault) => void faults.push(fault),
    ...over,
  })
}

const publications = async (world: DeskWorld, note: ReturnType<typeof comment>) =>
  (await world.types(note)).filter((type) => type === 'VersionPublished').length

test('two holders and a clock that passes the hour: each text is public once', async () => {
  const world = await open()
  const notes = ['a', 'b', 'c'].map((id) => comment(id, `Note ${id}.`))
  await schedule(world, ...notes)
  expect(await world.rows({ status: ['scheduled'] })).toHaveLength(3)
  expect((await world.rows())[0]).toMatchObject({ scheduledAt: HOUR })
  let time = TIME
  const outcomes: string[] = []
  const ended = new AbortController()
  const holders = [0, 1].map(() =>
    holderOf(world, () => time, {
      onPublication: ({ slug }) => void outcomes.push(slug),
    }).follow(ended.signal),
  )
  await world.live(async () => {
    // An event wakes the holder before the hour: nothing is due.
    await importRecords(world.deps, false, comment('eveil', 'Une note.'))
    await expect.poll(() => world.rows(), { timeout: 30_000 }).toHaveLength(4)
    expect(outcomes).toEqual([])
    time = LATER
    await importRecords(world.deps, false, comment('reveil', 'Une note.'))
    await expect
      .poll(async () => (await world.rows({ status: ['published'] })).length, { timeout: 30_000 })
      .toBe(3)
    ended.abort()
    await Promise.all(holders)
  })
  expect(outcomes.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
    notes.map(slugOf).toSorted((a, b) => (a < b ? -1 : 1)),
  )
  for (const note of notes) expect(await publications(world, note)).toBe(1)
  expect(world.faults).toEqual([])
})

test('a holder that dies between the hour and the record: the next one publishes', async () => {
  const world = await open()
  const note = comment('reprise', 'Une note.')
  await schedule(world, note)
  await world.live(async () => {
    const dying = new AbortController()
    const first = holderOf(world, () => LATER, {
      publishDue: () => {
        dying.abort()
        return Promise.reject(new Error('killed'))
      },
    }).follow(dying.signal)
    await first
    expect(await publications(world, note)).toBe(0)
    const ended = new AbortController()
    const second = holderOf(world, () => LATER).follow(ended.signal)
    await expect
      .poll(() => world.rows({ status: ['published'] }), { timeout: 30_000 })
      .toHaveLength(1)
    ended.abort()
    await second
  })
  expect(await publications(world, note)).toBe(1)
  // A second call for the same hour is refused.
  expect(
    await publishDue(world.deps, slugOf(note), { time: LATER, correlationId: 'test' }),
  ).toMatchObject({ refused: 'not-scheduled' })
})

const CITES = 'Le vendeur informe l’acheteur (Cass. 1re civ., 25 nov. 2020, n° 19-60.222).'

test('a publication that is refused at its hour is approved again, with the code on the board', async () => {
  const world = await open()
  const ruling = decision('arret', '19-60.222', 'Le vendeur doit informer l’acheteur du prix.')
  const later = decision('revirement', '23-10.001', 'Le vendeur n’est pas tenu d’informer.')
  const note = comment('refusee', CITES)
  await world.add(true, ruling, later)
  await schedule(world, note)
  await world.overrule(ruling, later)
  await world.catchUp()
  const outcomes: (Refusal | DueOutcome)[] = []
  await world.live(async () => {
    const ended = new AbortController()
    const holder = holderOf(world, () => LATER, {
      onPublication: (_, outcome) => void outcomes.push(outcome),
    }).follow(ended.signal)
    await expect
      .poll(() => world.rows({ status: ['approved'] }), { timeout: 30_000 })
      .toMatchObject([
        { slug: slugOf(note), scheduledAt: null, stopped: { code: 'cited-turned-red', at: LATER } },
      ])
    ended.abort()
    await holder
  })
  expect(outcomes).toMatchObject([{ refused: 'cited-turned-red' }])
  expect(await publications(world, note)).toBe(0)
  // Its author learns the same from the impact inbox.
  expect(await world.notices({ citing: slugOf(note) })).toMatchObject([
    { cause: 'turned-red', citing: { isDraft: true } },
  ])
})

test('a schedule that a person cancelled before its hour publishes nothing', async () => {
  const world = await open()
  const note = comment('annulee', 'Une note.')
  await schedule(world, note)
  const act = { act: 'cancel-schedule', reason: 'encore à relire' } as const
  await carryOut(world.deps, slugOf(note), act, as(PUBLISHER))
  const due = await publishDue(world.deps, slugOf(note), { time: LATER, correlationId: 'test' })
  expect(due).toMatchObject({ refused: 'not-scheduled' })
  await world.catchUp()
  expect(await world.rows()).toMatchObject([
    { status: 'approved', scheduledAt: null, stopped: null },
  ])
})
