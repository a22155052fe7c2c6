import type { SearchDocument } from '#contracts/search/document.ts'
import { shownOf } from '#contracts/search/shown.ts'
import { ints } from './column.ts'
import { type Pieces, type SavedReader, saveNumbers, type SavedSlots } from './saved.ts'

const PAGE_BYTES = 256 * 1024
/** Entries of one section of what is saved. */
const SAVED_AT_ONCE = 4_096

/**
 * How each entry is shown, as JSON in pages of bytes outside the heap. Kept apart so that it can
 * outlive its engine: an answer may name entries of an index that has since been replaced.
 */
export class Displays {
  /** Entry number of slot 0. */
  readonly firstEntry: number
  readonly #pages: Buffer[] = []
  #used = PAGE_BYTES
  readonly #page = ints()
  readonly #from = ints()
  readonly #to = ints()

  constructor(firstEntry: number) {
    this.firstEntry = firstEntry
  }

  get nextEntry(): number {
    return this.firstEntry + this.#page.length
  }

  add(document: SearchDocument): void {
    this.#append(Buffer.from(JSON.stringify(shownOf(document))))
  }

  *save({ slots }: SavedSlots): Pieces {
    yield* saveNumbers(Int32Array.from(slots, (slot) => this.#to.at(slot) - this.#from.at(slot)))
    for (let first = 0; first < slots.length; first += SAVED_AT_ONCE) {
      const some = slots.subarray(first, first + SAVED_AT_ONCE)
      yield* saveNumbers(Buffer.concat(Array.from(some, (slot) => this.#bytes(slot))))
    }
  }

  load(reader: SavedReader): void {
    const lengths = reader.ints()
    for (let first = 0; first < lengths.length; first += SAVED_AT_ONCE) {
      const bytes = reader.bytes()
      let at = 0
      for (const length of lengths.subarray(first, first + SAVED_AT_ONCE)) {
        this.#append(bytes.subarray(at, at + length))
        at += length
      }
    }
  }

  /** JSON of an EntryDisplay; null for an entry of another index. */
  json(entry: number): string | null {
    if (entry < this.firstEntry || entry >= this.nextEntry) return null
    return this.#bytes(entry - this.firstEntry).toString('utf8')
  }

  #bytes(slot: number): Buffer {
    const page = this.#pages[this.#page.at(slot)] ?? Buffer.alloc(0)
    return page.subarray(this.#from.at(slot), this.#to.at(slot))
  }

  #append(json: Uint8Array): void {
    const page = this.#pageFor(json.length)
    this.#page.push(this.#pages.length - 1)
    this.#from.push(this.#used)
    page.set(json, this.#used)
    this.#used += json.length
    this.#to.push(this.#used)
  }

  #pageFor(size: number): Buffer {
    const last = this.#pages.at(-1)
    if (last !== undefined && this.#used + size <= last.length) return last
    this.#used = 0
    const page = Buffer.alloc(Math.max(PAGE_BYTES, size))
    this.#pages.push(page)
    return page
  }
}
