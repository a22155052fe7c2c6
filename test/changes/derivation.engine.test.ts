/** Changes in the read models: those that the served texts show, whatever the batches. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change } from '#contracts/changes/change.ts'
import type { Article } from '#contracts/http/article.ts'
import { Position } from '#contracts/ids.ts'
import { makeChangesReader } from '#infra/postgres/read-models/changes.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
import { randomOf, writeLog } from '../citator/random-log.ts'
import { openWorld, type World } from '../citator/world.ts'

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const TIMEOUT_MS = 240_000
const START = Position.parse(0)

let world: World
beforeAll(async () => {
  process.stderr.write(`seed of the log: ${SEED}\n`)
  world = await openWorld()
  await writeLog(world, SEED)
}, TIMEOUT_MS)
afterAll(() => world.close())

const changesOf = async (generation: number) =>
  (await world.documents(generation)).filter(({ key }) => key.startsWith('change/'))

const pointsOf = ({ id, headnotes, statusFlag }: Article): [string, string][] =>
  headnotes.length === 0
    ? [[`${id}#`, statusFlag]]
    : headnotes.map((one) => [`${id}#${one.sequence}`, one.statusFlag])

/** The colour of each point of each served text, and the wording of each text. */
const servedNow = async (): Promise<{
  colours: Map<string, string>
  texts: Map<string, string>
}> => {
  const documents = await world.documents(1)
  const articles = documents.flatMap(({ key, document }) =>
    key.startsWith('article/') ? [document as Article] : [],
  )
  return {
    colours: new Map(articles.flatMap(pointsOf)),
    texts: new Map(articles.map(({ id, version, slug }) => [id, `${slug}@${version}`])),
  }
}

const isOfCitator = (streamId: string): boolean => streamId.startsWith('treatment-')

test(
  `each change is what the served texts show before and after its fact (SEED=${SEED})`,
  async () => {
    const reader = makeChangesReader(world.pool)
    const projector = makeProjector(world.deps)
    const head = await world.log.head()
    const seen = new Map<string, number>()
    let before = await servedNow()
    for (let at = 1; at <= head; at += 1) {
      const position = Position.parse(at)
      await projector.runOnce(1, { upTo: position })
      const [entry] = await world.log.readEntries(Position.parse(at - 1), 1)
      const after = await servedNow()
      const page = await reader.read({ after: Position.parse(at - 1), limit: 500 })
      expect([page.head, page.next]).toEqual([position, position])
      const told = page.changes.flatMap(({ type, articleId, headnote }) =>
        headnote === null
          ? [type]
          : [`${articleId}#${headnote.sequence ?? ''} ${headnote.before} ${headnote.after}`],
      )
      const turned = [...after.colours].flatMap(([point, colour]) => {
        const was = before.colours.get(point)
        return was === undefined || was === colour ? [] : [`${point} ${was} ${colour}`]
      })
      if (isOfCitator(entry?.streamId ?? '')) expect(told.toSorted()).toEqual(turned.toSorted())
      else {
        const came = [...after.texts.keys()].filter((id) => !before.texts.has(id))
        const left = [...before.texts.keys()].filter((id) => !after.texts.has(id))
        const types = page.changes.map(({ type }) => type)
        expect(types).not.toContain('headnote.flag_changed')
        if (came.length > 0) expect(types).toEqual(['article.published'])
        else if (left.length > 0)
          expect(types).toEqual([
            expect.stringMatching(/^article\.(?:unpublished|withdrawn|deleted)$/),
          ])
        else if ([...after.texts].some(([id, text]) => before.texts.get(id) !== text))
          expect(types).toEqual(['article.updated'])
        if (came.length > 0 || left.length > 0)
          expect(page.changes.map(({ articleId }) => articleId)).toEqual([...came, ...left])
      }
      for (const { type } of page.changes) seen.set(type, (seen.get(type) ?? 0) + 1)
      before = after
    }
    process.stderr.write(`${JSON.stringify(Object.fromEntries(seen))}\n`)
    expect(seen.get('headnote.flag_changed') ?? 0).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)

test(
  `batches of any sizes give the same changes, live and rebuilt (SEED=${SEED})`,
  async () => {
    const random = randomOf(SEED + 1)
    const head = await world.log.head()
    const live = await changesOf(1)
    expect(live.length).toBeGreaterThan(0)
    for (const generation of [2, 3, 4]) {
      await world.models.generations.open(generation, { embeddingModel: null })
      for (let at = 0; at < head;) {
        at = Math.min(head, at + 1 + random(40))
        const limits = { eventsPerBatch: 1 + random(20) }
        await makeProjector({ ...world.deps, limits }).runOnce(generation, {
          upTo: Position.parse(at),
        })
      }
      expect(await changesOf(generation)).toEqual(live)
    }
  },
  TIMEOUT_MS,
)

test(`pages of any size hold each change once and divide no fact (SEED=${SEED})`, async () => {
  const reader = makeChangesReader(world.pool)
  const walk = async (limit: number): Promise<Change[]> => {
    const found: Change[] = []
    for (let after = START; ;) {
      const { changes, next, head } = await reader.read({ after, limit })
      found.push(...changes)
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
      expect(changes.every(({ position }) => Number(position) <= next)).toBe(true)
      if (next === head) return found
      expect(found.filter(({ position }) => Number(position) === next).at(-1)).toEqual(
        changes.at(-1),
      )
      after = next
    }
  }
  const all = await walk(500)
  expect(all.length).toBe((await changesOf(1)).length)
  for (const limit of [1, 2, 3, 7]) expect(await walk(limit)).toEqual(all)
  const ordinals = Map.groupBy(all, ({ position }) => position)
  for (const own of ordinals.values())
    expect(own.map(({ ordinal }) => ordinal)).toEqual(own.map((_, index) => index + 1))
  const types = ['article.published', 'article.deleted'] as const
  const some = await reader.read({ after: START, limit: 500, types })
  expect(some.changes).toEqual(all.filter(({ type }) => types.some((one) => one === type)))
  const nothing = await reader.read({ after: START, limit: 500, jurisdictions: ['AD'] })
  expect(nothing).toMatchObject({ changes: [], next: nothing.head })
})
