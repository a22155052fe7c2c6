import { setImmediate as breathe } from 'node:timers/promises'
import { Fault } from '#contracts/fault.ts'
import { vectorsInContext } from '#contracts/search/context.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import { follow } from '#contracts/toolkit/follow.ts'
import type { Backoff } from '#contracts/toolkit/pause.ts'
import { Engine, type EngineOptions } from './engine/engine.ts'
import type { LiveIndex } from './live-index.ts'
import type { RowsHead, RowSource, SourceRow } from './row-source.ts'
import type { IndexSnapshots, Loaded } from './snapshot/snapshots.ts'

type Limits = {
  /** How often to poll, in case a notification was lost. */
  readonly pollMs: number
  readonly reconnect: Backoff
  /** Searches wait no longer than this for a slice of loading. */
  readonly sliceMs: number
  /**
   * Replaced entries cost memory and time: the index is rebuilt when dead entries exceed this
   * number and this share of the live ones.
   */
  readonly deadMin: number
  readonly deadShare: number
  readonly snapshot: SnapshotLimits
}

export type SnapshotLimits = {
  /** An index of fewer passages is built from its rows in a second or two. */
  readonly passagesMin: number
  /** A snapshot is written when no change has come for so long. */
  readonly quietMs: number
  /** From one snapshot to the next, at least; and so many times as long as writing one takes. */
  readonly pauseMs: number
  readonly pauseShare: number
  /** While one is written, changes are looked for this often: they come first. */
  readonly lookMs: number
}

const FOLLOW: Limits = {
  pollMs: 1_000,
  reconnect: { firstPauseMs: 100, pauseMsMax: 5_000 },
  sliceMs: 5,
  deadMin: 5_000,
  deadShare: 0.5,
  snapshot: {
    passagesMin: 20_000,
    quietMs: 30_000,
    pauseMs: 600_000,
    pauseShare: 100,
    lookMs: 100,
  },
}

export type FollowerDeps = {
  readonly open: () => Promise<RowSource>
  readonly live: LiveIndex
  readonly engineOptions: EngineOptions
  /** null: the index is always built from its rows. */
  readonly snapshots?: IndexSnapshots | null
  /** Called with every failure; following continues. */
  readonly onFault: (fault: Fault) => void
  readonly limits?: Partial<Limits>
}

export type RowFollower = {
  /** Checks at once instead of waiting for the next notification. */
  wake(): void
  close(): Promise<void>
}

/** The rows that the engine has applied. */
type Seen = Loaded

const isWasteful = ({ deadEntries, liveEntries }: Engine, limits: Limits): boolean =>
  deadEntries > Math.max(limits.deadMin, limits.deadShare * liveEntries)

const presentDocuments = (rows: readonly SourceRow[]): SearchDocument[] =>
  rows.flatMap(({ document }) => document ?? [])

/** Stages a page, with pauses in which searches are answered. */
const stage = async (
  engine: Engine,
  source: RowSource,
  rows: readonly SourceRow[],
  sliceMs: number,
): Promise<void> => {
  const documents = presentDocuments(rows)
  const model = engine.modelFor(documents)
  const hashes = documents
    .filter((document) => document.model === model)
    .flatMap(({ passages }) => passages.map(({ textSha256 }) => textSha256))
  const known = model === null ? new Map() : await source.vectors(model, hashes)
  let started = performance.now()
  for (const { id, document } of rows) {
    if (document === null) engine.stageRemoval(id)
    else {
      engine.stage({ document, ...vectorsInContext(document.passages, known) })
    }
    if (performance.now() - started < sliceMs) continue
    await breathe()
    started = performance.now()
  }
}

/**
 * Keeps an index up to date with the rows of the live generation: loads them, follows their
 * changes, and rebuilds when another generation becomes live or too much of the index is dead. The
 * old engine answers meanwhile. If the database is lost, answers continue and the follower
 * reconnects.
 */
