import { ints } from './column.ts'
import { type Pieces, type SavedReader, saveNumbers, type SavedSlots } from './saved.ts'

const PAGE_SHIFT = 16
const PAGE_INTS = 1 << PAGE_SHIFT

/**
 * One run of integers per slot, in order of slots, kept in pages: hundreds of thousands of small
 * arrays would cost more than their contents.
 */
export class NumberRuns {
  readonly #pages: Int32Array[] = []
  /** End of each slot's run; the run starts where the previous one ends. */
  readonly #ends = ints()
  #length = 0

  push(run: Iterable<number>): void {
    for (const value of run) {
      if (this.#length % PAGE_INTS === 0) this.#pages.push(new Int32Array(PAGE_INTS))
      const page = this.#pages[this.#length >> PAGE_SHIFT]
      if (page !== undefined) page[this.#length % PAGE_INTS] = value
      this.#length += 1
    }
    this.#ends.push(this.#length)
  }

  /** Takes the runs of all slots, one after the other, and where each ends. */
  adopt(runs: Int32Array, ends: Int32Array): void {
    this.#pages.length = 0
    for (let from = 0; from < runs.length; from += PAGE_INTS) {
      const page = runs.subarray(from, from + PAGE_INTS)
      if (page.length === PAGE_INTS) this.#pages.push(page)
      else {
        const last = new Int32Array(PAGE_INTS)
        last.set(page)
        this.#pages.push(last)
      }
    }
    this.#ends.adopt(ends)
    this.#length = runs.length
  }

  /** `renumber` maps the values. */
  *save({ slots }: SavedSlots, renumber = (value: number): number => value): Pieces {
    const ends = new Int32Array(slots.length)
    let length = 0
    for (const [number, slot] of slots.entries()) {
      length += this.#ends.at(slot) - this.#start(slot)
      ends[number] = length
    }
    const runs = new Int32Array(length)
    let at = 0
    for (const slot of slots)
      this.forEach(slot, (value) => {
        runs[at++] = renumber(value)
      })
    yield* saveNumbers(ends)
    yield* saveNumbers(runs)
  }

  load(reader: SavedReader): void {
    const ends = reader.ints()
    this.adopt(reader.ints(), ends)
  }

  isEmpty(slot: number): boolean {
    return this.#ends.at(slot) === this.#start(slot)
  }

  forEach(slot: number, show: (value: number) => void): void {
    const end = this.#ends.at(slot)
    for (let at = this.#start(slot); at < end; at++) show(this.#at(at))
  }

  /** Whether some consecutive pair of the run passes. */
  somePair(slot: number, passes: (first: number, second: number) => boolean): boolean {
    const end = this.#ends.at(slot)
    for (let at = this.#start(slot); at + 1 < end; at += 2)
      if (passes(this.#at(at), this.#at(at + 1))) return true
    return false
  }

  #start(slot: number): number {
    return slot === 0 ? 0 : this.#ends.at(slot - 1)
  }

  #at(index: number): number {
    return this.#pages[index >> PAGE_SHIFT]?.[index % PAGE_INTS] ?? 0
  }
}
