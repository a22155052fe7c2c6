/**
 * The form in which an engine is saved: sections, one after the other, each with its length before
 * it. They hold live entries alone, by their order of arrival, so that nothing replaced is kept.
 */

const LENGTH_BYTES = 8
/** Longer sections come in several pieces. */
const PIECE_BYTES = 1024 * 1024

type Numbers = Int8Array | Uint8Array | Int32Array | Float32Array | Float64Array

/** What is saved comes in pieces; a piece is only valid until the next one is asked for. */
export type Pieces = Generator<Uint8Array, void>

/** The entries to save: their slots, ascending. What is loaded numbers them from 0. */
export type SavedSlots = {
  readonly slots: Int32Array
  /** By slot: its number in what is saved, or -1. */
  readonly numberOf: Int32Array
}

export const savedSlots = (slots: Int32Array, length: number): SavedSlots => {
  const numberOf = new Int32Array(length).fill(-1)
  for (const [number, slot] of slots.entries()) numberOf[slot] = number
  return { slots, numberOf }
}

const lengthOf = (bytes: number): Uint8Array => new Uint8Array(Float64Array.of(bytes).buffer)

/** A section of numbers that lie in one array. */
export function* saveNumbers(numbers: Numbers): Pieces {
  const { buffer, byteOffset, byteLength } = numbers
  yield lengthOf(byteLength)
  // Copied, since the memory of a kernel is shared with other threads.
  for (let at = 0; at < byteLength; at += PIECE_BYTES)
    yield new Uint8Array(buffer, byteOffset + at, Math.min(PIECE_BYTES, byteLength - at)).slice()
}

/** Rows from `first` to `end` (exclusive). */
export type RowRange = { readonly first: number; readonly end: number }

/** A section of rows of the same length; `read` copies some that follow each other. */
export function* saveRows(
  rowBytes: number,
  ranges: readonly RowRange[],
  read: (first: number, end: number) => Uint8Array,
): Pieces {
  const rowsAtOnce = Math.max(1, Math.floor(PIECE_BYTES / rowBytes))
  yield lengthOf(ranges.reduce((sum, { first, end }) => sum + (end - first) * rowBytes, 0))
  for (const { first, end } of ranges)
    for (let row = first; row < end; row += rowsAtOnce)
      yield read(row, Math.min(row + rowsAtOnce, end))
}

/** A section of values without line breaks. */
export const saveStrings = (strings: readonly string[]): Pieces =>
  saveNumbers(Buffer.from(strings.map((value) => `${value}\n`).join('')))

/** Reads sections in the order in which they were saved. */
export class SavedReader {
  readonly #pull: () => Uint8Array | null
  #piece = new Uint8Array(0)
  #at = 0

  /** `pull` returns the next bytes, of any length, or null at their end. */
  constructor(pull: () => Uint8Array | null) {
    this.#pull = pull
  }

  bytes(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#length())
    this.#fill(bytes)
    return bytes
  }

  ints(): Int32Array<ArrayBuffer> {
    return new Int32Array(this.bytes().buffer)
  }

  floats(): Float32Array<ArrayBuffer> {
    return new Float32Array(this.bytes().buffer)
  }

  strings(): string[] {
    const bytes = this.bytes()
    const text = Buffer.from(bytes.buffer).toString('utf8')
    return text === '' ? [] : text.slice(0, -1).split('\n')
  }

  /** Reads a section into memory that the caller chooses by its length. */
  into(target: (length: number) => Uint8Array): void {
    this.#fill(target(this.#length()))
  }

  /** Throws a RangeError if something is left. */
  end(): void {
    if (this.#at < this.#piece.length || this.#pull() !== null)
      throw new RangeError('a saved index is longer than what it holds')
  }

  #length(): number {
    const bytes = new Uint8Array(LENGTH_BYTES)
    this.#fill(bytes)
    return new Float64Array(bytes.buffer)[0] ?? 0
  }

  #fill(target: Uint8Array): void {
    for (let filled = 0; filled < target.length;) {
      if (this.#at === this.#piece.length) this.#next()
      const some = this.#piece.subarray(this.#at, this.#at + target.length - filled)
      target.set(some, filled)
      filled += some.length
      this.#at += some.length
    }
  }

  #next(): void {
    const piece = this.#pull()
    if (piece === null) throw new RangeError('a saved index ends too early')
    this.#piece = new Uint8Array(
      piece.buffer,
      piece.byteOffset,
      piece.byteLength,
    ) as Uint8Array<ArrayBuffer>
    this.#at = 0
  }
}
