import type { PostingLists } from './posting-lists.ts'
import {
  type Pieces,
  type SavedReader,
  saveNumbers,
  type SavedSlots,
  saveStrings,
} from './saved.ts'

/** A section is closed at about so many terms or bytes. */
const SECTION = { terms: 65_536, bytes: 4 * 1024 * 1024 } as const
/** A count of a title is in the upper half of 32 bits, as `Words` has it. */
const BODY_ONES = 0x1_0000
const SEVEN_BITS = 0x7f
const MORE = 0x80

/** Numbers of as few bytes as each needs: seven bits a byte, the lowest first. */
class PackedNumbers {
  #bytes = new Uint8Array(SECTION.bytes)
  length = 0

  push(value: number): void {
    if (this.length + 5 > this.#bytes.length) {
      const longer = new Uint8Array(2 * this.#bytes.length)
      longer.set(this.#bytes)
      this.#bytes = longer
    }
    let left = value
    while (left > SEVEN_BITS) {
      this.#bytes[this.length++] = (left & SEVEN_BITS) | MORE
      left >>>= 7
    }
    this.#bytes[this.length++] = left
  }

  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.length)
    this.length = 0
    return taken
  }
}

/**
 * Saves which of the entries have each term, and the counts: of each pair how far its entry is from
 * the one before, and the count of the title beside that of the body.
 */
export function* savePostings(
  numbers: ReadonlyMap<string, number>,
  lists: PostingLists,
  { numberOf }: SavedSlots,
): Pieces {
  const packed = new PackedNumbers()
  let terms: string[] = []
  let pairCounts: number[] = []
  function* section(): Pieces {
    yield* saveStrings(terms)
    yield* saveNumbers(Int32Array.from(pairCounts))
    yield* saveNumbers(packed.take())
    terms = []
    pairCounts = []
  }
  for (const [term, list] of numbers) {
    let pairs = 0
    let last = -1
    lists.visit(list, (page, from, to) => {
      for (let at = from; at < to; at += 2) {
        const number = numberOf[page[at] ?? 0] ?? -1
        if (number < 0) continue
        const counts = page[at + 1] ?? 0
        packed.push(number - last)
        // Most words are not in the title: their counts take one byte.
        packed.push(counts < BODY_ONES ? 2 * counts : 2 * (counts >>> 16) + 1)
        if (counts >= BODY_ONES) packed.push(counts & (BODY_ONES - 1))
        last = number
        pairs += 1
      }
    })
    if (pairs === 0) continue
    terms.push(term)
    pairCounts.push(pairs)
    if (terms.length === SECTION.terms || packed.length > SECTION.bytes / 2) yield* section()
  }
  if (terms.length > 0) yield* section()
  yield* section()
}

/** Lists of the entries, one after the other, and where each ends. */
type Runs = { readonly runs: Int32Array; readonly ends: Int32Array }

/** Loads them into lists, which `listOf` makes; returns the lists of each of `length` entries. */
export const loadPostings = (
  reader: SavedReader,
  length: number,
  listOf: (term: string) => number,
  lists: PostingLists,
): Runs => {
  const made: number[] = []
  const ends = new Int32Array(length)
  for (;;) {
    const terms = reader.strings()
    const pairCounts = reader.ints()
    const packed = reader.bytes()
    if (terms.length === 0) break
    let at = 0
    const next = (): number => {
      let value = 0
      for (let shift = 0; ; shift += 7) {
        const byte = packed[at++] ?? 0
        value |= (byte & SEVEN_BITS) << shift
        if (byte < MORE) return value
      }
    }
    for (const [n, term] of terms.entries()) {
      const list = listOf(term)
      const pairs = pairCounts[n] ?? 0
      let slot = -1
      for (let pair = 0; pair < pairs; pair++) {
        slot += next()
        const counts = next()
        lists.append(
          list,
          slot,
          (counts & 1) === 0 ? counts >>> 1 : (counts >>> 1) * BODY_ONES + next(),
        )
        ends[slot] = (ends[slot] ?? 0) + 1
      }
      made.push(list)
    }
  }
  return turned(made, lists, ends)
}

/** The lists of each entry from the entries of each list. `counts`: how many each entry has. */
const turned = (made: readonly number[], lists: PostingLists, counts: Int32Array): Runs => {
  const next = new Int32Array(counts.length)
  let sum = 0
  for (let slot = 0; slot < counts.length; slot++) {
    next[slot] = sum
    sum += counts[slot] ?? 0
    counts[slot] = sum
  }
  const runs = new Int32Array(sum)
  for (const list of made)
    lists.visit(list, (page, from, to) => {
      for (let at = from; at < to; at += 2) {
        const slot = page[at] ?? 0
        const place = next[slot] ?? 0
        runs[place] = list
        next[slot] = place + 1
      }
    })
  return { runs, ends: counts }
}
