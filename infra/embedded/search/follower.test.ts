import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import { Position } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import { documentOf, queryFor } from '../../../test/contract/search-fixtures.ts'
import { unpackAnswer } from './engine/packed.ts'
import { type RowFollower, followRows } from './follower.ts'
import { LiveIndex } from './live-index.ts'
import type { RowsHead, RowSource, SourceRow } from './row-source.ts'

const PATIENCE_MS = 5_000
const LIMITS = {
  pollMs: 5,
  reconnect: { firstPauseMs: 5, pauseMsMax: 20 },
  sliceMs: 0,
  deadMin: 5,
  deadShare: 0.5,
} as const

/** Rows in memory, in pages of one, that can be made to fail. */
class FakeRows {
  generation = 1
  breakAfter = Infinity
  readonly shown: string[] = []
  readonly #rows = new Map<string, SourceRow & { change: number }>()
  #change = 0

  apply(...documents: readonly SearchDocument[]): void {
    this.#change += 1
    for (const document of documents)
      this.#rows.set(document.id, { id: document.id, document, change: this.#change })
  }

  open(): RowSource {
    return {
      head: async () => this.#head(),
      read: (generation, after, show) => this.#read(generation, after, show),
      vectors: async () => new Map(),
      wait: (timeoutMs) => new Promise((resolve) => setTimeout(resolve, timeoutMs)),
      wake: () => undefined,
      close: async () => undefined,
    }
  }

  #head(): RowsHead {
    const position = Position.parse(this.#change)
    return { generation: this.generation, change: this.#change, position, model: null }
  }

  async #read(
    generation: number,
    after: number,
    show: (rows: readonly SourceRow[]) => Promise<void>,
  ): Promise<RowsHead | null> {
    const head = this.#head()
    if (head.generation !== generation) return null
    for (const row of [...this.#rows.values()].filter(({ change }) => change > after)) {
      if (this.breakAfter-- <= 0) throw new Fault('store-unavailable', 'the line is cut')
      this.shown.push(row.id)
      await show([row])
    }
    return head
  }
}

const colour = (text: number, body: string): SearchDocument => documentOf({ text, body })
const found = (live: LiveIndex, word: string): number =>
  unpackAnswer(live.engine.search(queryFor(word))).lexicalTotal

describe('a follower', () => {
  let rows: FakeRows
  let live: LiveIndex
  let faults: Fault[]
  let follower: RowFollower

  beforeEach(() => {
    rows = new FakeRows()
    live = new LiveIndex(1)
    faults = []
    rows.apply(colour(1, 'rouge'), colour(2, 'rouge'), colour(3, 'rouge'))
  })
  afterEach(() => follower.close())

  const start = async (): Promise<void> => {
    follower = followRows({
      open: async () => rows.open(),
      live,
      engineOptions: {},
      onFault: (fault) => faults.push(fault),
      limits: LIMITS,
    })
    await live.waitFor(Position.parse(1), PATIENCE_MS)
  }

  test('that loses its source in the middle of a change shows nothing of it, and all of it later', async () => {
    await start()
    rows.breakAfter = 2
    rows.apply(colour(1, 'bleu'), colour(2, 'bleu'), colour(3, 'bleu'))
    await vi.waitFor(() => expect(faults).toHaveLength(1), { timeout: PATIENCE_MS, interval: 1 })
    expect([found(live, 'rouge'), found(live, 'bleu')]).toEqual([3, 0])
    expect(live.engine.position).toBe(1)
    rows.breakAfter = Infinity
    await live.waitFor(Position.parse(2), PATIENCE_MS)
    expect([found(live, 'rouge'), found(live, 'bleu')]).toEqual([0, 3])
  })

  test('that cannot load keeps retrying', async () => {
    rows.breakAfter = 1
    const ready = start()
    await vi.waitFor(() => expect(faults).toHaveLength(1), { timeout: PATIENCE_MS, interval: 1 })
    expect(() => live.engine).toThrow(/still being loaded/)
    rows.breakAfter = Infinity
    await ready
    expect(found(live, 'rouge')).toBe(3)
  })

  test('rebuilds when too many entries are dead; entries of earlier answers can still be shown', async () => {
    await start()
    const first = live.engine
    const [old] = unpackAnswer(first.search(queryFor('rouge'))).lexical
    for (let round = 2; live.engine === first && round < 20; round++) {
      rows.apply(colour(1, 'bleu'), colour(2, `bleu ${round}`), colour(3, 'rouge'))
      await live.waitFor(Position.parse(round), PATIENCE_MS)
      await new Promise((resolve) => setTimeout(resolve, 4 * LIMITS.pollMs))
    }
    expect(live.engine).not.toBe(first)
    // On a busy machine a round may be applied during the rebuild and leave some entries dead.
    expect(live.engine.deadEntries).toBeLessThanOrEqual(LIMITS.deadMin)
    expect([found(live, 'rouge'), found(live, 'bleu')]).toEqual([1, 2])
    expect(JSON.parse(live.displays([old?.entry ?? 0]))).toMatchObject([{ slug: 'texte-1' }])
  })

  test('moves on to another generation as soon as that is the live one', async () => {
    await start()
    rows.generation = 2
    rows.apply(colour(4, 'vert'))
    await live.waitFor(Position.parse(2), PATIENCE_MS)
    expect(found(live, 'vert')).toBe(1)
    expect(found(live, 'rouge')).toBe(3)
    expect(faults).toEqual([])
  })
})

describe('displays of an engine that was replaced', () => {
  test('are kept for more than a minute, but not forever', async () => {
    let now = 0
    const rows = new FakeRows()
    rows.apply(colour(1, 'rouge'))
    const live = new LiveIndex(1, { now: () => now })
    const follower = followRows({
      open: async () => rows.open(),
      live,
      engineOptions: {},
      onFault: () => undefined,
      limits: LIMITS,
    })
    await live.waitFor(Position.parse(1), PATIENCE_MS)
    const first = live.engine
    rows.generation = 2
    await vi.waitFor(() => expect(live.engine).not.toBe(first), PATIENCE_MS)
    now = 61_000
    expect(JSON.parse(live.displays([1]))).toHaveLength(1)
    now = 1_000_000
    expect(() => live.displays([1])).toThrow(/too old/)
    await follower.close()
  })
})
