/** Adds up coded rows, eight codes at a time where this machine can. */
import { compileModule, exportsOver, makeMemory, PAGE_BYTES } from '../../wasm/module.ts'
import { SUMS_WASM } from './sums-wasm.ts'

/**
 * Rows of numbers in coded form: each byte is the index of a point, which holds `width` numbers in
 * units of the row.
 */
export type CodedRows = {
  readonly codes: Uint8Array
  /** A multiple of 8. */
  readonly codesOfRow: number
  /** `width` numbers each. */
  readonly points: Float32Array
  readonly width: 2 | 3
}

/** The most rows that one call adds; more rows take several calls. */
export const ROWS_AT_ONCE = 1_024

/** The n-th row to add: where its codes begin, and how often it counts. */
export type Chosen = { readonly firsts: Int32Array; readonly scales: Float32Array }

/** One sum at a time, over tables that do not change. */
export type Sums = {
  readonly chosen: Chosen
  /** Adds the first `count` chosen rows of a table, by its number. */
  add(table: number, count: number): void
  /** Returns the sum, and begins another. */
  take(): Float32Array
}

const CODES_AT_ONCE = 8
const FLOAT_BYTES = 4
/** Length of a padded point of three numbers. */
const TRIPLE_FLOATS = 4

type Add = (
  firsts: number,
  scales: number,
  count: number,
  codes: number,
  codesOfRow: number,
  points: number,
  sum: number,
) => void

/** Points as the loops read them. */
const laidOut = ({ points, width }: CodedRows): Float32Array => {
  if (width === 2) return points
  const padded = new Float32Array((points.length / width) * TRIPLE_FLOATS)
  for (let at = 0; at < points.length; at += width)
    padded.set(points.subarray(at, at + width), (at / width) * TRIPLE_FLOATS)
  return padded
}

/** null without WebAssembly SIMD. */
const fastSums = (tables: readonly CodedRows[], dimensions: number): Sums | null => {
  const module = compileModule(SUMS_WASM)
  if (module === null) return null
  let used = 0
  const place = (bytes: number): number => {
    const at = used
    used = 16 * Math.ceil((at + bytes) / 16)
    return at
  }
  const firstsAt = place(FLOAT_BYTES * ROWS_AT_ONCE)
  const scalesAt = place(FLOAT_BYTES * ROWS_AT_ONCE)
  const sumAt = place(FLOAT_BYTES * (dimensions + 1))
  const places = tables.map((table) => {
    const points = laidOut(table)
    const at = { codes: place(table.codes.length), points: place(points.byteLength) }
    return { ...at, table, numbers: points }
  })
  const memory = makeMemory(Math.ceil(used / PAGE_BYTES))
  const { buffer } = memory
  for (const { codes, points, table, numbers } of places) {
    new Uint8Array(buffer, codes).set(table.codes)
    new Float32Array(buffer, points).set(numbers)
  }
  const { addPairs, addTriples } = exportsOver(module, memory) as {
    readonly addPairs: Add
    readonly addTriples: Add
  }
  const sum = new Float32Array(buffer, sumAt, dimensions)
  const adding = places.map(({ codes, points, table: { codesOfRow, width } }) => {
    const add = width === 2 ? addPairs : addTriples
    return (count: number) => add(firstsAt, scalesAt, count, codes, codesOfRow, points, sumAt)
  })
  return {
    chosen: {
      firsts: new Int32Array(buffer, firstsAt, ROWS_AT_ONCE),
      scales: new Float32Array(buffer, scalesAt, ROWS_AT_ONCE),
    },
    add: (table, count) => adding[table]?.(count),
    take: () => {
      const taken = sum.slice()
      sum.fill(0)
      return taken
    },
  }
}

/** The same in plain JavaScript, bit for bit. */
export const plainSums = (tables: readonly CodedRows[], dimensions: number): Sums => {
  const chosen: Chosen = {
    firsts: new Int32Array(ROWS_AT_ONCE),
    scales: new Float32Array(ROWS_AT_ONCE),
  }
  let sum = new Float32Array(dimensions)
  return {
    chosen,
    add: (number, count) => {
      const table = tables[number]
      if (table === undefined) return
      const { codes, codesOfRow, points, width } = table
      for (let lane = 0; lane < codesOfRow * width; lane++) {
        const at = Math.floor(lane / width)
        let part = 0
        for (let row = 0; row < count; row++) {
          const code = codes[(chosen.firsts[row] ?? 0) + at] ?? 0
          const number32 = points[code * width + (lane % width)] ?? 0
          part = Math.fround(part + Math.fround((chosen.scales[row] ?? 0) * number32))
        }
        sum[lane] = (sum[lane] ?? 0) + part
      }
    },
    take: () => {
      const taken = sum
      sum = new Float32Array(dimensions)
      return taken
    },
  }
}

/** Throws a RangeError for tables that the loops can't add. */
export const makeSums = (tables: readonly CodedRows[], dimensions: number): Sums => {
  for (const { codesOfRow, width } of tables)
    if (codesOfRow % CODES_AT_ONCE !== 0 || codesOfRow * width !== dimensions)
      throw new RangeError(`rows of ${codesOfRow} codes of ${width} numbers can't be added`)
  return fastSums(tables, dimensions) ?? plainSums(tables, dimensions)
}
