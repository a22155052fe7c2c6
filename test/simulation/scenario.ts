/** What happens in the world of one seed: who takes part, what goes wrong, and when it ends. */
import { startBilling } from './actors/billing.ts'
import { type Corpus, makeCorpus } from './actors/corpus.ts'
import { startEditors } from './actors/editor.ts'
import { startEraser } from './actors/eraser.ts'
import { startAssessor, startProjector, startRelay, startReplayer } from './actors/followers.ts'
import { startImporter } from './actors/importer.ts'
import { hurryMessages, startNotifier, startOwner } from './actors/notifier.ts'
import { startReader } from './actors/reader.ts'
import {
  isActive,
  type MessageOfEndpoint,
  messagesOf,
  watchWebhooks,
} from './invariants/webhooks.ts'
import { AT_REST } from './invariants/at-rest.ts'
import { loggedEvents } from './invariants/facts.ts'
import { InvariantBroken, makeSimulation } from './kernel/simulation.ts'
import { useBrokers } from './engines/kafkajs.ts'
import { useServer } from './engines/pg.ts'
import { drawThemes, type Theme } from './themes.ts'
import { makeWorld, type World } from './world.ts'

const CHAOS_MS = 9_000
const SETTLE_MS = 400
/** Virtual time that everybody has to catch up. */
const SETTLE_MS_MAX = 900_000
/** How long messages may wait before somebody has them sent. */
const HURRY_MS = 8_000

const startEverybody = (world: World, corpus: Corpus, themes: ReadonlySet<Theme>): void => {
  const { random } = world.simulation
  startImporter(world, 'importer', corpus)
  if (random.chance(0.25)) startImporter(world, 'second importer', corpus)
  if (themes.has('edit') && corpus.slugs.length > 0) {
    const slugs = corpus.notes.length > 0 && random.chance(0.8) ? corpus.notes : corpus.slugs
    startEditors(world, slugs, random.between(4, 16))
  }
  if (themes.has('read')) {
    const options = {
      overKafka: themes.has('kafka'),
      eventsPerBatch: random.pick([1, 2, 5, 500]),
      textsPerChunk: random.pick([1, 2, 500]),
    }
    startProjector(world, 'projector-1', options)
    if (random.chance(0.4)) startProjector(world, 'projector-2', options)
  }
  if (themes.has('kafka')) {
    startRelay(world, 'relay-1')
    if (random.chance(0.4)) startRelay(world, 'relay-2')
  }
  if (themes.has('assess')) startAssessor(world)
  if (themes.has('replay')) startReplayer(world, random.between(1, 2))
  if (themes.has('search')) startReader(world, 'reader')
  if (themes.has('money') && corpus.slugs.length > 0)
    startBilling(world, {
      apis: random.between(1, 2),
      calls: random.between(3, 12),
      slugs: corpus.slugs,
    })
  if (themes.has('erase') && corpus.slugs.length > 0)
    startEraser(world, corpus.slugs, random.between(2, 8))
  if (themes.has('notify')) {
    watchWebhooks(world)
    startNotifier(world, 'notifier-1')
    if (random.chance(0.5)) startNotifier(world, 'notifier-2')
    startOwner(world, random.between(6, 16))
  }
}

/** An event of a shape that this version does not know, in the stream of a text. */
const poison = ({ postgres, oracle, simulation }: World): void => {
  const streams = postgres.tables.committed('stream_versions')
  if (streams.length === 0 || oracle.poisoned.size > 0) return
  // A text of its own, so that nobody writes to it later.
  const streamId = `article-${simulation.random.uuid()}`
  postgres.plant((db) => {
    const position = Number(db.get('log_head', '')?.['position'] ?? 0) + 1
    const event = {
      id: simulation.random.uuid(),
      schemaVersion: 99,
      position,
      streamId,
      streamVersion: 1,
      appendId: simulation.random.uuid(),
      causationId: null,
      correlationId: 'newer version',
      actor: 'import',
      time: new Date(simulation.now()).toISOString(),
      payloadHash: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
      type: 'FromTheFuture',
      data: '{}',
    }
    db.set('events', String(position), event)
    db.set('stream_places', `${streamId}/1`, { position })
    db.set('stream_versions', streamId, { version: 1 })
    db.set('log_head', '', { position })
    oracle.poisonedPositions.add(position)
  })
  oracle.poisoned.add(streamId)
  simulation.note('an event of a newer version arrives')
}

