/** Composition root of replay and of the parked streams: the commands of operators. */
import { userInfo } from 'node:os'
import { Presets, SingleBar } from 'cli-progress'
import { type Act, Actor } from '#contracts/audit.ts'
import { Fault, isRefusal, type Refusal } from '#contracts/fault.ts'
import { makeRecogniserThread } from '#infra/citations/recogniser.ts'
import { type Database, truthOf, withDatabase } from '#infra/main.ts'
import { recordAct } from '#infra/postgres/accounts/audit.ts'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import { makeReplayRecords } from '#infra/postgres/read-models/replay-records.ts'
import type { Settings } from '#infra/settings.ts'
import { stopSignal } from '#infra/stop-signal.ts'
import { EXIT, print, say } from '#infra/terminal.ts'
import { searchPorts } from '#infra/typesense/main.ts'
import { citedModelsOf } from '../citations/main.ts'
import type { CitationRecogniser } from '../citations/ports.ts'
import type { Generation, ParkedStream } from '../ports.ts'
import { makeProjector } from '../projections/projector.ts'
import {
  type DeadLetterDeps,
  listDeadLetters,
  retryDeadLetter,
  showDeadLetter,
} from './dead-letters.ts'
import { type Flip, withFlippedBit } from './flip.ts'
import type { ReplayProgress } from './progress.ts'
import { makeReplay, type ReplayDeps, type ReplayResult, type RollbackResult } from './replay.ts'
import { watchOutward } from './side-effects.ts'

type Json = { readonly json?: boolean }

