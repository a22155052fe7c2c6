import { type Command, Option } from '@commander-js/extra-typings'
import { Fault } from '#contracts/fault.ts'
import { type Database, withDatabase } from '../processes/wiring/database.ts'
import { recordAct } from '../postgres/platform/audit.ts'
import type { Settings } from '../settings.ts'
import { stopSignal } from '../stop-signal.ts'
import { commandActor } from './actor.ts'
import { type Json, refuse } from './output.ts'
import { progressBar } from './progress-bar.ts'
import { jsonOption, readGeneration, type ReadSettings, readText } from './reading.ts'
import { EXIT, print, say } from '../terminal.ts'
import { searchPorts } from '../processes/wiring/search-index.ts'
import type { Position } from '#contracts/ids.ts'
import type { Generation } from '#query-api/ports.ts'
import { makeReplay, type ReplayResult, type RollbackResult } from '#query-api/replay/replay.ts'
import { watchOutward } from '#query-api/replay/side-effects.ts'
import { requireEmbeddedModel } from '../embeddings/index-model.ts'
import { replayDepsOf } from '../processes/wiring/replay.ts'

const POSTGRES_PORT = 5_432
const portOf = ({ connectionString }: Database): number =>
  Number(new URL(connectionString).port) || POSTGRES_PORT

const printDigest = (name: string, { root, counts, position }: ReplayResult['live']): void =>
  print(
    `${name.padEnd(12)}${root}  ${counts.articles} articles, ${counts.searchDocuments} search documents, position ${position}`,
  )

/** `head`: where the log ends. What no projector has read is in neither of two equal builds. */
const printResult = (found: ReplayResult, head: Position): void => {
  printDigest(`live ${found.replaced}`, found.live)
  printDigest(`built ${found.generation}`, found.rebuilt)
  print(`equal       ${found.equal ? 'yes' : 'NO'}`)
  for (const { key, kind } of found.differences) print(`  ${kind.padEnd(8)}${key}`)
  print(
    `built       ${found.texts} texts, ${found.events} events from position ${found.from} in ${found.buildSeconds.toFixed(1)} s, ${Math.round(found.textsPerSecond)} texts/s`,
  )
  if (head > found.rebuilt.position)
    print(
      `log         goes on to position ${head}: \`pandect serve\` or the projector reads the rest`,
    )
  print(`parked      ${found.parked} streams`)
  print(`side effects ${found.sideEffects}, embeddings computed ${found.embeddingsComputed}`)
  print(
    found.swapped
      ? `generation ${found.generation} is served; ${found.replaced} is kept until the next replay`
      : `generation ${found.replaced} is still served`,
  )
}

const refuseToSwap = ({ equal, offenders, differences, generation }: ReplayResult): void => {
  if (offenders.length > 0) {
    return refuse({
      refused: 'replay-side-effects',
      reason: `more was done than to build: ${offenders.join(', ')}`,
      hint: 'this is a bug of Pandect; please report it',
    })
  }
  if (equal) return
  const [first] = differences
  refuse({
    refused: 'replay-differs',
    reason: `the build is not equal to what is served${first === undefined ? '' : `; first: ${first.kind} ${first.key}`}`,
    hint: `find out why; where the difference is meant (a new version, another model): \`pandect replay --generation ${generation} --accept\``,
  })
}

const printRollback = ({ generation, replaced, position }: RollbackResult): void =>
  print(`generation ${generation} is served again, at position ${position}, instead of ${replaced}`)

const auditRollback = (database: Database, { generation, replaced }: RollbackResult) =>
  recordAct(database.pool, {
    kind: 'generation.rolled-back',
    actor: commandActor(),
    subject: generation,
    data: { replaced },
  })

const auditSwap = (database: Database, { generation, replaced, equal }: ReplayResult) =>
  recordAct(database.pool, {
    kind: 'generation.swapped',
    actor: commandActor(),
    subject: generation,
    data: { replaced, accepted: !equal },
  })

export type ReplayOptions = Json & {
  readonly generation?: Generation | undefined
  readonly accept?: boolean | undefined
  readonly rollback?: boolean | undefined
  readonly embeddingModel?: string | undefined
}

const isStopped = (error: unknown, stop: AbortSignal): boolean =>
  stop.aborted && (!(error instanceof Fault) || error.code === 'aborted')

/**
 * Rebuild beside, prove equal, swap; or go back. Exit 1 when it did not swap.
 * Stopped or killed, the next one goes on where it was.
 */
export const replayCommand = (
  settings: Settings,
  { generation, accept = false, rollback = false, json = false, embeddingModel }: ReplayOptions,
  openReplay: typeof replayDepsOf = replayDepsOf,
): Promise<void> =>
  withDatabase(settings, 'replay', async (database) => {
    if (embeddingModel !== undefined) await requireEmbeddedModel(database.pool, embeddingModel)
    const stop = stopSignal()
    const bar = progressBar(
      'replay {bar} {percentage}% | {value}/{total} events | {rate} texts/s | {left} left',
    )
    const outward = watchOutward([portOf(database), ...searchPorts(settings)])
    const { deps, close } = openReplay(settings, database, {
      onProgress: ({ eventsDone, eventsTotal, textsPerSecond, secondsLeft }) =>
        bar.update(eventsDone, eventsTotal, {
          rate: Math.round(textsPerSecond),
          left: secondsLeft === null ? '…' : `${Math.ceil(secondsLeft)} s`,
        }),
      outward: outward.count,
    })
    const rebuild = makeReplay(deps)
    try {
      if (rollback) {
        const back = await rebuild.rollback(stop)
        await auditRollback(database, back)
        return json ? print(JSON.stringify(back)) : printRollback(back)
      }
      const found = await rebuild.run({
        accept,
        signal: stop,
        ...(generation === undefined ? {} : { generation }),
        ...(embeddingModel === undefined ? {} : { embeddingModel }),
      })
      bar.stop()
      if (found.swapped) await auditSwap(database, found)
      if (json) print(JSON.stringify(found))
      else printResult(found, await deps.truth.log.head())
      if (found.swapped) return
      process.exitCode = EXIT.failed
      refuseToSwap(found)
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

export const replay = (command: Command, settings: ReadSettings): void =>
  void command
    .addOption(
      new Option('--generation <number>', 'the generation to build').argParser(readGeneration),
    )
    .option('--accept', 'swap although the builds differ')
    .addOption(
      new Option('--rollback', 'serve the generation before again').conflicts([
        'generation',
        'accept',
        'embeddingModel',
      ]),
    )
    .option(
      '--embedding-model <model>',
      'model of the passage vectors in the search documents',
      readText,
    )
    .addOption(jsonOption())
    .action((options) => replayCommand(settings(), options))
