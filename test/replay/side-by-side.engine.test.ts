/**
 * A build writes side by side what readers would need in order; it must come to the same, text by
 * text.
 */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { ArticleId } from '#contracts/ids.ts'
import type { Write, WriteTogether } from '#query-api/projections/ports.ts'
import type { Projection } from '#query-api/projections/projection.ts'
import { makeReplay, type ReplayDeps } from '#query-api/replay/replay.ts'
import { contentOf, drafted, published, unpublished } from '../contract/read-models.fixtures.ts'
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

const replayWith = (limits: NonNullable<ReplayDeps['limits']>, more: Partial<ReplayDeps> = {}) =>
  makeReplay({ ...world.deps, ...more, limits }).run()

type Step = `${'save' | 'apply'} ${'begins' | 'ends'}`
type Seen = { readonly step: Step; readonly ids: readonly ArticleId[] }

/** The writes of texts, as they begin and end. */
const watched = (seen: Seen[]): Pick<ReplayDeps, 'models'> => {
  const { models } = world.deps
  const idsOf = new Map<Write, readonly ArticleId[]>()
  const around = async (
    name: 'save' | 'apply',
    ids: readonly ArticleId[],
    work: () => Promise<void>,
  ): Promise<void> => {
    if (ids.length > 0) seen.push({ step: `${name} begins`, ids })
    await work()
    if (ids.length > 0) seen.push({ step: `${name} ends`, ids })
  }
  const projections = models.projections.map((one): Projection => {
    if (one.handles === 'texts')
      return {
        ...one,
        apply: async (...given: Parameters<typeof one.apply>) => {
          const write = await one.apply(...given)
          idsOf.set(
            write,
            given[1].map(({ articleId }) => articleId),
          )
          return write
        },
      }
    if (one.handles === 'events' || one.handles === 'log') return one
    return {
      ...one,
      apply: (...given: Parameters<typeof one.apply>) =>
        around(
          'apply',
          given[1].map(({ articleId }) => articleId),
          () => one.apply(...given),
        ),
    }
  })
  const writeTogether: WriteTogether = (writes) =>
    around('save', writes[0] === undefined ? [] : (idsOf.get(writes[0]) ?? []), () =>
      models.writeTogether(writes),
    )
  return { models: { ...models, projections, writeTogether } }
}

const placesOf = (seen: readonly Seen[], step: Step): Map<ArticleId, number> =>
  new Map(seen.flatMap((one, place) => (one.step === step ? one.ids.map((id) => [id, place]) : [])))

describe('a build', () => {
  test('saves every text before it applies it, one chunk while another is applied, and holds few', async () => {
    await recordTexts(world.pool, namesOf(60))
    await world.projector.runOnce(1)
    const seen: Seen[] = []
    const result = await replayWith({ textsPerChunk: 5 }, watched(seen))
    expect(result).toMatchObject({ equal: true, swapped: true, texts: 60, sideEffects: 0 })
    const [saved, applied] = [placesOf(seen, 'save ends'), placesOf(seen, 'apply begins')]
    expect([saved.size, applied.size]).toEqual([60, 60])
    for (const [id, place] of applied) expect(saved.get(id)).toBeLessThan(place)
    let [waiting, applying, overlaps] = [0, 0, 0]
    for (const { step } of seen) {
      if (step === 'apply begins') applying += 1
      if (step === 'apply ends') applying -= 1
      if (step === 'save begins' && applying > 0) overlaps += 1
      if (step === 'save begins') waiting += 1
      if (step === 'apply ends') waiting -= 1
      expect(waiting).toBeLessThanOrEqual(3)
    }
    expect(overlaps).toBeGreaterThan(0)
  })

  test('parks the text that can not be written, and it alone, as the live generation did', async () => {
    const names = namesOf(12)
    await recordTexts(world.pool, names.slice(0, 6))
    const lost = names[6] ?? ''
    await recordTexts(world.pool, [lost], () => [
      published(contentOf(lost, { contentClean: 'Ce texte n’est pas gardé.' }), new Map(), '1.0.0'),
    ])
    await recordTexts(world.pool, names.slice(7))
    await world.projector.runOnce(1)
    const result = await replayWith({ textsPerChunk: 3 })
    expect(result).toMatchObject({ equal: true, swapped: true, parked: 1 })
    expect(result.live.counts.articles).toBe(11)
  })

  test('lets a text take the slug that a text of a later chunk leaves', async () => {
    await recordTexts(world.pool, ['a'])
    const taker = contentOf('b', { slug: 'slug-a' })
    await recordTexts(world.pool, ['b'], (_, texts) => [drafted(taker, texts)])
    await recordTexts(world.pool, ['c'], (name, texts) => [drafted(contentOf(name), texts)])
    await recordTexts(world.pool, ['a'], () => [unpublished], 4)
    await recordTexts(world.pool, ['b'], (_, texts) => [published(taker, texts, '1.0.0')], 1)
    await world.projector.runOnce(1)
    expect(await world.models.parked.list(1)).toEqual([])
    const result = await replayWith({ eventsPerBatch: 4, textsPerChunk: 1 })
    expect(result).toMatchObject({ equal: true, swapped: true, parked: 0 })
    expect(result.rebuilt.counts.articles).toBe(1)
  })
})
