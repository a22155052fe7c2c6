import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { Fault } from '#contracts/fault.ts'
import { makeFolder } from '../../../make-folder.ts'
import { removeDrafts } from '../../../whole-file.ts'
import { Engine, type EngineOptions } from '../engine/engine.ts'
import { SavedReader } from '../engine/saved.ts'
import type { RowsHead, RowSource } from '../row-source.ts'
import { openSealed, writeSealed } from './sealed-file.ts'

/** An engine with the rows of a generation up to a change. */
export type Loaded = Pick<RowsHead, 'generation' | 'change'> & { readonly engine: Engine }

/** What to write. `goOn` is asked after each slice; false gives the snapshot up. */
export type Saving = Loaded & { readonly goOn: () => Promise<boolean> }

/**
 * The index as a file, so that a large one opens without being built from its rows. The key of the
 * file is in the database: an erasure removes it, and then no copy of the file opens any more.
 */
export type IndexSnapshots = {
  /**
   * Returns the saved engine of the live generation, which may lack its latest changes; null if
   * none can be used.
   */
  load(rows: RowSource, head: RowsHead, options: EngineOptions): Promise<Loaded | null>
  /** Replaces what was saved before. False: it was given up, and what was saved stays. */
  save(rows: RowSource, saving: Saving): Promise<boolean>
}

const SLICE_MS = 5

class GivenUp extends Error {}

async function* inSlices(saving: Saving, sliceMs: number): AsyncGenerator<Uint8Array> {
  let started = performance.now()
  for (const piece of saving.engine.save()) {
    yield piece
    if (performance.now() - started < sliceMs) continue
    await breathe()
    if (!(await saving.goOn())) throw new GivenUp()
    started = performance.now()
  }
}

/**
 * Keeps the snapshot in a file of its own, and its key with the rows. Searches wait no longer than
 * `sliceMs` for a slice of writing.
 */
export const makeSnapshots = (file: string, sliceMs = SLICE_MS): IndexSnapshots => ({
  load: async (rows, head, options) => {
    const sealed = openSealed(file)
    if (sealed === null) return null
    try {
      const kept = await rows.snapshot(sealed.id)
      if (kept === null || kept.generation !== head.generation) return null
      const engine = new Engine(options)
      sealed.open(kept.key, (pull) => engine.load(new SavedReader(pull), kept.position))
      return { generation: kept.generation, change: kept.change, engine }
    } catch (error) {
      // A damaged file is built anew from the rows; a fault of the database is reported.
      if (error instanceof Fault) throw error
      return null
    } finally {
      sealed.close()
    }
  },
  save: async (rows, saving) => {
    const before = openSealed(file)
    before?.close()
    const made = rows.makeSnapshotKey()
    try {
      await makeFolder(dirname(file))
      await removeDrafts(file)
      await writeSealed(file, made.id, made.key, inSlices(saving, sliceMs))
    } catch (error) {
      if (error instanceof GivenUp) return false
      throw snapshotFault(error)
    }
    const { generation, change, engine } = saving
    const isKept = await rows.keepSnapshot({
      id: made.id,
      wrapped: made.wrapped,
      generation,
      change,
      position: engine.position,
      replaced: before?.id ?? null,
    })
    // A change came after the last slice: what is in the file may not be kept.
    if (!isKept) await rm(file, { force: true })
    return isKept
  },
})

const snapshotFault = (cause: unknown): Fault =>
  cause instanceof Fault ? cause : new Fault('search-snapshot-failed', { cause })
