/**
 * Whether a text holds a stretch within a given edit distance of a pattern: the bit-parallel
 * algorithm of Myers ("A fast bit-vector algorithm for approximate string matching", 1999) in
 * blocks of 32 characters, of which only those within the distance are computed. Time grows with
 * the text times the distance divided by 32.
 */

const BLOCK = 32
const ALL = -1

/** For each character of a pattern, the places that it has there, one bit each. */
type Places = ReadonlyMap<number, Int32Array>

const placesIn = (pattern: string, blocks: number): Places => {
  const places = new Map<number, Int32Array>()
  for (let at = 0; at < pattern.length; at += 1) {
    const code = pattern.charCodeAt(at)
    const known = places.get(code) ?? new Int32Array(blocks)
    known[at >> 5] = (known[at >> 5] ?? 0) | (1 << (at & 31))
    places.set(code, known)
  }
  return places
}

/**
 * One column of the distance matrix: per block the rows that rise and fall by one, and the distance
 * at its last row.
 */
class Column {
  readonly #rises: Int32Array
  readonly #falls: Int32Array
  readonly #distances: Int32Array
  readonly #lastBits: Int32Array

  constructor(length: number, blocks: number) {
    this.#rises = new Int32Array(blocks).fill(ALL)
    this.#falls = new Int32Array(blocks)
    this.#distances = Int32Array.from({ length: blocks }, (_, block) =>
      Math.min(length, (block + 1) * BLOCK),
    )
    this.#lastBits = Int32Array.from({ length: blocks }, (_, block) =>
      Math.min(BLOCK - 1, length - 1 - block * BLOCK),
    )
  }

  distanceAt(block: number): number {
    return this.#distances[block] ?? 0
  }

  /** Starts a block below the last one that was computed, whose distance was `above` before. */
  open(block: number, above: number): void {
    this.#rises[block] = ALL
    this.#falls[block] = 0
    this.#distances[block] = above + (this.#lastBits[block] ?? 0) + 1
  }

  /** Moves a block on by a character of the text; takes and gives the change at its border. */
  step(block: number, equal: number, changeAbove: number): number {
    const rises = this.#rises[block] ?? 0
    const falls = this.#falls[block] ?? 0
    const lastBit = this.#lastBits[block] ?? 0
    const vertical = equal | falls
    const matched = changeAbove < 0 ? equal | 1 : equal
    const horizontal = (((matched & rises) + rises) ^ rises) | matched
    const up = falls | ~(horizontal | rises)
    const down = rises & horizontal
    const change = ((up >>> lastBit) & 1) - ((down >>> lastBit) & 1)
    const upShifted = (up << 1) | (changeAbove > 0 ? 1 : 0)
    const downShifted = (down << 1) | (changeAbove < 0 ? 1 : 0)
    this.#rises[block] = downShifted | ~(vertical | upShifted)
    this.#falls[block] = upShifted & vertical
    this.#distances[block] = (this.#distances[block] ?? 0) + change
    return change
  }
}

export type NearMatcher = (text: string, distanceMax: number) => boolean

/** Prepares a pattern. The matcher compares UTF-16 units. */
export const nearMatcher = (pattern: string): NearMatcher => {
  const blocks = Math.ceil(pattern.length / BLOCK)
  const places = placesIn(pattern, blocks)
  const nowhere = new Int32Array(blocks)
  return (text, distanceMax) => {
    if (distanceMax < 0) return false
    if (pattern.length <= distanceMax) return true
    const column = new Column(pattern.length, blocks)
    let last = Math.min(blocks, Math.max(1, Math.ceil(distanceMax / BLOCK))) - 1
    for (let at = 0; at < text.length; at += 1) {
      const equal = places.get(text.charCodeAt(at)) ?? nowhere
      let change = 0
      for (let block = 0; block <= last; block += 1)
        change = column.step(block, equal[block] ?? 0, change)
      const before = column.distanceAt(last) - change
      const begins = (equal[last + 1] ?? 0) & 1
      if (last < blocks - 1 && before <= distanceMax && (begins === 1 || change < 0)) {
        last += 1
        column.open(last, before)
        column.step(last, equal[last] ?? 0, change)
      } else while (last > 0 && column.distanceAt(last) >= distanceMax + BLOCK) last -= 1
      if (last === blocks - 1 && column.distanceAt(last) <= distanceMax) return true
    }
    return false
  }
}