/** A bar over the events of the log, on a terminal's stderr only. */
const progressBar = (): { update: (progress: ReplayProgress) => void; stop: () => void } => {
  const bar = new SingleBar(
    {
      format: 'replay {bar} {percentage}% | {value}/{total} events | {rate} texts/s | {left} left',
      hideCursor: true,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  )
  let started = false
  return {
    update: ({ eventsDone, eventsTotal, textsPerSecond, secondsLeft }) => {
      const shown = {
        rate: Math.round(textsPerSecond),
        left: secondsLeft === null ? '…' : `${Math.ceil(secondsLeft)} s`,
      }
      if (started) bar.update(eventsDone, shown)
      else bar.start(eventsTotal, eventsDone, shown)
      started = true
    },
    stop: () => bar.stop(),
  }
}

const POSTGRES_PORT = 5_432
const portOf = ({ connectionString }: Database): number =>
  Number(new URL(connectionString).port) || POSTGRES_PORT

/** Test only: `article` or `search` spoils one bit of one such document of the build. */
const flipSetting = (): Flip | null => {
  const text = process.env['PANDECT_TEST_FLIP']
  if (text === undefined || text === '') return null
  if (text === 'article' || text === 'search') return text
  throw new Fault('settings-invalid', 'PANDECT_TEST_FLIP is neither article nor search')
}

const builtModelsOf = async (
  settings: Settings,
  database: Database,
  recognise: CitationRecogniser,
) => {
  const flip = flipSetting()
  const { store, search } = citedModelsOf(settings, database, recognise)
  return flip === null
    ? { store, search }
    : withFlippedBit({ store, search }, flip, await store.liveGeneration())
}

/** What a replay needs of a database. The caller closes it. */
export const replayDepsOf = async (
  settings: Settings,
  database: Database,
  more: Pick<ReplayDeps, 'onProgress' | 'outward' | 'limits'> = {},
) => {
  const { log, blobs, vectors, slugs, store: events } = truthOf(database)
  const recogniser = makeRecogniserThread()
  const deps = {
    truth: { log, blobs, vectors, slugs, events },
    ...(await builtModelsOf(settings, database, recogniser.recognise)),
    lock: makeProjectorLock(database.connectionString),
    records: makeReplayRecords(database.pool),
    clock: () => performance.now(),
    onBegin: () => recogniser.begin(),
    ...more,
  } satisfies ReplayDeps
  const close = async (): Promise<void> => {
    await recogniser.close()
    await log.close()
  }
  return { deps, close }
}

const printDigest = (name: string, { root, counts, position }: ReplayResult['live']): void =>
  print(
    `${name.padEnd(12)}${root}  ${counts.articles} articles, ${counts.searchDocuments} search documents, position ${position}`,
  )

const printResult = (found: ReplayResult): void => {
  printDigest(`live ${found.replaced}`, found.live)
  printDigest(`built ${found.generation}`, found.rebuilt)
  print(`equal       ${found.equal ? 'yes' : 'NO'}`)
  for (const { key, kind } of found.differences) print(`  ${kind.padEnd(8)}${key}`)
  print(
    `built       ${found.texts} texts, ${found.events} events from position ${found.from} in ${found.buildSeconds.toFixed(1)} s, ${Math.round(found.textsPerSecond)} texts/s`,
  )
  print(`parked      ${found.parked} streams`)
  print(`side effects ${found.sideEffects}, embeddings computed ${found.embeddingsComputed}`)
  print(
    found.swapped
      ? `generation ${found.generation} is served; ${found.replaced} is kept until the next replay`
      : `generation ${found.replaced} is still served`,
  )
}

const sayWhyRefused = ({ equal, offenders, differences, generation }: ReplayResult): void => {
  if (offenders.length > 0) {
    say(`pandect: replay-side-effects: more was done than to build: ${offenders.join(', ')}`)
    return say('  hint: this is a bug of Pandect; please report it')
  }
  if (equal) return
  const [first] = differences
  say(
    `pandect: replay-differs: the build is not equal to what is served${first === undefined ? '' : `; first: ${first.kind} ${first.key}`}`,
  )
  say(
    `  hint: find out why; where the difference is meant (a new version, another model): pandect replay --generation ${generation} --accept`,
  )
}

const printRollback = ({ generation, replaced, position }: RollbackResult): void =>
  print(`generation ${generation} is served again, at position ${position}, instead of ${replaced}`)

type WithoutActor<One> = One extends Act ? Omit<One, 'actor'> : never
const audit = ({ pool }: Database, act: WithoutActor<Act>): Promise<void> => {
  const actor = Actor.safeParse(`cli:${userInfo().username}`).data ?? 'system'
  return recordAct(pool, { ...act, actor })
}

const auditRollback = (database: Database, { generation, replaced }: RollbackResult) =>
  audit(database, { kind: 'generation.rolled-back', subject: generation, data: { replaced } })

const auditSwap = (database: Database, { generation, replaced, equal }: ReplayResult) =>
  audit(database, {
    kind: 'generation.swapped',
    subject: generation,
    data: { replaced, accepted: !equal },
  })

export type ReplayOptions = Json & {
  readonly generation?: Generation
  readonly accept?: boolean
  readonly rollback?: boolean
  readonly embeddingModel?: string
}

const isStopped = (error: unknown, stop: AbortSignal): boolean =>
  stop.aborted && (!(error instanceof Fault) || error.code === 'aborted')

/**
 * `pandect replay`: rebuild beside, prove equal, swap; or go back. Exit 1 when it did not swap.
 * Stopped or killed, the next one goes on where it was.
 */
export const replayCommand = (
  settings: Settings,
  { generation, accept = false, rollback = false, json = false, embeddingModel }: ReplayOptions,
): Promise<void> =>
  withDatabase(settings, 'replay', async (database) => {
    const stop = stopSignal()
    const bar = progressBar()
    const outward = watchOutward([portOf(database), ...searchPorts(settings)])
    const { deps, close } = await replayDepsOf(settings, database, {
      onProgress: bar.update,
      outward: outward.count,
    })
    const replay = makeReplay(deps)
    try {
      if (rollback) {
        const back = await replay.rollback(stop)
        await auditRollback(database, back)
        return json ? print(JSON.stringify(back)) : printRollback(back)
      }
      const found = await replay.run({
        accept,
        signal: stop,
        ...(generation === undefined ? {} : { generation }),
        ...(embeddingModel === undefined ? {} : { embeddingModel }),
      })
      bar.stop()
      if (found.swapped) await auditSwap(database, found)
      if (json) print(JSON.stringify(found))
      else printResult(found)
      if (found.swapped) return
      process.exitCode = EXIT.failed
      sayWhyRefused(found)
    } catch (error) {
      if (!isStopped(error, stop)) throw error
      say('replay stopped; the next `pandect replay` goes on where it was')
      process.exitCode = EXIT.failed
    } finally {
      bar.stop()
      outward.stop()
      await close()
    }
  })

const withDeadLetters = <T>(
  settings: Settings,
  work: (deps: DeadLetterDeps, database: Database) => Promise<T>,
): Promise<T> =>
  withDatabase(settings, 'dead-letters', async (database) => {
    const { log, blobs } = truthOf(database)
    const { store, search } = citedModelsOf(settings, database)
    const lock = makeProjectorLock(database.connectionString)
    try {
      const projector = makeProjector({ log, blobs, store, search, lock })
      return await work({ log, store, projector }, database)
    } finally {
      await log.close()
    }
  })

const refuse = ({ refused, reason, hint }: Refusal): void => {
  say(`pandect: ${refused}: ${reason}`)
  say(`  hint: ${hint}`)
  process.exitCode = EXIT.failed
}

const lineOf = ({ streamId, streamVersion, position, reason }: ParkedStream): string =>
  `${streamId}  version ${streamVersion}  position ${position}  ${reason}`

/** `pandect dead-letters list`: the parked streams of the live generation. */
export const deadLettersList = (settings: Settings, { json = false }: Json): Promise<void> =>
  withDeadLetters(settings, async (deps) => {
    const parked = await listDeadLetters(deps)
    if (json) return print(JSON.stringify(parked))
    for (const one of parked) print(lineOf(one))
    say(`${parked.length} parked`)
  })

/** `pandect dead-letters show STREAM`: where it stands, and what waits behind; no content. */
export const deadLettersShow = (
  settings: Settings,
  streamId: string,
  { json = false }: Json,
): Promise<void> =>
  withDeadLetters(settings, async (deps) => {
    const found = await showDeadLetter(deps, streamId)
    if (isRefusal(found)) return refuse(found)
    if (json) return print(JSON.stringify(found))
    print(lineOf(found))
    for (const { position, streamVersion, time, type, readable } of found.waiting)
      print(
        `  version ${streamVersion}  position ${position}  ${time}  ${type ?? 'unknown'}${readable ? '' : '  UNREADABLE'}`,
      )
    if (found.more) print('  …')
  })

/**
 * `pandect dead-letters retry STREAM…`: folds each again; exit 1 where one is still parked. None
 * given: all of them.
 */
export const deadLettersRetry = (
  settings: Settings,
  streamIds: readonly string[],
  { json = false }: Json,
): Promise<void> =>
  withDeadLetters(settings, async (deps, database) => {
    const asked =
      streamIds.length > 0
        ? streamIds
        : (await listDeadLetters(deps)).map(({ streamId }) => streamId)
    for (const streamId of asked) {
      const outcome = await retryDeadLetter(deps, streamId)
      if (isRefusal(outcome)) {
        refuse(outcome)
        continue
      }
      await audit(database, {
        kind: 'dead-letter.retried',
        subject: outcome.streamId,
        data: { parked: outcome.parked !== null },
      })
      if (json) print(JSON.stringify(outcome))
      else if (outcome.parked === null) print(`${outcome.streamId}  is served again`)
      else print(`${lineOf(outcome.parked)}  STILL PARKED`)
      if (outcome.parked !== null) process.exitCode = EXIT.failed
    }
  })
