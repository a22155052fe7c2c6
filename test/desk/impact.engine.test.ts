/**
 * The impact inbox: when a cited text changes, the texts and the very sentences that cite it are
 * found once, when the fact arrives.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { makeImpactTable } from '#infra/postgres/desk/impact.ts'
import { StaffId } from '#contracts/staff.ts'
import { comment, provision, slugOf, TIME } from '../groundedness/world.ts'
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

const lawOf = (days: string, version: string | null = null) =>
  provision(
    'L221-18',
    `Le consommateur dispose d’un délai de ${days} jours pour se rétracter d’un contrat conclu à distance.`,
    { source: { version } },
  )
const LAW = lawOf('quatorze')
const CITES =
  'Selon l’article L. 221-18 du code de la consommation, le délai est de quatorze jours.'
const INTRODUCTION = 'Une introduction sans portée.'

const RULING = decision('arret', '19-60.222', 'Le vendeur doit informer l’acheteur du prix.')
const LATER = decision(
  'revirement',
  '23-10.001',
  'Le vendeur n’est pas tenu d’informer l’acheteur, contrairement à l’arrêt n° 19-60.222.',
)

const sentenceOf = (index: number): string =>
  `Le vendeur informe l’acheteur du prix, point ${index} (Cass. 1re civ., 25 nov. 2020, n° 19-60.222).`

test('of an overruled decision, the inbox names exactly the 40 articles that cite it and their sentences', async () => {
  const world = await open()
  const citing = Array.from({ length: 40 }, (_, index) =>
    comment(`citant-${index}`, `${INTRODUCTION} ${sentenceOf(index)} Une suite.`, {
      source: { licence: 'Licence Ouverte 2.0' },
    }),
  )
  const others = Array.from({ length: 10 }, (_, index) =>
    comment(`autre-${index}`, `${CITES} Voir Cass. 1re civ., 3 mars 2021, n° 19-60.33${index}.`, {
      source: { licence: 'Licence Ouverte 2.0' },
    }),
  )
  await world.add(true, LAW, RULING, LATER, ...citing, ...others)
  await world.catchUp()
  expect(await world.notices()).toEqual([])
  await world.live(async () => {
    await world.overrule(RULING, LATER)
    await expect
      .poll(async () => (await world.inbox.list({}, { limit: 1, after: null })).total, {
        timeout: 5_000,
        interval: 20,
      })
      .toBe(40)
  })
  expect(world.faults).toEqual([])
  await world.catchUp()
  const notices = await world.notices()
  const found = new Map(
    notices.map(({ citing: { slug }, sentences }) => [slug, sentences.map(({ words }) => words)]),
  )
  expect(notices).toHaveLength(40)
  expect(found).toEqual(new Map(citing.map((one, index) => [slugOf(one), [sentenceOf(index)]])))
  expect(notices[0]).toMatchObject({
    cause: 'turned-red',
    cited: { slug: slugOf(RULING) },
    citing: { isDraft: false },
    detail: `overruled ${slugOf(LATER)}`,
    settled: null,
  })
  // Another treatment of a text that is red already turns nothing red.
  await world.overrule(RULING, LATER)
  await world.catchUp()
  expect((await world.notices()).length).toBe(40)
})

test('a cited law that changes: the public text and the draft that cite it, with the old and the new words', async () => {
  const world = await open()
  const note = comment('publiee', `${INTRODUCTION} ${CITES}`)
  const draft = comment('brouillon', `${CITES} ${INTRODUCTION}`)
  const silent = comment('muette', INTRODUCTION)
  // Nobody here rewrites the decision of a court.
  const judgment = decision('jugement', '22-11.111', CITES)
  await world.add(true, LAW, judgment)
  await world.publish(note)
  await world.add(false, draft, silent)
  await world.catchUp()
  await world.add(true, lawOf('trente', '2'))
  await world.catchUp()
  const notices = await world.notices()
  expect(new Map(notices.map(({ citing }) => [citing.slug, citing.isDraft]))).toEqual(
    new Map([
      [slugOf(draft), true],
      [slugOf(note), false],
    ]),
  )
  const start = INTRODUCTION.length + 1
  expect(notices.find(({ citing }) => !citing.isDraft)).toMatchObject({
    cause: 'changed',
    cited: { slug: slugOf(LAW), oldVersion: '1.0.0', newVersion: '2.0.0' },
    sentences: [{ start, end: start + CITES.length, words: CITES }],
    before: expect.stringContaining('quatorze jours'),
    after: expect.stringContaining('trente jours'),
  })
  expect(await world.notices({ citing: slugOf(note) })).toHaveLength(1)
  expect(await world.notices({ cited: slugOf(note) })).toEqual([])

  // A draft that no longer cites the law is not concerned by the next change.
  const first = await world.notices({ cited: slugOf(LAW) })
  await world.add(false, comment('brouillon', `${INTRODUCTION} Sans renvoi.`))
  await world.add(true, lawOf('soixante', '3'))
  await world.catchUp()
  expect((await world.notices()).length).toBe(first.length + 1)
})

test.each([
  ['in one go', false],
  ['one after the other', true],
] as const)(
  'an unpublished version that is published again, read %s, keeps its open draft',
  async (_, stepByStep) => {
    const world = await open()
    const step = () => (stepByStep ? world.catchUp() : Promise.resolve())
    const silent = comment('silencieuse', INTRODUCTION)
    await world.add(true, LAW)
    await world.publish(silent)
    await step()
    await world.act(silent, { act: 'unpublish', reason: 'erreur' })
    await step()
    await world.add(false, comment('silencieuse', CITES))
    await world.act(silent, { act: 'publish', reason: null })
    await world.catchUp()
    await world.add(true, lawOf('trente', '2'))
    await world.catchUp()
    expect((await world.notices()).map(({ citing }) => citing)).toMatchObject([
      { slug: slugOf(silent), isDraft: true },
    ])
  },
)

test('a text that is unpublished, then deleted; the same wording coming back changes nothing', async () => {
  const world = await open()
  const note = comment('citante', CITES)
  await world.add(true, LAW)
  await world.publish(note)
  await world.catchUp()
  await world.act(LAW, { act: 'unpublish', reason: 'erreur de la source' })
  await world.catchUp()
  expect(await world.notices()).toMatchObject([
    {
      cause: 'unpublished',
      detail: 'erreur de la source',
      cited: { oldVersion: '1.0.0', newVersion: null },
      before: expect.stringContaining('quatorze jours'),
      after: null,
    },
  ])
  await world.add(true, LAW)
  await world.act(LAW, { act: 'publish', reason: null })
  await world.catchUp()
  expect(await world.notices()).toHaveLength(1)
})

test('a settled notice stays settled when the inbox is built anew, and nothing is named twice', async () => {
  const world = await open()
  const notes = ['a', 'b', 'c'].map((id) => comment(id, CITES))
  await world.add(true, LAW)
  for (const note of notes) await world.publish(note)
  await world.add(true, lawOf('trente', '2'))
  await world.catchUp()
  const before = await world.notices()
  expect(before).toHaveLength(3)
  const [first] = before
  if (first === undefined) throw new Error('no notice')
  const person = StaffId.parse(randomUUID())
  expect(await world.inbox.settle(first.id, person, TIME)).toBe(true)
  expect(await world.inbox.settle(randomUUID(), person, TIME)).toBe(false)
  expect(await world.inbox.settle('no id', person, TIME)).toBe(false)
  expect(await world.notices({ open: true })).toHaveLength(2)
  expect(await world.inbox.reopen(first.id)).toBe(true)
  expect(await world.inbox.reopen(first.id)).toBe(false)
  expect(await world.notices({ open: true })).toHaveLength(3)
  await world.inbox.settle(first.id, person, TIME)

  // A text that is written after the change is no news about it, also in a rebuild.
  await world.publish(comment('tardive', CITES))
  await world.outdate('impact')
  await world.catchUp()
  const rebuilt = await world.notices()
  expect(rebuilt.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(await world.notices({ open: false })).toMatchObject([
    { id: first.id, settled: { by: person, at: TIME } },
  ])
})

test('a follower that dies between two notices goes on, and names nobody twice', async () => {
  const world = await open()
  const notes = ['a', 'b'].map((id) => comment(id, CITES))
  await world.add(true, LAW)
  for (const note of notes) await world.publish(note)
  await world.add(false, comment('brouillon', CITES))
  await world.add(true, lawOf('trente', '2'))
  await world.boardFollower.runOnce(new AbortController().signal)
  const killed = new Error('killed')
  const table = makeImpactTable(world.pool)
  const dying = world.impactOf({
    table: { ...table, advance: () => Promise.reject(killed) },
  })
  await expect(dying.runOnce(new AbortController().signal)).rejects.toBe(killed)
  const before = await world.notices()
  expect(before).toHaveLength(3)
  await world.catchUp()
  expect(await world.notices()).toEqual(before)
})

test('pages of the inbox hold every notice once; a foreign cursor is refused', async () => {
  const world = await open()
  const notes = ['a', 'b', 'c', 'd', 'e'].map((id) => comment(id, CITES))
  await world.add(true, LAW)
  for (const note of notes) await world.publish(note)
  await world.add(true, lawOf('trente', '2'))
  await world.catchUp()
  const slugs: string[] = []
  for (let after: string | null = null; ;) {
    const page = await world.inbox.list({}, { limit: 2, after })
    expect(page.total).toBe(5)
    slugs.push(...page.notices.map(({ citing }) => citing.slug))
    after = page.next
    if (after === null) break
  }
  expect(slugs.toSorted()).toEqual(notes.map(slugOf).toSorted())
  await expect(world.inbox.list({}, { limit: 2, after: 'bm90' })).rejects.toMatchObject({
    code: 'cursor-unknown',
  })
})