export const followRows = ({
  open,
  live,
  engineOptions,
  snapshots = null,
  onFault,
  ...rest
}: FollowerDeps): RowFollower => {
  const limits: Limits = { ...FOLLOW, ...rest.limits }
  const closing = new AbortController()
  let seen: Seen | null = null
  let source: RowSource | null = null
  let saved: Loaded | null = null
  let changedAt = performance.now()
  let nextSaveAt = 0

  /**
   * Applies the changes after `change` to the engine; null if another generation has become live.
   */
  const catchUp = async (rows: RowSource, at: Seen): Promise<RowsHead | null> => {
    try {
      const head = await rows.read(at.generation, at.change, async (page) => {
        if (closing.signal.aborted) throw new Fault('search-unavailable', 'the index is closing')
        await stage(at.engine, rows, page, limits.sliceMs)
      })
      if (head === null) at.engine.abandon()
      else at.engine.commit(head.position)
      return head
    } catch (error) {
      at.engine.abandon()
      throw error
    }
  }

  const build = async (rows: RowSource, at: RowsHead): Promise<void> => {
    const { generation, model } = at
    const options = {
      ...engineOptions,
      model: engineOptions.model ?? model,
      firstEntry: live.nextFirstEntry(),
    }
    const kept = seen === null ? ((await snapshots?.load(rows, at, options)) ?? null) : null
    const begun = kept ?? { generation, change: 0, engine: new Engine(options) }
    saved = kept ?? saved
    const head = await catchUp(rows, begun)
    if (head === null) return
    seen = { ...begun, change: head.change }
    changedAt = performance.now()
    live.replace(begun.engine)
  }

  const isDue = (at: Seen): boolean => {
    const { passagesMin, quietMs } = limits.snapshot
    const now = performance.now()
    if (at.engine.passages < passagesMin || now < changedAt + quietMs || now < nextSaveAt)
      return false
    return saved?.generation !== at.generation || saved.change !== at.change
  }

  /** Saves the index while nothing changes; a change ends it, and it is tried again later. */
  const save = async (rows: RowSource, at: Seen): Promise<void> => {
    const { lookMs, pauseMs, pauseShare } = limits.snapshot
    const started = performance.now()
    let lookedAt = started
    const goOn = async (): Promise<boolean> => {
      if (closing.signal.aborted) return false
      if (performance.now() - lookedAt < lookMs) return true
      lookedAt = performance.now()
      const head = await rows.head()
      return head.generation === at.generation && head.change === at.change
    }
    nextSaveAt = started + pauseMs
    if ((await snapshots?.save(rows, { ...at, goOn })) === true) saved = at
    else changedAt = performance.now()
    const took = performance.now() - started
    nextSaveAt = performance.now() + (saved === at ? Math.max(pauseMs, pauseShare * took) : 0)
  }

  const look = async (rows: RowSource): Promise<void> => {
    const head = await rows.head()
    if (seen === null || seen.generation !== head.generation || isWasteful(seen.engine, limits)) {
      await build(rows, head)
    } else if (seen.change === head.change) {
      seen.engine.commit(head.position)
      live.moved()
      if (snapshots !== null && isDue(seen)) await save(rows, seen)
    } else {
      const reached = await catchUp(rows, seen)
      if (reached !== null) seen = { ...seen, change: reached.change }
      changedAt = performance.now()
      live.moved()
    }
  }

  const running = follow<RowSource>(
    {
      hold: async (signal, work) => {
        const rows = await open()
        source = rows
        try {
          await work(rows, signal)
        } finally {
          await rows.close()
        }
      },
      step: async (rows) => {
        await look(rows)
        return { place: rows, isCaughtUp: true }
      },
      wait: (rows) => rows.wait(limits.pollMs),
      backoff: limits.reconnect,
      onFault: (error) => onFault(asFault(error)),
    },
    closing.signal,
  )
  return {
    wake: () => source?.wake(),
    close: async () => {
      closing.abort()
      source?.wake()
      await running
    },
  }
}

const asFault = (cause: unknown): Fault =>
  cause instanceof Fault
    ? cause
    : new Fault('search-index-failed', 'the search index could not take a change', { cause })
