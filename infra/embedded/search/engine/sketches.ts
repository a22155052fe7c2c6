import type { Kernel } from '../scan/kernel.ts'
import { AT } from '../scan/layout.ts'
import { encodeSketch } from './quantise.ts'

export type SketchLimits = {
  /** Fewer rows are all compared, so that nothing is missed. */
  readonly rowsMin: number
  /** How many of the rows with the nearest sketches are compared at least. */
  readonly candidates: number
}

/** Over 200,000 passages of law 99.8 % of the nearest 250 are among so many candidates. */
export const SKETCHES: SketchLimits = { rowsMin: 65_536, candidates: 16_384 }

const BITS_PER_BYTE = 8
const VECTOR_BYTES = 16
const bytesFor = (dimensions: number): number =>
  VECTOR_BYTES * Math.ceil(dimensions / (BITS_PER_BYTE * VECTOR_BYTES))

/** The largest distance that so many rows do not exceed, all rows at that distance included. */
const distanceOf = (distances: Int32Array, candidates: number, dimensions: number): number => {
  const rowsAt = new Int32Array(dimensions + 1)
  for (const distance of distances) rowsAt[distance] = (rowsAt[distance] ?? 0) + 1
  let rows = 0
  for (let distance = 0; distance < dimensions; distance++) {
    rows += rowsAt[distance] ?? 0
    if (rows >= candidates) return distance
  }
  return dimensions
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

  /**
   * Whether each listed row is near enough to a unit query to be compared: by its distance, at most
   * the one returned.
   */
  near(
    query: Float32Array,
    listed: Int32Array,
    candidates: number,
  ): { readonly distances: Int32Array; readonly distanceMax: number } {
    const buffer = this.#kernel.buffer()
    new Int32Array(buffer, AT.list, listed.length).set(listed)
    encodeSketch(query, this.#view(AT.query))
    this.#kernel.distances({ count: listed.length, bytes: this.#bytes })
    const distances = new Int32Array(buffer, AT.out, listed.length)
    return { distances, distanceMax: distanceOf(distances, candidates, this.#dimensions) }
  }

  #view(at: number): Uint8Array {
    return new Uint8Array(this.#kernel.buffer(), at, this.#bytes)
  }
}
