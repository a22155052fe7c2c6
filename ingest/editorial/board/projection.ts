/** The board follows the log (contracts/conventions/desk.md). */
import type { ContentRecord } from '#contracts/content.ts'
import type { Blobs, EventLog } from '#contracts/events/append.ts'
import { isRefusal } from '#contracts/fault.ts'
import { type ArticleId, articleIdOfStream, type Position, type Sha256Hex } from '#contracts/ids.ts'
import { chunksOf } from '#contracts/toolkit/chunks.ts'
import { catchUp, follow, type Follower } from '#contracts/toolkit/follow.ts'
import { textCache } from '../../command-handler/text-cache.ts'
import { contentOf, wordingOf } from '../../domain/article/content-record.ts'
import type { LogLine, LogLines } from '../../groundedness/ports.ts'
import type { EventStore, SingleHolder } from '../../ports.ts'
import { boardRowOf, FOLLOWED, mayHaveRow } from './board-row.ts'
import type { BoardRow, BoardTable } from './ports.ts'
import { eventsOf, stateOfText } from './text-events.ts'

/** Bounds of the board's follower. */
export const BOARD = {
  lockName: 'desk-board',
  /** Raise it when rows of the same events change: the board then writes all of them anew. */
  version: 2,
  /** Positions of the log in one step, which reads only the types of their events. */
  positionsPerStep: 2_000,
  /** Texts that are read at once. */
  textsPerRead: 50,
  waitMs: 5_000,
  backoff: { firstPauseMs: 100, pauseMsMax: 10_000 },
} as const

export type BoardDeps = {
  readonly store: Pick<EventStore, 'readStreams'>
  readonly blobs: Blobs
  readonly lines: LogLines
  readonly table: BoardTable
  readonly lock: SingleHolder
  readonly log: Pick<EventLog, 'wait'>
  /** Called with every fault before a retry. */
  readonly onFault?: (fault: unknown) => void
}

/** The hash that a reviewer approves; null for a draft that breaks a rule of wordings. */
const hashOf = (record: ContentRecord, texts: ReadonlyMap<Sha256Hex, string>): Sha256Hex | null => {
  const wording = wordingOf(contentOf(record, texts))
  return isRefusal(wording) ? null : wording.sha256Hash
}

const rowsOf = async (
  { store, blobs }: BoardDeps,
  ids: readonly ArticleId[],
): Promise<{ readonly rows: BoardRow[]; readonly removed: ArticleId[] }> => {
  const texts = [...(await eventsOf(store, ids)).values()].map((events) => ({
    events,
    state: stateOfText(events),
  }))
  const cache = textCache(blobs)
  await cache.fetch(texts.flatMap(({ state: { draft } }) => draft?.content.contentClean ?? []))
  const rows = texts.flatMap(({ state, events }) => {
    const hash = state.draft === null ? null : hashOf(state.draft.content, cache.texts)
    return boardRowOf(state, events, hash) ?? []
  })
  const shown = new Set(rows.map(({ articleId }) => articleId))
  return { rows, removed: ids.filter((id) => !shown.has(id)) }
}

/** The touched texts that have a row or may get one. */
const touchedBy = async (
  { table }: BoardDeps,
  lines: readonly LogLine[],
): Promise<readonly ArticleId[]> => {
  const byText = Map.groupBy(lines, ({ streamId }) => articleIdOfStream(streamId))
  const quiet = [...byText].filter(([, own]) => !mayHaveRow(own)).map(([id]) => id)
  const known = await table.knownAmong(quiet)
  const skipped = new Set(quiet.filter((id) => !known.has(id)))
  return [...byText.keys()].filter((id) => !skipped.has(id))
}

const step = async (
  deps: BoardDeps,
  after: Position,
  held: AbortSignal,
): Promise<{ readonly place: Position; readonly isCaughtUp: boolean }> => {
  const { lines, through } = await deps.lines.lines(after, BOARD.positionsPerStep, FOLLOWED)
  if (through <= after) return { place: after, isCaughtUp: true }
  const touched = await touchedBy(deps, lines)
  const chunks = [...chunksOf(touched, BOARD.textsPerRead)]
  for (const [index, ids] of chunks.entries()) {
    held.throwIfAborted()
    const found = await rowsOf(deps, ids)
    // The position moves with the last rows; the ones before are written again after a crash.
    await deps.table.write({ ...found, through: index === chunks.length - 1 ? through : after })
  }
  if (chunks.length === 0) await deps.table.write({ rows: [], removed: [], through })
  return { place: through, isCaughtUp: false }
}

/**
 * Keeps one row a text that people work on. One follower is active at a time; after a crash the
 * next one goes on. Rows are replaced by newer ones only, so a repetition changes nothing.
 */
export const makeBoardFollower = (deps: BoardDeps) => {
  const { lock, log, onFault, table } = deps
  const follower: Follower<Position> = {
    hold: (signal, work) =>
      lock.hold(BOARD.lockName, signal, async (held) =>
        work(await table.begin(BOARD.version), held),
      ),
    step: (after, held) => step(deps, after, held),
    wait: (position, held) => log.wait(position, BOARD.waitMs, held),
    backoff: BOARD.backoff,
    onFault,
  }
  return {
    /** Runs once up to the head of the log. Throws the Faults of its ports. */
    runOnce: (signal: AbortSignal): Promise<Position> =>
      lock.hold(BOARD.lockName, signal, async (held) =>
        catchUp(follower, await table.begin(BOARD.version), held),
      ),
    /** Follows the log until aborted. Faults are reported and tried again, with pauses. */
    follow: (signal: AbortSignal): Promise<void> => follow(follower, signal),
  }
}
