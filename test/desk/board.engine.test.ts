/** The board: one row a text that people work on, from their own acts on. */
import { afterAll, expect, test } from 'vitest'
import { Position } from '#contracts/ids.ts'
import { comment, importRecords, provision, review, slugOf } from '../groundedness/world.ts'
import { type DeskWorld, openDeskWorld } from './world.ts'

const worlds: DeskWorld[] = []
const open = async (): Promise<DeskWorld> => {
  const world = await openDeskWorld()
  worlds.push(world)
  return world
}
afterAll(async () => {
  for (const world of worlds) await world.close()
})

const LAW = provision('L221-18', 'Le consommateur dispose d’un délai de quatorze jours.')
const NOTE = comment('note', 'Le rédacteur veille à la clarté des clauses.', {
  title: 'L’œuvre et l’égalité des héritiers',
})
const OTHER = comment('autre', 'Une autre note.')

test('a text that a policy published has no row; a draft has one until it is public, and then still', async () => {
  const world = await open()
  await world.add(true, LAW)
  await world.add(false, NOTE)
  await world.catchUp()
  expect(await world.rows()).toMatchObject([
    { slug: slugOf(NOTE), status: 'draft', publicStatus: 'never-published', version: null },
  ])
  await review(world.deps, slugOf(NOTE))
  await world.catchUp()
  expect(await world.rows()).toMatchObject([
    { status: 'approved', authors: ['import', 'cli:author'] },
  ])
  await world.act(NOTE, { act: 'publish', reason: 'rien à vérifier' })
  await world.catchUp()
  expect(await world.rows()).toMatchObject([
    { status: 'published', publicStatus: 'published', version: '1.0.0', sha256Hash: null },
  ])
  // A person's act on an official text makes it a text of the desk.
  await world.act(LAW, { act: 'unpublish', reason: 'erreur de la source' })
  await world.catchUp()
  expect(await world.rows({ status: ['unpublished'] })).toMatchObject([{ slug: slugOf(LAW) }])
  expect(await world.board.counts()).toEqual({ published: 1, unpublished: 1 })
})

test('the board includes an append soon after its commit, and says so', async () => {
  const world = await open()
  await world.live(async () => {
    for (let index = 0; index < 20; index += 1) {
      await importRecords(world.deps, false, comment(`n${index}`, `Note ${index}.`))
      expect(await world.board.waitFor(await world.log.head(), 5_000)).toBe(true)
      expect((await world.rows()).length).toBe(index + 1)
    }
  })
  const beyond = Position.parse((await world.log.head()) + 1)
  expect(await world.board.waitFor(beyond, 50)).toBe(false)
  expect(world.faults).toEqual([])
})

test('filters by state, author, words and page find what they say, and each text once', async () => {
  const world = await open()
  const notes = ['a', 'b', 'c', 'd', 'e'].map((id) => comment(id, `Note ${id}.`))
  await world.add(false, NOTE, OTHER, ...notes)
  await review(world.deps, slugOf(OTHER))
  await world.catchUp()
  const slugs = async (filter: Parameters<typeof world.rows>[0]) =>
    (await world.rows(filter)).map(({ slug }) => slug)
  expect(await slugs({ status: ['approved'] })).toEqual([slugOf(OTHER)])
  expect(await slugs({ author: 'cli:author' })).toEqual([slugOf(OTHER)])
  expect(await slugs({ author: 'cli:nobody' })).toEqual([])
  expect(await slugs({ assignedTo: null })).toHaveLength(7)
  for (const words of ['oeuvre', 'ŒUVRE', 'herit egal', 'l oeuv'])
    expect(await slugs({ words })).toEqual([slugOf(NOTE)])
  expect(await slugs({ words: 'héritière' })).toEqual([])
  // Operators of the engine's own queries are no words.
  expect(await slugs({ words: `& | ! :* <-> '` })).toHaveLength(7)
  const seen: string[] = []
  for (let after: string | null = null; ;) {
    const page = await world.board.list({ status: ['draft'] }, { limit: 4, after })
    expect(page.total).toBe(6)
    seen.push(...page.rows.map(({ slug }) => slug))
    after = page.next
    if (after === null) break
  }
  expect(seen.toSorted()).toEqual([NOTE, ...notes].map(slugOf).toSorted())
  await expect(world.board.list({}, { limit: 4, after: '{}' })).rejects.toMatchObject({
    code: 'cursor-unknown',
  })
})

test('a board that is built anew is the same', async () => {
  const world = await open()
  await world.add(true, LAW)
  await world.add(false, NOTE, OTHER)
  await review(world.deps, slugOf(OTHER))
  await world.catchUp()
  const before = await world.rows()
  await world.outdate('board')
  await world.catchUp()
  expect(await world.rows()).toEqual(before)
  await world.pool.query('delete from desk_board')
  await world.outdate('board')
  await world.catchUp()
  expect(await world.rows()).toEqual(before)
})
