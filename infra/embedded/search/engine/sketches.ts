import type { Scanner } from '../scan/crew.ts'
import type { Kernel } from '../scan/kernel.ts'
import { AT } from '../scan/layout.ts'
import type { Mask } from './filters.ts'
import { encodeSketch } from './quantise.ts'

export type SketchLimits = {
  /** Fewer rows are all compared, so that nothing is missed. */
  readonly rowsMin: number
  /** At least so many rows are compared: those with the nearest sketches. */
  readonly candidates: number
  /** At least this share of the rows is compared. */
  readonly share: number
}

/**
 * Of 200,000 passages of law all of the nearest 10 and 99.4 % of the nearest 250 are compared. With
 * twice as many candidates it would be 99.8 %, at nearly twice the time.
 */
export const SKETCHES: SketchLimits = { rowsMin: 65_536, candidates: 8_192, share: 1 / 24 }

const BITS_PER_BYTE = 8
const VECTOR_BYTES = 16
const bytesFor = (dimensions: number): number =>
  VECTOR_BYTES * Math.ceil(dimensions / (BITS_PER_BYTE * VECTOR_BYTES))

/** The smallest distance that so many rows do not exceed. `rowsAt`: how many rows have it. */
const distanceOf = (rowsAt: Int32Array, candidates: number): number => {
  let rows = 0
  for (const [distance, some] of rowsAt.entries()) {
    rows += some
    if (rows >= candidates) return distance
  }
  return rowsAt.length
}

/**
 * One bit for each number of each vector: its sign. The share of bits in which two vectors differ
 * estimates the angle between them (Charikar, 2002), so a scan of the bits, a thirtieth of the
 * floats, finds the rows that are worth comparing. Which rows these are depends on nothing but the
 * vectors under the mask.
 */
export class Sketches {
  readonly #kernel: Kernel
  readonly #dimensions: number
  readonly #bytes: number

  constructor(kernel: Kernel, dimensions: number) {
    this.#kernel = kernel
    this.#dimensions = dimensions
    this.#bytes = bytesFor(dimensions)
  }

  get rowBytes(): number {
    return this.#bytes
  }

  /** There must be room for the row. */
  set(row: number, vector: Float32Array): void {
    encodeSketch(vector, this.#view(AT.rows + row * this.#bytes))
  }

  /** Starts to read the sketches of the first `rows`; the function returned completes it. */
  read(query: Float32Array, rows: number, scanner: Scanner): () => void {
    encodeSketch(query, this.#view(AT.query))
    return scanner.start(this.#kernel, { kind: 'distances', count: rows, bytes: this.#bytes })
  }

  /**
   * Chooses the rows to compare: of the first `rows`, which were read, those that pass the mask and
   * are no farther away than the last candidate. Writes their numbers into `near`, ascending, and
   * returns how many they are. `slotOf`: the entry of each row.
   */
  near(
    rows: number,
    { mask, slotOf }: { readonly mask: Mask; readonly slotOf: Int32Array },
    candidates: number,
    near: Int32Array,
  ): number {
    const distances = new Int32Array(this.#kernel.buffer(), AT.out, rows)
    const rowsAt = new Int32Array(this.#dimensions + 1)
    for (let row = 0; row < rows; row++) {
      const distance = distances[row] ?? 0
      rowsAt[distance] = (rowsAt[distance] ?? 0) + (mask[slotOf[row] ?? 0] ?? 0)
    }
    const distanceMax = distanceOf(rowsAt, candidates)
    let count = 0
    for (let row = 0; row < rows; row++)
      if ((distances[row] ?? 0) <= distanceMax && mask[slotOf[row] ?? 0] === 1) near[count++] = row
    return count
  }

  #view(at: number): Uint8Array {
    return new Uint8Array(this.#kernel.buffer(), at, this.#bytes)
  }
}
