/**
 * Computes the shipped model without running its graph. The graph sums coded rows; a runtime needs
 * eighty steps for that, which take longer than the sums. `BAG_OF_ROWS_STEPS` tells the graph that
 * `infra/embeddings/train/export.py` writes from any other.
 */
import type { GraphConstant, OnnxFile } from './onnx-file.ts'
import { type CodedRows, makeSums, ROWS_AT_ONCE } from './sums.ts'

/** SHA-256 of the steps that this file computes. */
export const BAG_OF_ROWS_STEPS = '6eeaf732c995b41e271fd9c1be4ea18365677dee8767dbd0c7c64c05210990f6'

/** Pieces of a text, the first of them the mark of its start; returns a unit vector or zeros. */
export type EmbedPieces = (pieces: readonly number[]) => Float32Array

/** Rows of stems, of pairs of stems and of runs of letters. */
const TABLES = ['stem', 'pair', 'run'] as const
const TABLE = { stem: 0, pair: 1, run: 2 } as const

/** Runs of letters have so many pieces. */
const RUN_PIECES = [3, 4, 5] as const
const INT64_BYTES = 8

const floatsOf = ({ bytes }: GraphConstant): Float32Array =>
  new Float32Array(Uint8Array.from(bytes).buffer)

/** Integers of a graph are below 2^53. */
const integersOf = ({ bytes }: GraphConstant): Float64Array => {
  const all = new BigInt64Array(Uint8Array.from(bytes).buffer)
  return Float64Array.from({ length: bytes.length / INT64_BYTES }, (_, at) => Number(all[at]))
}

/** How often each name occurs in a list, in the order of first occurrence. */
const counted = (names: readonly number[]): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** The place of a key in sorted keys, or -1. */
const placeOf = (keys: Float64Array, key: number): number => {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] ?? 0) < key) low = middle + 1
    else high = middle
  }
  return keys[low] === key ? low : -1
}

/** Opens a file whose steps are `BAG_OF_ROWS_STEPS`. Throws a RangeError without its parts. */
export const openBagOfRows = ({ constants }: OnnxFile): EmbedPieces => {
  const constant = (name: string): GraphConstant => {
    const found = constants.get(name)
    if (found === undefined) throw new RangeError(`the graph has no ${name}`)
    return found
  }
  const integer = (name: string): number => integersOf(constant(name))[0] ?? 0
  const float = (name: string): number => floatsOf(constant(name))[0] ?? 0
  const codedRows = (name: string): CodedRows => {
    const { bytes, dimensions } = constant(`${name}_codes`)
    return {
      codes: bytes,
      codesOfRow: dimensions[1] ?? 0,
      points: floatsOf(constant(`${name}_points`)),
      width: constant(`${name}_points`).dimensions[1] === 2 ? 2 : 3,
    }
  }
  const tables = TABLES.map(codedRows)
  const scalesOf = TABLES.map((name) => floatsOf(constant(`${name}_scales`)))
  const dimensions = (tables[0]?.codesOfRow ?? 0) * (tables[0]?.width ?? 0)
  const sums = makeSums(tables, dimensions)
  const stemOfPiece = integersOf(constant('row_of_piece'))
  const letterOfPiece = integersOf(constant('letter_of_piece'))
  const pairKeys = integersOf(constant('keys_last'))
  const [stemsMax, runBase, buckets] = [
    integer('rows_max'),
    integer('run_base'),
    integer('buckets'),
  ]
  const wordStart = integer('start_letter')
  // The graph multiplies each of n places by n^(damping - 1).
  const power = float('damping') + 1
  const [pairShare, runShare] = [float('pair_share'), float('run_share')]

  /** Adds the row of each name, weighted by how often the name occurs. */
  const addAll = (
    table: number,
    names: readonly number[],
    { share, rowOf }: { readonly share: number; readonly rowOf: (name: number) => number },
  ): void => {
    const { firsts, scales } = sums.chosen
    const codesOfRow = tables[table]?.codesOfRow ?? 0
    let count = 0
    for (const [name, times] of counted(names)) {
      if (count === ROWS_AT_ONCE) {
        sums.add(table, count)
        count = 0
      }
      const row = rowOf(name)
      firsts[count] = row * codesOfRow
      scales[count++] = share * times ** power * (scalesOf[table]?.[row] ?? 0)
    }
    sums.add(table, count)
  }
  /** Places of the pairs of stems that follow each other. */
  const pairsIn = (held: readonly number[]): number[] => {
    const found: number[] = []
    for (let at = 1; at < held.length; at++) {
      const place = placeOf(pairKeys, (held[at - 1] ?? 0) * stemsMax + (held[at] ?? 0))
      if (place >= 0) found.push(place)
    }
    return found
  }
  /** Runs within one spelled word, by size and bucket. */
  const runsIn = (letters: readonly number[]): number[] => {
    const found: number[] = []
    for (const [number, size] of RUN_PIECES.entries())
      for (let first = 0; first + size <= letters.length; first++) {
        let key = letters[first] ?? 0
        if (key === 0) continue
        let length = 1
        for (; length < size; length++) {
          const letter = letters[first + length] ?? 0
          if (letter === 0 || letter >= wordStart) break
          key = key * runBase + letter
        }
        if (length === size) found.push(number * buckets + (key % buckets))
      }
    return found
  }
  /** The stems that a text is made of, and the letters of its words that are spelled. */
  const read = (pieces: readonly number[]) => {
    const held: number[] = []
    const letters: number[] = []
    let isSpelled = false
    for (const piece of pieces) {
      const stem = stemOfPiece[piece] ?? 0
      const letter = letterOfPiece[piece] ?? 0
      if (stem > 0) held.push(stem)
      letters.push(letter)
      if (letter > 0) isSpelled = true
    }
    return { held, letters: isSpelled ? letters : [] }
  }
  return (pieces) => {
    const { held, letters } = read(pieces)
    addAll(TABLE.stem, held, { share: 1, rowOf: (stem) => stem })
    // Row 0 of pairs and of runs is that of nothing.
    addAll(TABLE.pair, pairsIn(held), { share: pairShare, rowOf: (place) => place + 1 })
    addAll(TABLE.run, runsIn(letters), { share: runShare, rowOf: (run) => (run % buckets) + 1 })
    return ofUnitLength(sums.take())
  }
}

/** Scales the vector to unit length in place; a zero vector stays as it is. */
const ofUnitLength = (vector: Float32Array): Float32Array => {
  let squares = 0
  for (let lane = 0; lane < vector.length; lane++) squares += (vector[lane] ?? 0) ** 2
  const length = Math.sqrt(squares)
  if (length > 0)
    for (let lane = 0; lane < vector.length; lane++) vector[lane] = (vector[lane] ?? 0) / length
  return vector
}
