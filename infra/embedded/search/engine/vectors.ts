import { Fault } from '#contracts/fault.ts'
import type { Scanner } from '../scan/crew.ts'
import type { Kernel } from '../scan/kernel.ts'
import { AT, BLOCK_ROWS, DIMENSIONS_MAX, MEMORY_BYTES_MAX, ROWS_MAX } from '../scan/layout.ts'
import { floats, ints } from './column.ts'
import type { Mask } from './filters.ts'
import {
  encodeQuery,
  encodeRow,
  type QueryCodes,
  type QueryScales,
  STEPS,
  unit,
} from './quantise.ts'
import {
  type Pieces,
  type RowRange,
  type SavedReader,
  saveNumbers,
  saveRows,
  type SavedSlots,
} from './saved.ts'
import { Sketches, SKETCHES, type SketchLimits } from './sketches.ts'

/** Bytes of the scale and the residual after a row's coarse codes, with padding. */
const LABEL_BYTES = 16
const roundUp = (value: number, step: number): number => Math.ceil(value / step) * step
/** Memory grows by at least a quarter, so that adding rows one by one stays cheap. */
const GROWTH = 1.25

/** The entries that a scan has read, and where their bounds start in its results. */
export type Scanned = {
  readonly count: number
  readonly slots: Int32Array
  /** One longer than `count`: the rows of the n-th entry end where those of the next one start. */
  readonly starts: Int32Array
  /** Upper and lower bound of each row's similarity, alternating. */
  readonly bounds: Float32Array
  /** The same for each entry's best row. */
  readonly best: Float32Array
}

/** How many entries and how many rows of them are listed for a scan. */
type Listed = { readonly count: number; readonly rows: number }

/** The memories of a column, which grow with it. */
export type Kernels = {
  /** Coarse codes. */
  readonly codes: Kernel
  /** Fine codes. */
  readonly fine: Kernel
  readonly sketches: Kernel
}

/**
 * The vectors of all passages, in numbers of two bytes: a scan reads the upper one of all rows, and
 * the lower one only of rows about which the upper ones leave a doubt. A scan of very many rows
 * leaves out those that are far away, by their sketches. The rows of an entry are adjacent.
 */
export class VectorColumn {
  readonly #dimensions: number
  readonly #codes: Kernel
  readonly #fine: Kernel
  readonly #sketchMemory: Kernel
  readonly #sketches: Sketches
  readonly #limits: SketchLimits
  readonly #scanner: Scanner
  readonly #lanes: number
  readonly #stride: number
  readonly #firstRow = ints()
  readonly #rowCount = ints()
  readonly #slots = ints()
  /** By row: the value of one step of its numbers. */
  readonly #steps = floats()
  /** By row: the ordinal of its passage. */
  readonly #ordinals = ints()
  /** By row: its entry. */
  readonly #slotOf = ints()
  #rows = 0
  /** The query that the memories hold. Its numbers may not change. */
  #encoded: { readonly query: Float32Array; readonly scales: QueryScales } | null = null

  constructor(
    dimensions: number,
    kernels: Kernels,
    scanner: Scanner,
    limits: SketchLimits = SKETCHES,
  ) {
    if (dimensions < 1 || dimensions > DIMENSIONS_MAX)
      throw new Fault(
        'search-vector-dimensions',
        `a vector may have 1 to ${DIMENSIONS_MAX} dimensions`,
      )
    this.#dimensions = dimensions
    this.#codes = kernels.codes
    this.#fine = kernels.fine
    this.#sketchMemory = kernels.sketches
    this.#sketches = new Sketches(kernels.sketches, dimensions)
    this.#limits = limits
    this.#scanner = scanner
    this.#lanes = roundUp(dimensions, 16)
    this.#stride = this.#lanes + LABEL_BYTES
  }

  get dimensions(): number {
    return this.#dimensions
  }

  get rows(): number {
    return this.#rows
  }

  /**
   * Adds the vectors of one entry, except those of another length or without a direction.
   * `ordinals`: of their passages; absent: they are numbered.
   */
  add(slot: number, vectors: readonly Float32Array[], ordinals?: readonly number[]): void {
    this.#firstRow.reserve(slot + 1)
    this.#rowCount.reserve(slot + 1)
    this.#firstRow.values[slot] = this.#rows
    for (const [at, vector] of vectors.entries()) {
      const row = vector.length === this.#dimensions ? unit(vector) : null
      if (row === null) continue
      this.#addRow(row)
      this.#ordinals.push(ordinals?.[at] ?? at)
      this.#slotOf.push(slot)
    }
    this.#rowCount.values[slot] = this.#rows - (this.#firstRow.values[slot] ?? 0)
  }