/** Faults that a seed may contain; add one here. */
const FAULTS: readonly {
  readonly needs: readonly Theme[]
  readonly weight: number
  readonly strike: (world: World) => void
}[] = [
  {
    needs: [],
    weight: 6,
    strike: ({ simulation, services }) => simulation.random.pick(services).kill(),
  },
  {
    needs: [],
    weight: 2,
    strike: ({ simulation, postgres }) => postgres.crash(simulation.random.between(10, 2_500)),
  },
  { needs: [], weight: 3, strike: ({ postgres }) => postgres.loseLock() },
  {
    needs: [],
    weight: 1,
    strike: ({ simulation, postgres }) => {
      simulation.note('the disk is full')
      postgres.setFull(true)
      simulation.after(1_500, 'the disk has room', () => postgres.setFull(false), null)
    },
  },
  {
    needs: [],
    weight: 1,
    strike: ({ simulation, postgres }) => {
      simulation.note('the clock of postgres jumps')
      postgres.setSkew(simulation.random.between(-120_000, 120_000))
    },
  },
  {
    needs: [],
    weight: 1,
    strike: ({ simulation, services }) => {
      const host = simulation.random.pick(services).host()
      if (host !== null) host.skewMs = simulation.random.between(-120_000, 120_000)
    },
  },
  {
    needs: ['kafka'],
    weight: 2,
    strike: ({ simulation, brokers }) => {
      simulation.note('kafka is away')
      brokers.setUp(false)
      simulation.after(2_000, 'kafka is back', () => brokers.setUp(true), null)
    },
  },
  { needs: ['kafka'], weight: 1, strike: ({ brokers }) => brokers.truncate() },
  { needs: ['read'], weight: 1, strike: poison },
]

const drawTrouble = (
  { simulation, postgres, brokers, provider, receivers, trouble }: World,
  themes: ReadonlySet<Theme>,
): void => {
  const { random } = simulation
  const some = (most: number): number => (random.chance(0.6) ? random.next() * most : 0)
  Object.assign(postgres.trouble, {
    lostBefore: some(0.02),
    lostAfter: some(0.04),
    slow: some(0.05),
    contended: some(0.02),
  })
  Object.assign(brokers.trouble, {
    lostBefore: some(0.1),
    lostAfter: some(0.2),
    duplicate: some(0.2),
    crash: some(0.03),
  })
  Object.assign(provider.trouble, {
    lostBefore: some(0.2),
    lostAfter: some(0.3),
    forgets: some(0.2),
    doubles: some(0.2),
  })
  trouble.answersLost = some(0.3)
  if (!themes.has('notify')) return
  Object.assign(receivers.trouble, {
    unreachable: some(0.1),
    fails: some(0.3),
    asksToWait: some(0.1),
    hangs: some(0.15),
    lostAfter: some(0.15),
  })
}

const runChaos = async (world: World, themes: ReadonlySet<Theme>): Promise<void> => {
  const { simulation } = world
  const { random } = simulation
  drawTrouble(world, themes)
  const known = FAULTS.filter(({ needs }) => needs.every((theme) => themes.has(theme)))
  const weighted = known.flatMap((one) => Array.from({ length: one.weight }, () => one))
  const strikes = random.between(0, 7)
  for (let strike = 0; strike < strikes; strike += 1) {
    await simulation.step('trouble', (2 * CHAOS_MS) / (strikes + 1))
    random.pick(weighted).strike(world)
  }
  await simulation.step('trouble ends', 2_000)
  world.postgres.calm()
  world.brokers.calm()
  world.provider.calm()
  world.receivers.calm()
  world.trouble.answersLost = 0
  simulation.note('all faults have ended')
}

