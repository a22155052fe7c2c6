/** The processes that follow the log: relay, projector, assessor, and the one that replays. */
import { Fault } from '#contracts/fault.ts'
import { makeKafkaEventLog } from '#infra/kafka/event-log.ts'
import { makeKafkaPublisher } from '#infra/kafka/publishers.ts'
import { makeOpenEvents } from '#infra/postgres/log/open-events.ts'
import { makeRelayCheckpoint } from '#infra/postgres/log/relay-checkpoint.ts'
import { makeAssessorMemory, makeLogLines } from '#infra/postgres/read-models/assessor-memory.ts'
import { makeCitingTexts, makeHeldScopes } from '#infra/postgres/read-models/cited-texts.ts'
import { makeAssessor } from '#ingest/groundedness/assessor.ts'
import { makeRelay } from '#ingest/relay/relay.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
import { makeReplay, type ReplayResult } from '#query-api/replay/replay.ts'
import type { Service, World } from '../world.ts'
import { openStores, timeNow } from './stores.ts'

const BROKERS = ['kafka:9092']

/** A fault of an engine is survived; anything else is a bug. */
export const onFault =
  ({ simulation }: World) =>
  (fault: unknown): void => {
    if (fault instanceof Fault || (fault as Error).name === 'AbortError') return
    const shown = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
    simulation.fail('no-unhandled-error', shown)
  }

export const startRelay = (world: World, name: string): Service =>
  world.start(name, async (signal) => {
    const { pool, log, lock } = openStores()
    const publisher = makeKafkaPublisher({ brokers: BROKERS, clientId: 'relay' })
    await makeRelay({
      log,
      publisher,
      checkpoint: makeRelayCheckpoint(pool),
      lock,
      onFault: onFault(world),
    }).follow(signal)
    await publisher.close()
    await log.close()
  })

export type ProjectorOptions = {
  readonly overKafka: boolean
  readonly eventsPerBatch: number
  readonly textsPerChunk: number
}

export const startProjector = (
  world: World,
  name: string,
  { overKafka, eventsPerBatch, textsPerChunk }: ProjectorOptions,
): Service =>
  world.start(name, async (signal) => {
    const { pool, log: truth, lock, models, write } = openStores(world)
    const { blobs } = write
    const log = overKafka
      ? makeKafkaEventLog({
          brokers: BROKERS,
          clientId: 'projector',
          groupId: 'projectors',
          open: makeOpenEvents(pool),
          log: truth,
        })
      : truth
    await makeProjector({
      log: world.invariants.watchLog(log),
      blobs,
      models,
      lock,
      limits: { eventsPerBatch, textsPerChunk },
      onFault: onFault(world),
    }).follow(signal)
    await log.close()
    await truth.close()
  })

export const startAssessor = (world: World): Service =>
  world.start('assessor', async (signal, host) => {
    const { pool, log, lock, write } = openStores()
    let steps = 0
    await makeAssessor({
      ...write,
      log,
      lock,
      citing: makeCitingTexts(pool),
      scopes: makeHeldScopes(pool),
      lines: makeLogLines(pool),
      memory: makeAssessorMemory(pool),
      context: () => {
        steps += 1
        return {
          actor: 'assessor',
          time: timeNow(),
          correlationId: `${host.name}-${steps}`,
          causationId: null,
        }
      },
      onFault: onFault(world),
    }).follow(signal)
    await log.close()
  })

/** Rebuilds the read models beside the live ones and compares both. */
export const replayOnce = async (world: World): Promise<ReplayResult> => {
  const { simulation } = world
  const { log, models, lock, records, write } = openStores(world)
  const replay = makeReplay({
    truth: { log, blobs: write.blobs },
    models,
    lock,
    records,
    clock: () => simulation.now(),
    outward: () => 0,
    limits: {
      eventsPerBatch: simulation.random.between(1, 30),
      textsPerChunk: simulation.random.between(1, 4),
    },
  })
  const result = await replay.run()
  simulation.note(`replay of ${result.generation}: ${result.equal ? 'equal' : 'different'}`)
  const differences = result.differences.map((one) => `${one.kind} ${one.key}`).join(', ')
  if (!result.equal)
    simulation.fail(
      'rebuild-equals-live',
      `generation ${result.generation} differs from ${result.replaced} at ${result.live.position}: ${differences}`,
    )
  if (result.sideEffects > 0) simulation.fail('rebuild-is-pure', result.offenders.join())
  await log.close()
  return result
}

const ROLLBACK_CHANCE = 0.3

/** Somebody who replays and rolls back a few times. */
export const startReplayer = (world: World, replays: number): void => {
  const { simulation } = world
  let left = replays
  world.start(
    'replayer',
    async (signal, host) => {
      while (left > 0 && !signal.aborted) {
        await simulation.step('waits for a replay', 6_000)
        await replayOnce(world)
        left -= 1
        if (!host.random.chance(ROLLBACK_CHANCE)) continue
        const { log, models, lock, records, write } = openStores(world)
        const replay = makeReplay({
          truth: { log, blobs: write.blobs },
          models,
          lock,
          records,
          clock: () => simulation.now(),
          outward: () => 0,
        })
        await replay.rollback()
        await log.close()
      }
    },
    { once: true },
  )
}
