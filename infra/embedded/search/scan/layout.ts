import { PAGE_BYTES } from '../../../wasm/module.ts'

/**
 * Layout of a kernel's memory, in bytes. Regions have their maximum size: unused pages cost only
 * address space, and nothing moves when rows are added.
 */
const MIB = 1024 * 1024

/** Maximum number of rows: lists and results of a scan must fit before the rows. */
export const ROWS_MAX = MIB
/** Maximum number of dimensions: the query must fit before the list. */
export const DIMENSIONS_MAX = 8_192
/** Size limit of a 32-bit memory. */
export const MEMORY_BYTES_MAX = 4_096 * MIB
export const PAGES_MAX = MEMORY_BYTES_MAX / PAGE_BYTES

export const AT = {
  /** int16 values of the query, upper parts and then lower ones; the word at 0 is scratch. */
  query: 64,
  /** int32 row numbers that a scan reads. */
  list: 65_536,
  /** Results, 8 bytes a listed row. */
  out: 65_536 + 4 * ROWS_MAX,
  /** int32 indexes into the list where groups of rows start, and the end of the last one. */
  starts: 65_536 + 12 * ROWS_MAX,
  /** Results, 8 bytes a group. */
  best: 65_536 + 16 * ROWS_MAX + 64,
  /** int32 numbers of the rows whose products are wanted. */
  chosen: 65_536 + 24 * ROWS_MAX + 64,
  /** Their two sums of products, int32. */
  products: 65_536 + 28 * ROWS_MAX + 64,
  /** The rows themselves. */
  rows: 40 * MIB,
} as const

/** Parameters of a scan of int8 codes, besides the rows listed in memory. */
export type BoundsCall = {
  /** The first listed row and the number of rows to read. */
  readonly from: number
  readonly count: number
  /** Bytes of a row. */
  readonly stride: number
  /** Coarse codes of a row, a multiple of 16. Its scale and its residual follow, as f32. */
  readonly lanes: number
  /** Value of one step of the query's int16 range. */
  readonly queryScale: number
  /** Error that the rounding of the query can add. */
  readonly slack: number
}

/** Parameters of the sums of products of the chosen rows with both parts of the query. */
export type ProductsCall = Pick<BoundsCall, 'count' | 'stride' | 'lanes'>

/** Sketches of so many rows lie together: the first byte of each, then the second of each, … */
export const BLOCK_ROWS = 16

/** How far a row that must not be found is: farther than any distance. */
export const HIDDEN = 65_535
/** Distances are below it. */
export const DISTANCES = 4_096

/** Where a memory of sketches has what a scan needs; its blocks begin at `AT.rows`. */
export const SKETCHES_AT = {
  /**
   * For each byte of a sketch 32 bytes: what each value of its lower half adds to the distance,
   * then what each value of its upper half does.
   */
  table: 64,
  /** A byte a row: 255 for what must not be found, otherwise 0. */
  hidden: 65_536,
  /** Results, a uint16 a row. */
  distances: 65_536 + ROWS_MAX,
  /** uint32, how many rows have each distance. */
  counts: 65_536 + 3 * ROWS_MAX,
  /** int32 numbers of the rows that were chosen. */
  near: 131_072 + 3 * ROWS_MAX,
} as const

/** Parameters of a scan of sketches. */
export type DistancesCall = {
  /** The first row, a multiple of BLOCK_ROWS, and the number of rows to read. */
  readonly from: number
  readonly count: number
  /** Bytes of a sketch. */
  readonly bytes: number
  /** By how many bits sums are shortened, so that they are below DISTANCES. */
  readonly shift: number
}

/** Parameters of the choice of the nearest rows. */
export type NearCall = {
  readonly count: number
  /** How many rows to choose at least, if so many are not hidden. */
  readonly wanted: number
}
