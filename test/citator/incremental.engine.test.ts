/**
 * The citator in the read models: whatever the batches and wherever a run was killed, the same
 * documents.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import type { Article } from '#contracts/http/article.ts'
import { Instant } from '#contracts/ids.ts'
import { colourOfText } from '#query-api/citator/colour.ts'
import { makeArticleReader } from '#infra/postgres/read-models/article-reader.ts'
import { makeCitatorReader } from '#infra/postgres/read-models/treatments.ts'
import { SearchDocument } from '#contracts/search/document.ts'
import { authorityOf, doublingsOf } from '#query-api/projections/articles/authority.ts'
import { explain } from '#query-api/citator/explain.ts'
import type { Projection } from '#query-api/projections/projection.ts'
import type { ProjectorDeps } from '#query-api/projections/projector.ts'
import { day } from '../contract/read-models.fixtures.ts'
import { randomOf, writeLog } from './random-log.ts'
import { openWorld, type World } from './world.ts'

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const opened: World[] = []
const open = async (): Promise<World> => {
  const world = await openWorld()
  opened.push(world)
  return world
}
afterAll(async () => {
  for (const one of opened) await one.close()
})

let world: World
beforeAll(async () => {
  process.stderr.write(`seed of the citator's log: ${SEED}\n`)
  world = await open()
  await writeLog(world, SEED)
  await world.project(1)
}, 240_000)

const articlesOf = async (generation: number): Promise<Article[]> =>
  (await world.documents(generation))
    .filter(({ key }) => key.startsWith('article/'))
    .map(({ document }) => document as Article)

test(`batches of 1, 7 and 500 events give equal documents (SEED=${SEED})`, async () => {
  const live = await world.documents(1)
  for (const [generation, eventsPerBatch] of [
    [2, 1],
    [3, 7],
  ] as const) {
    await world.models.generations.open(generation, { embeddingModel: null })
    await world.project(generation, eventsPerBatch)
    expect(await world.documents(generation)).toEqual(live)
    expect(await world.digest(generation)).toBe(await world.digest(1))
  }
  const kinds = new Set(live.map(({ key }) => key.split('/')[0]))
  expect(kinds).toEqual(
    new Set(['article', 'change', 'citation', 'concept', 'place', 'search', 'treatment']),
  )
  // Each text knows how often the others cite it.
  const entries = live.flatMap(({ key, document }) =>
    key.startsWith('search/') ? [SearchDocument.parse(document)] : [],
  )
  const articles = entries.filter(({ kind, current }) => kind === 'article' && current)
  for (const { articleId, tags, display, authority } of articles) {
    const citing = articles.filter(
      (other) =>
        other.articleId !== articleId &&
        other.tags.cites.some((name) => tags.identifiers.includes(name)),
    )
    const decision = {
      courtLevel: tags.courtLevels.includes('supreme') ? ('supreme' as const) : ('appeal' as const),
      chamber: null,
      formation: null,
      publication: [],
    }
    const doublings = doublingsOf(citing.length)
    const { contentType, statusFlag } = display
    expect(authority).toBe(
      authorityOf({ contentType, judicialDecision: decision }, statusFlag, doublings),
    )
  }
  expect(new Set(articles.map(({ authority }) => authority)).size).toBeGreaterThan(1)
  // The log is no trivial one: something in it gave a colour.
  expect((await articlesOf(1)).some((one) => one.statusFlag !== 'gray')).toBe(true)
}, 240_000)

test(`a run killed at any call comes to the same documents (SEED=${SEED})`, async () => {
  const random = randomOf(SEED + 1)
  const generation = 4
  await world.models.generations.open(generation, { embeddingModel: null })
  const dying = (after: number): Partial<ProjectorDeps> => {
    let left = after
    const orDie = async (): Promise<void> => {
      left -= 1
      if (left < 0) throw new Fault('store-failed', 'a test')
    }
    const { models } = world
    return {
      models: {
        ...models,
        writeTogether: async (writes) => (
          await orDie(),
          await models.writeTogether(writes),
          await orDie()
        ),
        projections: models.projections.map((one): Projection => {
          if (one.handles === 'events')
            return {
              ...one,
              apply: async (...given: Parameters<typeof one.apply>) => {
                const outcome = await one.apply(...given)
                await orDie()
                return outcome
              },
            }
          if (one.handles === 'texts') return one
          if (one.handles === 'log')
            return {
              ...one,
              apply: async (...given: Parameters<typeof one.apply>) => (
                await orDie(),
                await one.apply(...given),
                await orDie()
              ),
            }
          return {
            ...one,
            apply: async (...given: Parameters<typeof one.apply>) => (
              await orDie(),
              await one.apply(...given)
            ),
          }
        }),
      },
    }
  }
  for (let kill = 0; kill < 25; kill += 1)
    await world
      .project(generation, 1 + random(9), dying(1 + random(12)))
      .catch((error: unknown) => {
        if (!(error instanceof Fault) || error.code !== 'store-failed') throw error
      })
  await world.project(generation)
  expect(await world.digest(generation)).toBe(await world.digest(1))
  expect(await world.documents(generation)).toEqual(await world.documents(1))
}, 240_000)

test(`what is stored is what explain computes from scratch (SEED=${SEED})`, async () => {
  const deps = { articles: makeArticleReader(world.pool), citator: makeCitatorReader(world.pool) }
  for (const article of await articlesOf(1)) {
    const { asOf } = article.statusDerivation
    const at = { validAt: asOf === null ? null : day(asOf), knownAt: null }
    const found = await explain(deps, article, at)
    expect(found.colour).toEqual(article.statusDerivation)
    expect(found.points.map(({ derivation }) => derivation.flag)).toEqual(
      article.headnotes.map(({ statusFlag }) => statusFlag),
    )
    const points = article.headnotes.map(({ legalRuleType, statusFlag: flag }) => ({
      legalRuleType,
      derivation: { ...article.statusDerivation, flag },
    }))
    expect(colourOfText(points, article.statusDerivation).flag).toBe(article.statusFlag)
    expect(article.updatedAt <= Instant.parse('2028-01-01T00:00:00.000Z')).toBe(true)
  }
})
