type Numbers = Int32Array | Uint8Array | Float32Array | Float64Array

const FIRST_LENGTH = 64

/**
 * A typed array that grows. `values` may be longer than what was pushed, and growing replaces it:
 * read it once per loop and do not keep a reference.
 */
export class Column<T extends Numbers> {
  values: T
  length = 0
  readonly #make: (length: number) => T

  constructor(make: (length: number) => T) {
    this.#make = make
    this.values = make(FIRST_LENGTH)
  }

  /** Returns the number of the new value. */
  push(value: number): number {
    const at = this.length
    this.reserve(at + 1)
    this.values[at] = value
    this.length = at + 1
    return at
  }

  /** Takes the array as its values. */
  adopt(values: T): void {
    this.values = values
    this.length = values.length
  }

  /** The values at these places. */
  pick(places: Int32Array): T {
    const picked = this.#make(places.length)
    for (let n = 0; n < places.length; n++) picked[n] = this.at(places[n] ?? 0)
    return picked
  }

  at(index: number): number {
    return this.values[index] ?? 0
  }

  add(index: number, change: number): void {
    this.values[index] = this.at(index) + change
  }

  /** Makes room for `length` values; new ones are 0. */
  reserve(length: number): void {
    if (length <= this.values.length) return
    const longer = this.#make(Math.max(length, 2 * this.values.length))
    longer.set(this.values)
    this.values = longer
  }
}

export const ints = (): Column<Int32Array> => new Column((length) => new Int32Array(length))
export const bytes = (): Column<Uint8Array> => new Column((length) => new Uint8Array(length))
export const floats = (): Column<Float32Array> => new Column((length) => new Float32Array(length))
export const doubles = (): Column<Float64Array> => new Column((length) => new Float64Array(length))
