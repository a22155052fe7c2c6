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
export const PAGE_BYTES = 65_536
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

/** Parameters of a scan of sketches. */
export type DistancesCall = {
  /** The first row and the number of rows to read. */
  readonly from: number
  readonly count: number
  /** Bytes of a row, a multiple of 16. */
  readonly bytes: number
}
