import {
  type DeadLetterDeps,
  listDeadLetters,
  retryDeadLetter,
  showDeadLetter,
} from '#query-api/replay/dead-letters.ts'
import { type Database, truthOf, withDatabase } from '../processes/wiring/database.ts'
import { EXIT, print, say } from '../terminal.ts'
import type { ParkedStream } from '#query-api/projections/ports.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { makeProjectorLock } from '../postgres/platform/lock.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
import { readModelsOf } from '../processes/wiring/read-models.ts'
import type { Settings } from '../settings.ts'
import type { Json } from './arguments.ts'
import { audit } from './replay.ts'
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
