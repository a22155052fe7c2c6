/** Composition root of replay and of the parked streams: the commands of operators. */
import { userInfo } from 'node:os'
import { Presets, SingleBar } from 'cli-progress'
import { type Act, Actor } from '#contracts/audit.ts'
import { Fault } from '#contracts/fault.ts'
import { type Database, withDatabase } from '../processes/wiring/database.ts'
import { recordAct } from '../postgres/accounts/audit.ts'
import type { Settings } from '../settings.ts'
import { stopSignal } from '../stop-signal.ts'
import { EXIT, print, say } from '../terminal.ts'
import { searchPorts } from '../processes/wiring/search-index.ts'
import type { Generation } from '#query-api/ports.ts'
import type { ReplayProgress } from '#query-api/replay/progress.ts'
import { makeReplay, type ReplayResult, type RollbackResult } from '#query-api/replay/replay.ts'
import { watchOutward } from '#query-api/replay/side-effects.ts'
import { replayDepsOf } from '../processes/wiring/replay.ts'

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
export const audit = ({ pool }: Database, act: WithoutActor<Act>): Promise<void> => {
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
  openReplay: typeof replayDepsOf = replayDepsOf,
): Promise<void> =>
  withDatabase(settings, 'replay', async (database) => {
    const stop = stopSignal()
    const bar = progressBar()
    const outward = watchOutward([portOf(database), ...searchPorts(settings)])
    const { deps, close } = openReplay(settings, database, {
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