  /** Whether one of these entries has a row. */
  holds({ slots }: SavedSlots): boolean {
    return slots.some((slot) => this.#rowCount.at(slot) > 0)
  }

  *save({ slots }: SavedSlots): Pieces {
    const counts = Int32Array.from(slots, (slot) => this.#rowCount.at(slot))
    const ranges: (RowRange & { end: number })[] = []
    const rows: number[] = []
    for (const [number, slot] of slots.entries()) {
      const first = this.#firstRow.at(slot)
      const end = first + (counts[number] ?? 0)
      for (let row = first; row < end; row++) rows.push(row)
      const last = ranges.at(-1)
      if (last?.end === first) last.end = end
      else if (end > first) ranges.push({ first, end })
    }
    yield* saveNumbers(counts)
    yield* saveNumbers(this.#ordinals.pick(Int32Array.from(rows)))
    yield* saveNumbers(this.#steps.pick(Int32Array.from(rows)))
    for (const { kernel, rowBytes } of this.#codeMemories())
      yield* saveRows(rowBytes, ranges, (from, to) =>
        new Uint8Array(kernel.buffer(), AT.rows + from * rowBytes, (to - from) * rowBytes).slice(),
      )
    yield* this.#sketches.save(ranges)
  }

  /** Loads the rows of entries into an empty column. */
  load(reader: SavedReader): void {
    const counts = reader.ints()
    this.#ordinals.adopt(reader.ints())
    this.#steps.adopt(reader.floats())
    this.#rowCount.adopt(counts)
    this.#firstRow.adopt(new Int32Array(counts.length))
    for (const [slot, count] of counts.entries()) {
      this.#firstRow.values[slot] = this.#rows
      for (let n = 0; n < count; n++) this.#slotOf.push(slot)
      this.#rows += count
    }
    this.#makeRoom(this.#rows)
    for (const { kernel } of this.#codeMemories())
      reader.into((length) => new Uint8Array(kernel.buffer(), AT.rows, length))
    this.#sketches.load(reader)
  }

  /**
   * Starts a scan that bounds the similarity of every row under the mask to a unit query, or of
   * those that may be near where there are very many; the function returned ends it. Only one scan
   * may run at a time. `version`: another one means that the same mask may have changed.
   */
  scan(query: Float32Array, mask: Mask, slots: number, version: number): () => Scanned {
    const { rowsMin, candidates, share } = this.#limits
    const all = () => this.#compare(query, this.#list(mask, slots))
    if (this.#rows < rowsMin) return all()
    const rows = { mask, version, slotOf: this.#slotOf.values, count: this.#rows }
    const passing = this.#sketches.hide(rows)
    if (passing < rowsMin) return all()
    const finish = this.#sketches.read(query, this.#rows, this.#scanner)
    return () => {
      finish()
      return this.#compare(
        query,
        this.#listNear(Math.max(candidates, Math.ceil(share * passing))),
      )()
    }
  }

  /** Starts to bound the similarity of the listed rows; the function returned ends it. */
  #compare(query: Float32Array, { count, rows }: Listed): () => Scanned {
    const { scale, slack } = this.#encode(query)
    const finish = this.#scanner.start(this.#codes, {
      kind: 'bounds',
      count: rows,
      stride: this.#stride,
      lanes: this.#lanes,
      queryScale: scale,
      slack,
    })
    return () => {
      finish()
      this.#codes.best(count)
      const buffer = this.#codes.buffer()
      return {
        count,
        slots: this.#slots.values,
        starts: new Int32Array(buffer, AT.starts, count + 1),
        bounds: new Float32Array(buffer, AT.out, 2 * rows),
        best: new Float32Array(buffer, AT.best, 2 * count),
      }
    }
  }

  /** Computes the similarities of rows, given as indexes into the last scan's results. */
  similarities(query: Float32Array, listed: readonly number[]): Float64Array {
    const list = new Int32Array(this.#codes.buffer(), AT.list, ROWS_MAX)
    const rows = new Int32Array(listed.length)
    for (let n = 0; n < rows.length; n++) rows[n] = list[listed[n] ?? 0] ?? 0
    return this.#products(query, rows)
  }

  /** The ordinal of an entry's passage that is nearest to a unit query; null without passages. */
  nearestPassage(query: Float32Array, slot: number): number | null {
    const first = this.#firstRow.at(slot)
    const rows = Int32Array.from({ length: this.#rowCount.at(slot) }, (_, n) => first + n)
    let best = -Infinity
    let ordinal: number | null = null
    for (const [n, similarity] of this.#products(query, rows).entries()) {
      if (similarity <= best) continue
      best = similarity
      ordinal = this.#ordinals.at(first + n)
    }
    return ordinal
  }

  /** The products of a query with rows, by all of their codes. */
  #products(query: Float32Array, rows: Int32Array): Float64Array {
    const { scale, lowerScale } = this.#encode(query)
    const coarse = this.#multiply(this.#codes, this.#stride, rows)
    const fine = this.#multiply(this.#fine, this.#lanes, rows)
    const steps = this.#steps.values
    const products = new Float64Array(rows.length)
    for (let n = 0; n < rows.length; n++) {
      const upper = STEPS * (coarse[2 * n] ?? 0) + (fine[2 * n] ?? 0)
      const lower = STEPS * (coarse[2 * n + 1] ?? 0) + (fine[2 * n + 1] ?? 0)
      products[n] = (steps[rows[n] ?? 0] ?? 0) * (scale * upper + lowerScale * lower)
    }
    return products
  }

  /** Writes a query for both memories, unless it is the one that they hold. */
  #encode(query: Float32Array): QueryScales {
    const held = this.#encoded
    if (held?.query === query) return held.scales
    const scales = encodeQuery(query, this.#queryOf(this.#codes))
    encodeQuery(query, this.#queryOf(this.#fine))
    this.#encoded = { query, scales }
    return scales
  }

  #queryOf(kernel: Kernel): QueryCodes {
    const upper = new Int16Array(kernel.buffer(), AT.query, this.#lanes)
    return {
      upper,
      lower: new Int16Array(kernel.buffer(), AT.query + upper.byteLength, this.#lanes),
    }
  }

  /** Two sums a row: with the upper and with the lower codes of the query. */
  #multiply(kernel: Kernel, stride: number, rows: Int32Array): Int32Array {
    const buffer = kernel.buffer()
    new Int32Array(buffer, AT.chosen, rows.length).set(rows)
    kernel.products({ count: rows.length, stride, lanes: this.#lanes })
    return new Int32Array(buffer, AT.products, 2 * rows.length)
  }

  /** Lists for the kernel the rows to read and where those of each entry start. */
  #list(mask: Mask, slots: number): Listed {
    this.#slots.reserve(slots)
    const entries = this.#slots.values
    const list = new Int32Array(this.#codes.buffer(), AT.list, ROWS_MAX)
    const starts = new Int32Array(this.#codes.buffer(), AT.starts, ROWS_MAX + 1)
    const firstRow = this.#firstRow.values
    const rowCount = this.#rowCount.values
    let count = 0
    let rows = 0
    const end = Math.min(slots, rowCount.length)
    for (let slot = 0; slot < end; slot++) {
      if (mask[slot] === 0 || rowCount[slot] === 0) continue
      entries[count] = slot
      starts[count++] = rows
      const first = firstRow[slot] ?? 0
      const behind = first + (rowCount[slot] ?? 0)
      for (let row = first; row < behind; row++) list[rows++] = row
    }
    starts[count] = rows
    return { count, rows }
  }

  /** Lists for the kernel only the rows whose sketches are nearest to the query. */
  #listNear(wanted: number): Listed {
    const near = this.#sketches.near(this.#rows, wanted)
    const starts = new Int32Array(this.#codes.buffer(), AT.starts, ROWS_MAX + 1)
    new Int32Array(this.#codes.buffer(), AT.list, near.length).set(near)
    this.#slots.reserve(near.length)
    const slotOf = this.#slotOf.values
    const entries = this.#slots.values
    let count = 0
    let last = -1
    for (let n = 0; n < near.length; n++) {
      const slot = slotOf[near[n] ?? 0] ?? 0
      if (slot === last) continue
      entries[count] = last = slot
      starts[count++] = n
    }
    starts[count] = near.length
    return { count, rows: near.length }
  }

  #addRow(vector: Float32Array): void {
    const row = this.#rows
    this.#makeRoom(row + 1)
    const buffer = this.#codes.buffer()
    const at = AT.rows + row * this.#stride
    const { scale, residual, step } = encodeRow(vector, {
      coarse: new Int8Array(buffer, at, this.#dimensions),
      fine: new Int8Array(this.#fine.buffer(), AT.rows + row * this.#lanes, this.#dimensions),
    })
    // Rounded up, since the bound must hold after rounding to f32.
    new Float32Array(buffer, at + this.#lanes, 2).set([scale, residual * (1 + 1e-6) + 1e-7])
    this.#steps.push(step)
    this.#sketches.set(row, vector)
    this.#rows = row + 1
  }

  #codeMemories(): { readonly kernel: Kernel; readonly rowBytes: number }[] {
    return [
      { kernel: this.#codes, rowBytes: this.#stride },
      { kernel: this.#fine, rowBytes: this.#lanes },
    ]
  }

  #makeRoom(rows: number): void {
    const rowsMax = Math.min(ROWS_MAX, Math.floor((MEMORY_BYTES_MAX - AT.rows) / this.#stride))
    if (rows > rowsMax)
      throw new Fault('search-index-full', `the embedded index holds at most ${rowsMax} passages`, {
        hint: 'use Typesense for a corpus of this size (TYPESENSE_URL)',
      })
    for (const { kernel, rowBytes } of this.#codeMemories())
      this.#growTo(kernel, rowBytes, rows, rowsMax)
    const blocks = roundUp(rows, BLOCK_ROWS)
    this.#growTo(this.#sketchMemory, this.#sketches.rowBytes, blocks, roundUp(rowsMax, BLOCK_ROWS))
  }

  #growTo(kernel: Kernel, rowBytes: number, rows: number, rowsMax: number): void {
    if (AT.rows + rows * rowBytes <= kernel.buffer().byteLength) return
    kernel.grow(AT.rows + Math.min(Math.ceil(rows * GROWTH), rowsMax) * rowBytes)
  }
}
