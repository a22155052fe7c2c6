/**
 * The shipped model, computed here: its graph sums coded rows, which takes a runtime for graphs
 * eighty steps and longer than the sums take. A graph is known by its steps
 * (`infra/embeddings/train/export.py` writes them); of others nothing is said.
 */
import type { GraphConstant, OnnxFile } from './onnx-file.ts'

/** SHA-256 of the steps that this file computes. */
export const BAG_OF_ROWS_STEPS = '6eeaf732c995b41e271fd9c1be4ea18365677dee8767dbd0c7c64c05210990f6'

/** Pieces of a text, the first of them the mark of its start; returns a unit vector or zeros. */
export type EmbedPieces = (pieces: readonly number[]) => Float32Array

/** Rows of numbers; a byte names a point that stands for `width` of them, in units of the row. */
type CodedRows = {
  readonly codes: Uint8Array
  readonly codesOfRow: number
  readonly points: Float64Array
  readonly width: number
  readonly scales: Float32Array
}

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

/** Rows that a text is made of: where their codes begin, and by how much each counts. */
type Chosen = { readonly firsts: Int32Array; readonly scales: Float64Array; readonly count: number }

// The rows are added number by number, so that a sum stays in a register.

/** Adds rows whose codes stand for two numbers. */
const addPairs = (sum: Float64Array, { codes, codesOfRow, points }: CodedRows, chosen: Chosen) => {
  const { firsts, scales, count } = chosen
  for (let at = 0; at < codesOfRow; at++) {
    let first = 0
    let second = 0
    for (let row = 0; row < count; row++) {
      const point = 2 * (codes[(firsts[row] ?? 0) + at] ?? 0)
      const scale = scales[row] ?? 0
      first += scale * (points[point] ?? 0)
      second += scale * (points[point + 1] ?? 0)
    }
    sum[2 * at] = (sum[2 * at] ?? 0) + first
    sum[2 * at + 1] = (sum[2 * at + 1] ?? 0) + second
  }
}

/** Adds rows whose codes stand for three numbers. */
const addTriples = (
  sum: Float64Array,
  { codes, codesOfRow, points }: CodedRows,
  { firsts, scales, count }: Chosen,
): void => {
  for (let at = 0; at < codesOfRow; at++) {
    let first = 0
    let second = 0
    let third = 0
    for (let row = 0; row < count; row++) {
      const point = 3 * (codes[(firsts[row] ?? 0) + at] ?? 0)
      const scale = scales[row] ?? 0
      first += scale * (points[point] ?? 0)
      second += scale * (points[point + 1] ?? 0)
      third += scale * (points[point + 2] ?? 0)
    }
    sum[3 * at] = (sum[3 * at] ?? 0) + first
    sum[3 * at + 1] = (sum[3 * at + 1] ?? 0) + second
    sum[3 * at + 2] = (sum[3 * at + 2] ?? 0) + third
  }
}

/** How often each name stands in a list, in the order of their first places. */
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

/** The model of a file whose steps are `BAG_OF_ROWS_STEPS`. Throws a RangeError without its parts. */
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
      points: Float64Array.from(floatsOf(constant(`${name}_points`))),
      width: constant(`${name}_points`).dimensions[1] ?? 1,
      scales: floatsOf(constant(`${name}_scales`)),
    }
  }
  const [stems, pairs, runs] = [codedRows('stem'), codedRows('pair'), codedRows('run')]
  const dimensions = stems.codesOfRow * stems.width
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

  const addAll = (
    sum: Float64Array,
    rows: CodedRows,
    names: readonly number[],
    { share, rowOf }: { readonly share: number; readonly rowOf: (name: number) => number },
  ): void => {
    const counts = counted(names)
    const firsts = new Int32Array(counts.size)
    const scales = new Float64Array(counts.size)
    let count = 0
    for (const [name, times] of counts) {
      const row = rowOf(name)
      firsts[count] = row * rows.codesOfRow
      scales[count++] = share * times ** power * (rows.scales[row] ?? 0)
    }
    if (rows.width === 2) addPairs(sum, rows, { firsts, scales, count })
    else addTriples(sum, rows, { firsts, scales, count })
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
  return (pieces) => {
    const sum = new Float64Array(dimensions)
    const held = pieces.map((piece) => stemOfPiece[piece] ?? 0).filter((stem) => stem > 0)
    const letters = pieces.map((piece) => letterOfPiece[piece] ?? 0)
    addAll(sum, stems, held, { share: 1, rowOf: (stem) => stem })
    // Row 0 of pairs and of runs is that of nothing.
    addAll(sum, pairs, pairsIn(held), { share: pairShare, rowOf: (place) => place + 1 })
    addAll(sum, runs, runsIn(letters), { share: runShare, rowOf: (run) => (run % buckets) + 1 })
    let squares = 0
    for (const value of sum) squares += value * value
    const length = Math.sqrt(squares)
    return length === 0 ? new Float32Array(dimensions) : Float32Array.from(sum, (x) => x / length)
  }
}
