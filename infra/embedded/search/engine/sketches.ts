import type { Scanner } from '../scan/crew.ts'
import type { Kernel } from '../scan/kernel.ts'
import { AT, BLOCK_ROWS, DISTANCES, SKETCHES_AT } from '../scan/layout.ts'
import type { Mask } from './filters.ts'
import { distanceMax, encodeSketch, encodeSketchTable } from './quantise.ts'
import { type Pieces, type RowRange, type SavedReader, saveRows } from './saved.ts'

export type SketchLimits = {
  /** Fewer rows are all compared, so that nothing is missed. */
  readonly rowsMin: number
  /** At least so many rows are compared: those with the nearest sketches. */
  readonly candidates: number
  /** At least this share of the rows is compared. */
  readonly share: number
}

/**
 * Of 200,000 passages of law all of the nearest 10 and 99.9 % of the nearest 250 are compared, of a
 * million all and 99.9 % as well.
 */
export const SKETCHES: SketchLimits = { rowsMin: 32_768, candidates: 4_096, share: 1 / 128 }

/** Four bytes are read at once. */
const WORD = { bits: 32, bytes: 4 } as const

/** The rows that a search may find. */
export type Rows = {
  readonly mask: Mask
  /** Another number means that the same mask may say something else. */
  readonly version: number
  /** The entry of each row. */
  readonly slotOf: Int32Array
  readonly count: number
}

/**
 * One bit for each number of each vector: its sign. Their product with the numbers of a query
 * estimates the similarity (Gao and Long, RaBitQ, 2024, without their rotation and factors, which
 * found no more of these passages), so a scan of the bits, a thirtieth of the floats, finds the
 * rows that are worth comparing. Which rows these are depends on nothing but the vectors under the
 * mask.
 */
export class Sketches {
  readonly #kernel: Kernel
  readonly #bytes: number
  readonly #sketch: Uint8Array
  /** By how many bits sums are shortened, to be below DISTANCES. */
  #shift = 0
  /** The rows that are hidden at present, and how many are not. */
  #shown: (Pick<Rows, 'mask' | 'version' | 'count'> & { readonly passing: number }) | null = null

  constructor(kernel: Kernel, dimensions: number) {
    this.#kernel = kernel
    this.#bytes = WORD.bytes * Math.ceil(dimensions / WORD.bits)
    this.#sketch = new Uint8Array(this.#bytes)
    while (distanceMax(this.#bytes) >> this.#shift >= DISTANCES) this.#shift += 1
  }

  get rowBytes(): number {
    return this.#bytes
  }

  /** There must be room for the block of the row. */
  set(row: number, vector: Float32Array): void {
    encodeSketch(vector, this.#sketch)
    this.#write(row, this.#sketch)
  }

  /** Hides the rows that do not pass, and returns how many do. */
  hide({ mask, version, slotOf, count }: Rows): number {
    const last = this.#shown
    if (last?.mask === mask && last.version === version && last.count === count) return last.passing
    const hidden = new Uint8Array(this.#kernel.buffer(), SKETCHES_AT.hidden, blocksOf(count))
    let passing = 0
    for (let row = 0; row < count; row++) {
      const passes = mask[slotOf[row] ?? 0] ?? 0
      hidden[row] = passes - 1
      passing += passes
    }
    hidden.fill(255, count)
    this.#shown = { mask, version, count, passing }
    return passing
  }

  /** Starts to read the sketches of the first `rows`; the function returned completes it. */
  read(query: Float32Array, rows: number, scanner: Scanner): () => void {
    const table = new Uint8Array(this.#kernel.buffer(), SKETCHES_AT.table, 32 * this.#bytes)
    encodeSketchTable(query, table)
    const call = { count: blocksOf(rows), bytes: this.#bytes, shift: this.#shift }
    return scanner.start(this.#kernel, { kind: 'distances', ...call })
  }

  /**
   * Chooses the rows to compare: of the first `rows`, which were read, those that are not hidden
   * and no farther away than the last candidate; ascending.
   */
  near(rows: number, candidates: number): Int32Array {
    const count = this.#kernel.near({ count: rows, wanted: candidates })
    return new Int32Array(this.#kernel.buffer(), SKETCHES_AT.near, count)
  }

  save(ranges: readonly RowRange[]): Pieces {
    const bytes = this.#bytes
    return saveRows(bytes, ranges, (first, end) => {
      const all = new Uint8Array(this.#kernel.buffer())
      const rows = new Uint8Array((end - first) * bytes)
      for (let row = first; row < end; row++)
        for (let at = 0, from = this.#at(row); at < bytes; at++, from += BLOCK_ROWS)
          rows[(row - first) * bytes + at] = all[from] ?? 0
      return rows
    })
  }

  /** There must be room for all saved rows. */
  load(reader: SavedReader): void {
    const rows = reader.bytes()
    for (let row = 0; row < rows.length / this.#bytes; row++)
      this.#write(row, rows.subarray(row * this.#bytes, (row + 1) * this.#bytes))
  }

  #at(row: number): number {
    const lane = row % BLOCK_ROWS
    return AT.rows + (row - lane) * this.#bytes + lane
  }

  #write(row: number, sketch: Uint8Array): void {
    const all = new Uint8Array(this.#kernel.buffer())
    for (let at = 0, to = this.#at(row); at < sketch.length; at++, to += BLOCK_ROWS)
      all[to] = sketch[at] ?? 0
  }
}

/** Rows of whole blocks. */
const blocksOf = (rows: number): number => BLOCK_ROWS * Math.ceil(rows / BLOCK_ROWS)
