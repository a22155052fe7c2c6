import type { Command } from '@commander-js/extra-typings'
import {
  type DeadLetterDeps,
  listDeadLetters,
  retryDeadLetter,
  showDeadLetter,
} from '#query-api/replay/dead-letters.ts'
import { type Database, truthOf, withDatabase } from '../processes/wiring/database.ts'
import { EXIT, say } from '../terminal.ts'
import type { ParkedStream } from '#query-api/projections/ports.ts'
import { isRefusal } from '#contracts/fault.ts'
import { makeProjectorLock } from '../postgres/platform/lock.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
import { readModelsOf } from '../processes/wiring/read-models.ts'
import type { Settings } from '../settings.ts'
import { type Json, printResult, refuse } from './output.ts'
import { jsonOption, type ReadSettings, readText } from './reading.ts'
import { recordAct } from '../postgres/platform/audit.ts'
import { commandActor } from './actor.ts'
const withDeadLetters = <T>(
  settings: Settings,
  work: (deps: DeadLetterDeps, database: Database) => Promise<T>,
): Promise<T> =>
  withDatabase(settings, 'dead-letters', async (database) => {
    const { log, blobs } = truthOf(database)
    const { models } = readModelsOf(settings, database)
    const lock = makeProjectorLock(database.connectionString)
    try {
      const projector = makeProjector({ log, blobs, models, lock })
      return await work({ log, models, projector }, database)
    } finally {
      await log.close()
    }
  })

const lineOf = ({ streamId, streamVersion, position, reason }: ParkedStream): string =>
  `${streamId}  version ${streamVersion}  position ${position}  ${reason}`

/** The parked streams of the live generation. */
export const listDeadLettersOf = (settings: Settings, options: Json): Promise<void> =>
  withDeadLetters(settings, async (deps) => {
    const parked = await listDeadLetters(deps)
    printResult(options, parked, parked.map(lineOf))
    if (options.json !== true) say(`${parked.length} parked`)
  })

/** Where a stream is stopped, and what waits behind it; no content. */
export const showDeadLetterOf = (
  settings: Settings,
  streamId: string,
  options: Json,
): Promise<void> =>
  withDeadLetters(settings, async (deps) => {
    const found = await showDeadLetter(deps, streamId)
    if (isRefusal(found)) return refuse(found)
    printResult(options, found, [
      lineOf(found),
      ...found.waiting.map(
        ({ position, streamVersion, time, type, readable }) =>
          `  version ${streamVersion}  position ${position}  ${time}  ${type ?? 'unknown'}${readable ? '' : '  UNREADABLE'}`,
      ),
      ...(found.more ? ['  …'] : []),
    ])
  })

/** Folds each again, all of them where none is named; exit 1 where one is still parked. */
export const retryDeadLettersOf = (
  settings: Settings,
  streamIds: readonly string[],
  options: Json,
): Promise<void> =>
  withDeadLetters(settings, async (deps, { pool }) => {
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
      const { parked } = outcome
      await recordAct(pool, {
        kind: 'dead-letter.retried',
        actor: commandActor(),
        subject: outcome.streamId,
        data: { parked: parked !== null },
      })
      printResult(options, outcome, [
        parked === null
          ? `${outcome.streamId}  is served again`
          : `${lineOf(parked)}  STILL PARKED`,
      ])
      if (parked !== null) process.exitCode = EXIT.failed
    }
  })

const defineList = (command: Command, settings: ReadSettings): void =>
  void command
    .description('the parked streams, with the reason of each')
    .addOption(jsonOption())
    .action((options) => listDeadLettersOf(settings(), options))

const defineShow = (command: Command, settings: ReadSettings): void =>
  void command
    .description('one parked stream, with the events that wait behind it')
    .argument('<stream>', 'its id', readText)
    .addOption(jsonOption())
    .action((stream, options) => showDeadLetterOf(settings(), stream, options))

const defineRetry = (command: Command, settings: ReadSettings): void =>
  void command
    .description('fold parked streams again, once the cause is repaired')
    .argument('[stream...]', 'default: all')
    .addOption(jsonOption())
    .action((streams, options) => retryDeadLettersOf(settings(), streams, options))

export const deadLetters = (command: Command, settings: ReadSettings): void => {
  defineList(command.command('list'), settings)
  defineShow(command.command('show'), settings)
  defineRetry(command.command('retry'), settings)
}
