import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StoredEvent } from '#contracts/events/event.ts'
import { Fault } from '#contracts/fault.ts'
import { Position } from '#contracts/ids.ts'
import type { Generation, KeyedDocument, SearchWriter, TextReadModel } from '#query-api/ports.ts'
import type { Projection } from '#query-api/projections/projection.ts'
import { parseTextState } from '#query-api/projections/articles/text-state.ts'
import { generationDigest } from '#query-api/projections/digest.ts'
import {
  makeProjector,
  type BatchReport,
  type ProjectorDeps,
} from '#query-api/projections/projector.ts'
import { rebuildGeneration } from '#query-api/replay/rebuild.ts'
import {
  contentOf,
  deleted,
  drafted,
  embedded,
  flagged,
  foreign,
  idOf,
  logOf,
  published,
  streamOf,
  unpublished,
  validity,
  type Fact,
  type Texts,
} from './read-models.fixtures.ts'
import {
  freeLock,
  memoryBlobs,
  memoryLog,
  type MemoryReadModels,
  memoryReadModels,
  memorySearch,
} from './read-models.memory.ts'

const texts: Texts = new Map()
const NAMES = ['a', 'b', 'c']
const MODEL_BATCHES = 2

/** A fact that a stream could hold next, by a small number. */
const factOf = (name: string, kind: number, mark: number): Fact => {
  const versioned = `${mark + 1}.0.0`
  const content = contentOf(name, {
    contentClean: `Texte ${name} ${mark}.`,
    headnotes: [{ sequence: 1, summary: `Point ${mark}` }],
  })
  const events = [
    published(content, texts, versioned),
    published(content, texts, versioned),
    drafted(content, texts),
    validity(versioned, `20${10 + mark}-01-01`, mark === 2 ? null : `20${14 + mark}-06-30`),
    embedded(versioned, 1, MODEL_BATCHES),
    embedded(versioned, 2, MODEL_BATCHES),
    flagged('stale_law', 'warning'),
    unpublished,
    deleted,
  ]
  return { of: name, event: events[kind % events.length] ?? unpublished }
}

const someFact = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(fc.constantFrom(...NAMES), fc.nat(8), fc.nat(2)) },
  { weight: 1, arbitrary: fc.constant(null) },
)
const someLog = fc
  .array(someFact, { minLength: 1, maxLength: 40 })
  .map((facts) =>
    logOf(facts.map((fact) => (fact === null ? foreign('x') : factOf(fact[0], fact[1], fact[2])))),
  )

type World = {
  readonly deps: ProjectorDeps
  readonly models: MemoryReadModels
  readonly search: SearchWriter
}
const worldOf = (events: readonly StoredEvent[], limits: ProjectorDeps['limits'] = {}): World => {
  const search = memorySearch()
  const models = memoryReadModels(search)
  const blobs = memoryBlobs(texts)
  const deps = { log: memoryLog(events), blobs, models, lock: freeLock, limits }
  return { deps, models, search }
}
const articlesOf = ({ models }: World): Promise<KeyedDocument[]> =>
  Array.fromAsync(models.texts.documents(1))

const outcomeOf = async (world: World) => ({
  ...(await generationDigest(world.models, 1)),
  parked: await world.models.parked.list(1),
  states: await world.models.texts.load(1, NAMES.map(idOf)),
  bytes: (await articlesOf(world)).map(({ document }) => JSON.stringify(document)),
})

const wholeRun = async (events: readonly StoredEvent[]) => {
  const world = worldOf(events)
  await makeProjector(world.deps).runOnce(1)
  return outcomeOf(world)
}

describe('the projector', () => {
  test('comes to the same read models however the log is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        someLog,
        fc.record({
          eventsPerBatch: fc.integer({ min: 1, max: 10 }),
          textsPerChunk: fc.integer({ min: 1, max: 3 }),
          bytesPerChunk: fc.integer({ min: 1, max: 60 }),
        }),
        fc.array(fc.nat(40), { maxLength: 3 }),
        async (events, limits, stops) => {
          const world = worldOf(events, limits)
          const projector = makeProjector(world.deps)
          const head = events.length
          for (const stop of [...stops.filter((one) => one < head), head].toSorted((a, b) => a - b))
            await projector.runOnce(1, { upTo: Position.parse(stop) })
          expect(await outcomeOf(world)).toEqual(await wholeRun(events))
        },
      ),
      { numRuns: 150 },
    )
  })

  test('says how far it came, and passes over streams that are no texts', async () => {
    const world = worldOf(logOf([foreign('x'), factOf('a', 0, 0), foreign('y')]))
    const summary = await makeProjector(world.deps).runOnce(1)
    expect(summary).toEqual({ position: 3, events: 3, texts: 1, parked: 0 })
    expect(await world.models.generations.progress(1)).toEqual({ position: 3, reaching: 3 })
  })

  test('announces a position only when everything up to it is stored', async () => {
    const events = logOf([factOf('a', 0, 0), factOf('b', 0, 0), factOf('c', 0, 0)])
    const search = memorySearch()
    const { deps } = worldOf(events, { textsPerChunk: 1 })
    await makeProjector({ ...deps, models: memoryReadModels(search) }).runOnce(1)
    expect(search.seen).toEqual([0, 0, 0, 3])
  })
})