/** Messages that somebody is still to be sent. */
const waitingMessages = (world: World): MessageOfEndpoint[] =>
  messagesOf(world).filter((one) => one.state === 'pending' && isActive(world, one.endpoint))

/** Who is still behind; null: nobody. */
const behind = (world: World, themes: ReadonlySet<Theme>): string | null => {
  const { postgres } = world
  const one = (table: string, member: string): number =>
    Number(postgres.tables.committed(table)[0]?.[member] ?? 0)
  if (!postgres.isUp()) return 'postgres'
  if (!world.isDone()) return 'somebody who has work left'
  const head = loggedEvents(world).length
  if (themes.has('read')) {
    const live = one('live_generation', 'generation')
    const row = postgres.tables
      .committed('generations')
      .find(({ generation }) => generation === live)
    if (Number(row?.['position']) < head) return `the projector at ${String(row?.['position'])}`
  }
  if (themes.has('kafka') && one('relay_checkpoint', 'position') < head) return 'the relay'
  if (themes.has('assess') && one('assessor_checkpoint', 'position') < head) return 'the assessor'
  if (themes.has('money')) {
    if ([...world.oracle.answering.values()].some((host) => host.isAlive)) return 'a call'
    const last = Math.max(0, ...postgres.tables.committed('ledger').map(({ seq }) => Number(seq)))
    if (one('meter_cursor', 'seq') < last) return 'the meter'
  }
  if (themes.has('notify')) {
    if (one('webhook_checkpoint', 'position') < head) return 'the notifier'
    const waiting = waitingMessages(world)
    if (waiting.length > 0) return `${waiting.length} messages`
  }
  return null
}

const settle = async (world: World, themes: ReadonlySet<Theme>): Promise<void> => {
  const { simulation, postgres } = world
  const deadline = simulation.now() + SETTLE_MS_MAX
  let hurryAt = simulation.now() + HURRY_MS
  for (;;) {
    const late = behind(world, themes)
    if (late === null) return
    if (themes.has('notify') && postgres.isUp() && simulation.now() >= hurryAt) {
      hurryAt = simulation.now() + HURRY_MS
      if (waitingMessages(world).length > 0) await hurryMessages(world)
    }
    if (simulation.now() > deadline)
      throw new InvariantBroken('comes-to-rest', `${late} of ${loggedEvents(world).length}`)
    await simulation.step('settles', SETTLE_MS, null)
  }
}

export type SeedResult = {
  readonly seed: number
  readonly themes: readonly Theme[]
  readonly steps: number
  readonly hash: string
  readonly broken: { readonly invariant: string; readonly detail: string } | null
  /** Of a failing seed: what happened last. */
  readonly last: readonly string[]
}

/** Runs the world of a seed. The same seed gives the same hash, on any machine. */
export const runSeed = async (seed: number): Promise<SeedResult> => {
  const simulation = makeSimulation(seed)
  const themes = drawThemes(seed)
  let broken: SeedResult['broken'] = null
  try {
    await simulation.run(async () => {
      const world = makeWorld(simulation, { tellsChanges: themes.has('notify') })
      useServer(world.postgres)
      useBrokers(world.brokers, simulation)
      world.postgres.install()
      const corpus = makeCorpus(simulation.random, { isCitedOften: themes.has('erase') })
      startEverybody(world, corpus, themes)
      await runChaos(world, themes)
      await settle(world, themes)
      for (const service of world.services.toReversed()) await service.stop()
      for (const { name, needs, check } of AT_REST) {
        if (!needs.every((theme) => themes.has(theme))) continue
        await check({ world, corpus, themes }, (detail) => simulation.fail(name, detail))
      }
    })
  } catch (error) {
    broken =
      error instanceof InvariantBroken
        ? { invariant: error.invariant, detail: error.message }
        : { invariant: 'no-unhandled-error', detail: String((error as Error).stack) }
  } finally {
    useServer(null)
    useBrokers(null, null)
  }
  const { steps, hash, last } = simulation.trace()
  return { seed, themes: [...themes], steps, hash, broken, last: broken === null ? [] : last }
}
