import { ints } from './column.ts'

const PAGE_INTS = 1 << 18
const PAIR_INTS = 2
/**
 * A list starts with a small slice, since most words are rare, and doubles it up to a size that
 * scans well.
 */
const SLICE_PAIRS = { first: 2, max: 2_048 } as const
const NONE = -1

/** A range of pairs [slot, payload] from index `from` to `to` (exclusive). */
export type PairVisitor = (page: Int32Array, from: number, to: number) => void

/**
 * Many lists of pairs [slot, payload] in shared pages of integers. Lists only grow, in order of
 * slots. A list is a chain of slices; each one holds a link to the next and then its pairs.
 */
export class PostingLists {
  readonly #pages: Int32Array[] = []
  #used = PAGE_INTS
  readonly #head = ints()
  /** Address of the next pair, and the end of its slice. */
  readonly #tail = ints()
  readonly #tailEnd = ints()
  readonly #slicePairs = ints()

  /** Creates an empty list and returns its number, from 0. */
  create(): number {
    this.#tail.push(NONE)
    this.#tailEnd.push(NONE)
    this.#slicePairs.push(0)
    return this.#head.push(NONE)
  }

  append(list: number, slot: number, payload: number): void {
    if (this.#tail.at(list) === this.#tailEnd.at(list)) this.#addSlice(list)
    const at = this.#tail.at(list)
    const page = this.#page(at)
    page[at % PAGE_INTS] = slot
    page[(at % PAGE_INTS) + 1] = payload
    this.#tail.values[list] = at + PAIR_INTS
  }

  /** Calls `show` with each slice of a list. */
  visit(list: number, show: PairVisitor): void {
    let pairs: number = SLICE_PAIRS.first
    for (let slice = this.#head.at(list); slice !== NONE;) {
      const page = this.#page(slice)
      const at = slice % PAGE_INTS
      const next = page[at] ?? NONE
      const end = next === NONE ? this.#tail.at(list) - slice + at : at + 1 + pairs * PAIR_INTS
      show(page, at + 1, end)
      slice = next
      pairs = Math.min(2 * pairs, SLICE_PAIRS.max)
    }
  }

  #page(address: number): Int32Array {
    const page = this.#pages[Math.floor(address / PAGE_INTS)]
    if (page === undefined) throw new RangeError(`no page holds address ${address}`)
    return page
  }

  #addSlice(list: number): void {
    const grown = Math.min(2 * this.#slicePairs.at(list), SLICE_PAIRS.max)
    const pairs = Math.max(SLICE_PAIRS.first, grown)
    const slice = this.#allocate(1 + pairs * PAIR_INTS)
    this.#page(slice)[slice % PAGE_INTS] = NONE
    this.#link(list, slice)
    this.#slicePairs.values[list] = pairs
    this.#tail.values[list] = slice + 1
    this.#tailEnd.values[list] = slice + 1 + pairs * PAIR_INTS
  }

  #link(list: number, slice: number): void {
    const pairs = this.#slicePairs.at(list)
    if (pairs === 0) {
      this.#head.values[list] = slice
      return
    }
    const last = this.#tailEnd.at(list) - pairs * PAIR_INTS - 1
    this.#page(last)[last % PAGE_INTS] = slice
  }

  #allocate(size: number): number {
    if (this.#used + size > PAGE_INTS) {
      this.#pages.push(new Int32Array(PAGE_INTS))
      this.#used = 0
    }
    const address = (this.#pages.length - 1) * PAGE_INTS + this.#used
    this.#used += size
    return address
  }
}