/** Ports that stop working at the nth write, before or after it is done. */
const dyingAt = (world: World, fatal: number, moment: 'before' | 'after'): ProjectorDeps => {
  let writes = 0
  const deadly =
    <A extends readonly unknown[]>(write: (...given: A) => Promise<void>) =>
    async (...given: A): Promise<void> => {
      writes += 1
      if (writes === fatal && moment === 'before') throw new Fault('store-failed', 'a test')
      await write(...given)
      if (writes === fatal) throw new Fault('store-failed', 'a test')
    }
  const { models } = world
  const { generations, parked, projections, writeTogether } = models
  return {
    ...world.deps,
    models: {
      ...models,
      generations: {
        ...generations,
        advance: deadly((...given: Parameters<typeof generations.advance>) =>
          generations.advance(...given),
        ),
      },
      parked: {
        ...parked,
        park: deadly((...given: Parameters<typeof parked.park>) => parked.park(...given)),
      },
      writeTogether: deadly(writeTogether),
      projections: projections.map((one) =>
        one.handles === 'committed texts' ? { ...one, apply: deadly(one.apply) } : one,
      ),
    },
  }
}

describe('killed at any write', () => {
  const clash = published(contentOf('b', { contentClean: 'Autre.' }), texts, '1.0.0')
  const events = logOf([
    factOf('a', 0, 0),
    factOf('b', 0, 0),
    factOf('a', 3, 0),
    factOf('a', 4, 0),
    { of: 'b', event: clash },
    factOf('a', 5, 0),
    factOf('c', 0, 1),
    factOf('a', 0, 1),
    factOf('c', 7, 1),
    factOf('a', 3, 1),
  ])
  const limits = { eventsPerBatch: 4, textsPerChunk: 1 }

  test('the next run comes to what an unbroken one would have', async () => {
    const expected = await wholeRun(events)
    expect(expected.parked).toMatchObject([
      { streamId: streamOf('b'), streamVersion: 2, reason: 'version-hash-regression' },
    ])
    let kills = 0
    for (const moment of ['before', 'after'] as const)
      for (let fatal = 1, alive = false; !alive; fatal += 1) {
        const world = worldOf(events, limits)
        alive = await makeProjector(dyingAt(world, fatal, moment))
          .runOnce(1)
          .then(
            () => true,
            () => false,
          )
        if (!alive) kills += 1
        await makeProjector({ ...world.deps, limits: {} }).runOnce(1)
        expect(await outcomeOf(world)).toEqual(expected)
      }
    expect(kills).toBeGreaterThan(20)
  })

  test('and so it does when killed again and again', async () => {
    const expected = await wholeRun(events)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.boolean()), { maxLength: 8 }),
        async (kills) => {
          const world = worldOf(events, limits)
          for (const [fatal, before] of kills)
            await makeProjector(dyingAt(world, fatal, before ? 'before' : 'after'))
              .runOnce(1)
              .catch(() => undefined)
          await makeProjector(world.deps).runOnce(1)
          expect(await outcomeOf(world)).toEqual(expected)
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('a stream that can not be read', () => {
  test('is parked at its gap, keeps what was read, and the others go on', async () => {
    const events = logOf([
      factOf('a', 0, 0),
      factOf('a', 3, 0),
      factOf('a', 0, 1),
      factOf('b', 0, 0),
      factOf('a', 7, 0),
    ])
    const world = worldOf(
      events
        .filter(({ position }) => position !== 2)
        .map((event, index) => ({
          ...event,
          position: Position.parse(index + 1),
        })),
      { eventsPerBatch: 2 },
    )
    await makeProjector(world.deps).runOnce(1)
    expect(await world.models.parked.list(1)).toEqual([
      { streamId: streamOf('a'), streamVersion: 3, position: 2, reason: 'stream-gap' },
    ])
    const documents = await articlesOf(world)
    expect(documents.map(({ document }) => (document as { version: string }).version)).toEqual([
      '1.0.0',
      '1.0.0',
    ])
  })

  test('is parked when its text is missing or its slug is taken', async () => {
    const lost: Texts = new Map()
    const missing = published(contentOf('b', { contentClean: 'Perdu.' }), lost, '1.0.0')
    const taken = published(contentOf('c', { slug: 'slug-a' }), texts, '1.0.0')
    const world = worldOf(
      logOf([factOf('a', 0, 0), { of: 'b', event: missing }, { of: 'c', event: taken }]),
    )
    const summary = await makeProjector(world.deps).runOnce(1)
    expect(summary).toEqual({ position: 3, events: 3, texts: 1, parked: 2 })
    expect((await world.models.parked.list(1)).map(({ reason }) => reason)).toEqual([
      'blob-missing',
      'slug-taken',
    ])
  })
})

test('a fault of an engine stops the run and leaves the checkpoint where it was', async () => {
  const world = worldOf(logOf([factOf('a', 0, 0)]))
  const deps = dyingAt(world, 2, 'before')
  await expect(makeProjector(deps).runOnce(1)).rejects.toMatchObject({ code: 'store-failed' })
  expect(await world.models.generations.progress(1)).toEqual({ position: 0, reaching: 1 })
})

test('a projector that follows reports faults, continues, and ends when aborted', async () => {
  const world = worldOf(logOf([factOf('a', 0, 0)]))
  const stop = new AbortController()
  const faults: unknown[] = []
  const deps = dyingAt(world, 2, 'before')
  await makeProjector({
    ...deps,
    onFault: (fault) => faults.push(fault),
    onBatch: () => stop.abort(),
  }).follow(stop.signal)
  expect(faults).toMatchObject([{ code: 'store-failed' }])
  expect(await world.models.generations.progress(1)).toEqual({ position: 1, reaching: 1 })
})

test('a projector that follows goes over to the generation that becomes live', async () => {
  const world = worldOf(logOf([factOf('a', 0, 0)]))
  const stop = new AbortController()
  let live = 1
  await world.models.generations.open(2, { embeddingModel: null })
  const generations = { ...world.models.generations, live: () => Promise.resolve(live) }
  const onBatch = ({ generation }: BatchReport): void => {
    live = 2
    if (generation === 2) stop.abort()
  }
  await makeProjector({
    ...world.deps,
    models: { ...world.models, generations },
    onBatch,
  }).follow(stop.signal)
  expect(await generations.progress(2)).toEqual({ position: 1, reaching: 1 })
})

test('a state of another format is not folded on', async () => {
  const world = worldOf(logOf([factOf('a', 0, 0), factOf('a', 0, 1)]))
  const projector = makeProjector(world.deps)
  await projector.runOnce(1, { upTo: Position.parse(1) })
  const outdated: MemoryReadModels['texts'] = {
    ...world.models.texts,
    load: async (generation, ids) =>
      new Map(
        [...(await world.models.texts.load(generation, ids))].map(([id, state]) => [
          id,
          parseTextState({ ...state, format: 0 }),
        ]),
      ),
  }
  await expect(
    makeProjector({ ...world.deps, models: { ...world.models, texts: outdated } }).runOnce(1),
  ).rejects.toMatchObject({
    code: 'generation-outdated',
  })
})

/** The text with one wrong character in its first search document. */
const wrong = (text: TextReadModel): TextReadModel => ({
  ...text,
  documents: text.documents.map((one, index) =>
    index === 0 ? { ...one, titleTerms: `${one.titleTerms}x` } : one,
  ),
})

describe('a rebuild', () => {
  const events = logOf([
    factOf('a', 0, 0),
    factOf('b', 0, 1),
    factOf('a', 3, 0),
    factOf('b', 4, 1),
    factOf('b', 5, 1),
    factOf('a', 0, 2),
    factOf('c', 0, 0),
    factOf('c', 7, 0),
  ])

  test('beside the live generation equals it, keys and members, wherever it was killed', async () => {
    const world = worldOf(events)
    const projector = makeProjector(world.deps)
    await projector.runOnce(1)
    const { models } = world
    const dying = makeProjector({ ...dyingAt(world, 5, 'after'), limits: { eventsPerBatch: 3 } })
    const broken = rebuildGeneration({ ...models, projector: dying }, { to: 2 })
    await expect(broken).rejects.toMatchObject({ code: 'store-failed' })
    const rebuilt = await rebuildGeneration({ ...models, projector }, { to: 2 })
    expect(rebuilt).toMatchObject({ equal: true, differences: [] })
    expect(rebuilt.rebuilt).toEqual(rebuilt.live)
    expect(rebuilt.live.counts.articles).toBe(2)
  })

  test('names the key of a document that was built wrongly', async () => {
    const world = worldOf(events)
    await makeProjector(world.deps).runOnce(1)
    const { models } = world
    const projections = models.projections.map((one): Projection =>
      one.handles === 'committed texts'
        ? {
            ...one,
            apply: (generation: Generation, given: readonly TextReadModel[], position: Position) =>
              one.apply(generation, given.map(wrong), position),
          }
        : one,
    )
    const projector = makeProjector({ ...world.deps, models: { ...models, projections } })
    const rebuilt = await rebuildGeneration({ ...models, projector }, { to: 2 })
    expect(rebuilt.equal).toBe(false)
    expect(rebuilt.differences.every(({ kind }) => kind === 'changed')).toBe(true)
    expect(rebuilt.differences[0]?.key).toMatch(/^search\//)
  })

  test('is never made over the live generation', async () => {
    const { deps, models } = worldOf(events)
    const projector = makeProjector(deps)
    await expect(rebuildGeneration({ ...models, projector }, { to: 1 })).rejects.toMatchObject({
      code: 'generation-live',
    })
  })
})
