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
  /** int16 or f32 values of the query; the word at 0 is scratch. */
  query: 64,
  /** int32 row numbers that a scan reads. */
  list: 65_536,
  /** Results, 8 bytes a listed row. */
  out: 65_536 + 4 * ROWS_MAX,
  /** int32 indexes into the list where groups of rows start, and the end of the last one. */
  starts: 65_536 + 12 * ROWS_MAX,
  /** Results, 8 bytes a group. */
  best: 65_536 + 16 * ROWS_MAX + 64,
  /** The rows themselves. */
  rows: 32 * MIB,
} as const

/** Parameters of a scan of int8 codes, besides the rows listed in memory. */
export type BoundsCall = {
  /** The first listed row and the number of rows to read. */
  readonly from: number
  readonly count: number
  /** Bytes of a row: its codes, its scale, its residual, padding. */
  readonly stride: number
  /** Codes of a row, a multiple of 16. */
  readonly lanes: number
  /** Value of one step of the query's int16 range. */
  readonly queryScale: number
  /** Error that the rounding of the query can add. */
  readonly slack: number
}

/** Parameters of a scan of sketches. */
export type DistancesCall = {
  /** The first row and the number of rows to read. */
  readonly from: number
  readonly count: number
  /** Bytes of a row, a multiple of 16. */
  readonly bytes: number
}
