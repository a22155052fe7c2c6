import { type DestinationStream, pino } from 'pino'
import type * as pretty from 'pino-pretty'
import type { Settings } from './settings.ts'
import { lazyPackage } from './lazy-package.ts'

const loadPretty = lazyPackage<typeof pretty>(import.meta.url, 'pino-pretty')

/** Correlation ids per line at most: a batch may hold facts of many imports. */
export const CORRELATION_IDS_MAX = 16

/** Everything that a process may log about its work: no slug, stream or text. */
export type WorkEntry = {
  /** First and last position of the log that the line covers. */
  readonly from?: number
  readonly to?: number
  readonly events?: number
  readonly texts?: number
  readonly parked?: number
  readonly generation?: number
  /**
   * Ids of the commands that caused the facts: the same in lines of import, worker, relay and
   * projector.
   */
  readonly correlationIds?: readonly string[]
  readonly workflow?: string
  readonly attempt?: number
  readonly durationMs?: number
  readonly outcome?: string
}

export type ProcessLog = { info(what: string, entry: WorkEntry): void }

const named = ({ correlationIds, ...entry }: WorkEntry): WorkEntry =>
  correlationIds === undefined
    ? entry
    : { ...entry, correlationIds: correlationIds.slice(0, CORRELATION_IDS_MAX) }

/**
 * The lowest level that is written. JSON lines are for programs: a person at a terminal sees only
 * warnings, unless LOG_LEVEL asks for more than the default.
 */
export const logLevelFor = ({ isTTY }: { readonly isTTY?: boolean }, level: string): string =>
  isTTY === true && level === 'info' ? 'warn' : level

/**
 * Lines for a person on a terminal; JSON for programs everywhere else. The level and the members
 * are the same.
 */
export const logStream = (
  stream: NodeJS.WritableStream & { readonly isTTY?: boolean },
): DestinationStream =>
  stream.isTTY === true
    ? loadPretty().build({
        destination: stream,
        sync: true,
        translateTime: 'SYS:HH:MM:ss',
        ignore: 'pid,hostname',
        singleLine: true,
      })
    : stream

/** Writes lines to stderr that contain only listed members. */
export const makeProcessLog = ({ logLevel }: Pick<Settings, 'logLevel'>, process_: string) => {
  const log = pino(
    { level: logLevelFor(process.stderr, logLevel), base: { process: process_ } },
    logStream(process.stderr),
  )
  return {
    info: (what: string, entry: WorkEntry): void => log.info(named(entry), what),
  } satisfies ProcessLog
}
