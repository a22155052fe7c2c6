/**
 * The citator in the read models: whatever the batches and wherever a run was killed, the same
 * documents.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewEvent } from '#contracts/events/event.ts'
import type { Point, Treatment } from '#contracts/events/others.ts'
import { Fault } from '#contracts/fault.ts'
import type { Article } from '#contracts/http/article.ts'
import { conceptIdOf } from '#contracts/canonical/identity.ts'
import { Instant, Position, StreamId, TreatmentId } from '#contracts/ids.ts'
import { colourOfText } from '#query-api/citator/colour.ts'
import { TreatmentType } from '#contracts/vocabulary/citator.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeArticleReader } from '#infra/postgres/read-models/article-reader.ts'
import { makeCitatorReader } from '#infra/postgres/read-models/treatments.ts'
import { SearchDocument } from '#contracts/search/document.ts'
import { authorityOf, doublingsOf } from '#query-api/projections/articles/authority.ts'
import { explain } from '#query-api/citator/explain.ts'
import type { Projection } from '#query-api/projections/projection.ts'
import type { ProjectorDeps } from '#query-api/projections/projector.ts'
import {
  contentOf,
  day,
  idOf,
  published,
  streamOf,
  timeOf,
  unpublished,
  type Texts,
} from '../contract/read-models.fixtures.ts'
import { openWorld, type World } from './world.ts'

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const TEXTS = 9
const STEPS = 70

/** Mulberry32: the same numbers for the same seed. */
const randomOf = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const opened: World[] = []
const open = async (): Promise<World> => {
  const world = await openWorld()
  opened.push(world)
  return world
}
afterAll(async () => {
  for (const one of opened) await one.close()
})

const uuid = (kind: string, number: number): string =>
  `${kind}0000000-0000-5000-8000-${String(number).padStart(12, '0')}`
const treatmentStream = (kind: string, number: number): StreamId =>
  StreamId.parse(`treatment-${uuid(kind, number)}`)
const CONCEPTS = [0, 1, 2].map((number) => conceptIdOf(`https://vocabulary.test/${number}`))

const textNamed = (number: number): string => `text-${number}`
const ecliOf = (number: number): string => `ECLI:FR:CCASS:2020:SO0000${number}`
/** What a wording cites: others than the wording before it, never all texts. */
const citedBy = (number: number, round: number): string =>
  Array.from({ length: TEXTS }, (_, other) => other)
    .filter((other) => (other + number + round) % 3 === 0)
    .map(ecliOf)
    .join(', ')
const wording = (number: number, round: number) =>
  contentOf(textNamed(number), {
    contentType: 'jurisprudence',
    contentClean: `Arrêt ${number}, rédaction ${round}. Voir ${citedBy(number, round)}.`,
    headnotes: [
      { sequence: 1, summary: 'Un principe.', legalRuleType: 'ratio' },
      { sequence: 2, summary: 'Une remarque.', legalRuleType: 'obiter' },
    ],
    concepts: CONCEPTS.slice(0, number % 3).map((id) => ({
      id,
      assignedBy: 'editor',
      relevancePercent: null,
    })),
    judicialDecision: {
      courtCode: round % 2 === 0 ? 'fr.ca' : 'fr.ccass',
      decisionDate: '2020-01-15',
      ecli: ecliOf(number),
    },
  })

/**
 * A random log: texts come, change and go, are treated, confirmed, retracted, relied on, assessed;
 * concepts are defined.
 */
const writeLog = async (world: World, seed: number): Promise<void> => {
  const random = randomOf(seed)
  const texts: Texts = new Map()
  const rounds = new Map<number, number>()
  const recorded: StreamId[] = []
  let time = 0
  const append = (streamId: StreamId, ...events: NewEvent[]): Promise<void> =>
    world.append(streamId, timeOf((time += 40_000)), ...events)
  const publish = async (number: number): Promise<void> => {
    const round = (rounds.get(number) ?? 0) + 1
    rounds.set(number, round)
    const event = published(wording(number, round), texts, `${round}.0.0`)
    await makeBlobs(world.pool).put([...texts].map(([sha256, text]) => ({ sha256, text })))
    await append(streamOf(textNamed(number)), event)
  }
  const point = (): Point => ({
    articleId: idOf(textNamed(random(TEXTS))),
    headnoteSequence: [null, 1, 2][random(3)] ?? null,
  })
  const treat = async (number: number): Promise<void> => {
    const streamId = treatmentStream('a', number)
    recorded.push(streamId)
    const isSuggested = random(3) === 0
    const treatment: Treatment = {
      id: TreatmentId.parse(uuid('a', number)),
      type: TreatmentType.options[random(TreatmentType.options.length)] ?? 'cited',
      source: {
        slug: null,
        ecli: null,
        courtCode: ['fr.ccass', 'fr.ca', 'fr.tj', null][random(4)] ?? null,
        formation: random(2) === 0 ? 'pl' : null,
        pinpoint: null,
        quote: null,
      },
      target: point(),
      polarity: 'neutral',
      effectiveDate: day(random(5) === 0 ? '2026-01-20' : '2024-01-01'),
      status: isSuggested ? 'suggested' : 'confirmed',
      confidencePercent: isSuggested ? random(101) : null,
      by: 'test',
    }
    await append(streamId, { type: 'TreatmentRecorded', data: { treatment } })
  }
  const define = async (number: number): Promise<void> => {
    const at = number % CONCEPTS.length
    const id = CONCEPTS[at] ?? conceptIdOf('')
    const concept = {
      id,
      vocabulary: 'custom' as const,
      externalId: `https://vocabulary.test/${at}`,
      prefLabel: { fr: `notion ${number}` },
      altLabel: {},
      definition: {},
      broader: [],
      narrower: [],
      related: [],
      exactMatch: [],
      status: 'current' as const,
      replacedBy: null,
    }
    await append(StreamId.parse(`concept-${id}`), { type: 'ConceptDefined', data: { concept } })
  }
  for (let number = 0; number < TEXTS; number += 1) if (random(4) > 0) await publish(number)
  for (let step = 0; step < STEPS; step += 1) {
    const known = recorded[random(Math.max(1, recorded.length))]
    const dice = random(12)
    if (dice < 4) await treat(step)
    else if (dice === 4 && known !== undefined)
      await append(known, { type: 'TreatmentConfirmed', data: { by: 'test' } })
    else if (dice === 5 && known !== undefined)
      await append(known, { type: 'TreatmentRetracted', data: { reason: 'a test' } })
    else if (dice < 9) {
      const [from, to] = [point(), point()]
      const fact: NewEvent = { type: 'RelianceRecorded', data: { from, to, by: 'test' } }
      await append(treatmentStream('b', step), fact)
    } else if (dice === 9) {
      const assessedThrough = Position.parse(await world.log.head())
      const data = { point: point(), assessedThrough, by: 'test' }
      await append(treatmentStream('c', step), { type: 'CitatorAssessed', data })
    } else if (dice === 10) await define(step)
    else if (random(3) > 0 || !rounds.has(0)) await publish(random(TEXTS))
    else await append(streamOf(textNamed(0)), unpublished)
  }
}

let world: World
beforeAll(async () => {
  process.stderr.write(`seed of the citator's log: ${SEED}\n`)
  world = await open()
  await writeLog(world, SEED)
  await world.project(1)
}, 120_000)

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
  expect(kinds).toEqual(new Set(['article', 'citation', 'concept', 'place', 'search', 'treatment']))
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
}, 120_000)

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
}, 120_000)

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
