import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import { Position } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import { documentOf, queryFor } from '../../../test/contract/search-fixtures.ts'
import { unpackAnswer } from './engine/packed.ts'
import { makeVault } from '../../postgres/platform/vault.ts'
import { type RowFollower, followRows, type SnapshotLimits } from './follower.ts'
import { LiveIndex } from './live-index.ts'
import { makeSnapshots } from './snapshot/snapshots.ts'
import type { KeptSnapshot, NewSnapshot, RowsHead, RowSource, SourceRow } from './row-source.ts'

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
  /** How often a snapshot was kept. */
  kept = 0
  readonly shown: string[] = []
  readonly #rows = new Map<string, SourceRow & { change: number }>()
  #change = 0
  readonly #snapshots = new Map<string, KeptSnapshot>()
  readonly #vault = makeVault('a pepper of the tests, long enough to be one')

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
      snapshot: async (id) => this.#snapshots.get(id) ?? null,
      makeSnapshotKey: () => this.#vault.makeKey(),
      keepSnapshot: async (made) => this.#keepSnapshot(made),
      wait: (timeoutMs) => new Promise((resolve) => setTimeout(resolve, timeoutMs)),
      wake: () => undefined,
      close: async () => undefined,
    }
  }

  #keepSnapshot({ id, wrapped, replaced, ...rest }: NewSnapshot): boolean {
    this.#snapshots.delete(replaced ?? '')
    if (rest.change !== this.#change) return false
    this.#snapshots.set(id, { ...rest, key: this.#vault.unwrap(wrapped) })
    this.kept += 1
    return true
  }

  get keys(): number {
    return this.#snapshots.size
  }

  /** As an erasure does. */
  forgetSnapshots(): void {
    this.#snapshots.clear()
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

const AT_ONCE: SnapshotLimits = {
  passagesMin: 0,
  quietMs: 0,
  pauseMs: 0,
  pauseShare: 0,
  lookMs: 0,
}

describe('an index that is kept in a file', () => {
  let folder: string
  let file: string
  let rows: FakeRows
  let faults: Fault[]

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pandect-snapshot-'))
    file = join(folder, 'kept', 'search-index')
    rows = new FakeRows()
    faults = []
    rows.apply(colour(1, 'rouge'), colour(2, 'rouge'), colour(3, 'rouge'))
  })
  afterEach(async () => {
    await follower?.close()
    await rm(folder, { recursive: true })
  })

  let follower: RowFollower | null = null

  /** One index at a time uses the file. */
  const open = async (position: number, kept = file): Promise<LiveIndex> => {
    await follower?.close()
    const live = new LiveIndex(1)
    follower = followRows({
      open: async () => rows.open(),
      live,
      engineOptions: {},
      snapshots: makeSnapshots(kept, 0),
      onFault: (fault) => faults.push(fault),
      limits: { ...LIMITS, snapshot: AT_ONCE },
    })
    await live.waitFor(Position.parse(position), PATIENCE_MS)
    return live
  }
  const isKept = (times: number): Promise<void> =>
    vi.waitFor(() => expect(rows.kept).toBe(times), { timeout: PATIENCE_MS, interval: 1 })
  /** What an index reads from the rows when it is opened. */
  const readsOnOpening = async (position: number): Promise<string[]> => {
    rows.shown.length = 0
    const live = await open(position)
    expect(found(live, 'rouge')).toBe(3)
    return rows.shown
  }

  test('is opened from it, and reads later changes alone', async () => {
    await open(1)
    await isKept(1)
    rows.apply(colour(4, 'bleu'))
    expect(await readsOnOpening(2)).toEqual([colour(4, 'bleu').id])
    expect(faults).toEqual([])
  })

  test('is kept anew after a change', async () => {
    await open(1)
    await isKept(1)
    rows.apply(colour(4, 'bleu'))
    await isKept(2)
    expect(await readsOnOpening(2)).toEqual([])
    expect(rows.keys).toBe(1)
  })

  test('is sealed: its file has no word of it', async () => {
    await open(1)
    await isKept(1)
    const bytes = await readFile(file, 'latin1')
    expect(bytes).not.toContain('rouge')
    expect(bytes).not.toContain('texte-1')
  })

  test('is built from the rows once the key of its file is gone, or its generation', async () => {
    await open(1)
    await isKept(1)
    const before = await readFile(file)
    rows.forgetSnapshots()
    expect(await readsOnOpening(1)).toHaveLength(3)
    await isKept(2)
    await writeFile(file, before)
    expect(await readsOnOpening(1)).toHaveLength(3)
    await isKept(3)
    rows.generation = 2
    expect(await readsOnOpening(1)).toHaveLength(3)
  })

  test.each([
    ['empty', () => truncate(file, 0)],
    ['cut off', async () => truncate(file, (await readFile(file)).length - 30)],
    [
      'changed in a byte',
      async () => {
        const bytes = await readFile(file)
        const at = Math.floor(bytes.length / 2)
        bytes[at] = 255 - (bytes[at] ?? 0)
        await writeFile(file, bytes)
      },
    ],
  ])('is built from the rows if its file is %s', async (_, damage) => {
    await open(1)
    await isKept(1)
    await damage()
    expect(await readsOnOpening(1)).toHaveLength(3)
    expect(faults).toEqual([])
  })

  test('is not kept when a change comes while it is written', async () => {
    const snapshots = makeSnapshots(file, 0)
    const { engine } = await open(1, join(folder, 'other'))
    const session = rows.open()
    const saving = { generation: 1, change: 1, engine }
    expect(await snapshots.save(session, { ...saving, goOn: async () => false })).toBe(false)
    rows.apply(colour(4, 'bleu'))
    expect(await snapshots.save(session, { ...saving, goOn: async () => true })).toBe(false)
    expect(existsSync(file)).toBe(false)
  })

  test('answers on if its file cannot be written, and says so', async () => {
    await writeFile(join(folder, 'kept'), 'no folder')
    const live = await open(1)
    await vi.waitFor(() => expect(faults.length).toBeGreaterThan(0), PATIENCE_MS)
    expect(faults[0]?.code).toBe('search-snapshot-failed')
    rows.apply(colour(4, 'bleu'))
    await live.waitFor(Position.parse(2), PATIENCE_MS)
    expect(found(live, 'bleu')).toBe(1)
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
