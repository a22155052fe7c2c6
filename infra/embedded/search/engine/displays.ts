import type { SearchDocument } from '#contracts/search/document.ts'
import { shownOf } from '#contracts/search/shown.ts'
import { ints } from './column.ts'

const PAGE_BYTES = 256 * 1024

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
    const json = Buffer.from(JSON.stringify(shownOf(document)))
    const page = this.#pageFor(json.length)
    this.#page.push(this.#pages.length - 1)
    this.#from.push(this.#used)
    this.#used += json.copy(page, this.#used)
    this.#to.push(this.#used)
  }

  /** JSON of an EntryDisplay; null for an entry of another index. */
  json(entry: number): string | null {
    if (entry < this.firstEntry || entry >= this.nextEntry) return null
    const slot = entry - this.firstEntry
    const page = this.#pages[this.#page.at(slot)]
    return page?.toString('utf8', this.#from.at(slot), this.#to.at(slot)) ?? null
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
