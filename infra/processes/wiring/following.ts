/**
 * Read models that keep up while a command works: a running service projects, else this process.
 */
import type { Position } from '#contracts/ids.ts'
import { untilProjected } from '#ingest/groundedness/caught-up.ts'
import type { Settings } from '../../settings.ts'
import { stopSignal } from '../../stop-signal.ts'
import { citedTextsOf } from './cited-texts.ts'
import type { Database } from './database.ts'
import { openProjections } from './projections.ts'

const CATCH_UP_MS = 300_000

/** Waits until the read models include a position; by default the head of the log. */
type UntilProjected = (position?: Position) => Promise<void>

/** Throws what the work throws, and Fault `projection-behind`. */
export const whileProjecting = async <T>(
  settings: Settings,
  database: Database,
  work: (untilProjected: UntilProjected) => Promise<T>,
): Promise<T> => {
  const cited = citedTextsOf(database)
  const projections = openProjections({ ...settings, kafkaBrokers: null }, database)
  const ended = new AbortController()
  const here = projections.projector.follow(ended.signal)
  try {
    return await work(async (position) =>
      untilProjected(cited, position ?? (await projections.log.head()), stopSignal(), CATCH_UP_MS),
    )
  } finally {
    ended.abort()
    await here
    await projections.close()
  }
}

/** Waits until searches find what is recorded at a position. Throws Fault `projection-behind`. */
export const untilSearchable = (
  settings: Settings,
  database: Database,
  position: Position,
): Promise<void> => whileProjecting(settings, database, (untilThere) => untilThere(position))
