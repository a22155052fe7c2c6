/**
 * Where things lie in a kernel's memory, in bytes. Regions are as large as they can ever become:
 * pages that nobody touches cost address space only, and nothing has to move when rows are added.
 */
const MIB = 1024 * 1024

/** The most rows of one index: lists and results of a scan must fit before the rows. */
export const ROWS_MAX = MIB
/** The most dimensions of a vector: the query must fit before the list. */
export const DIMENSIONS_MAX = 8_192
/** A 32-bit memory ends here. */
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
  /** int32 places in the list at which groups of rows start, and where the last one ends. */
  starts: 65_536 + 12 * ROWS_MAX,
  /** Results, 8 bytes a group. */
  best: 65_536 + 16 * ROWS_MAX + 64,
  /** The rows themselves. */
  rows: 32 * MIB,
} as const

/** What a scan of int8 codes needs to know, besides the rows listed in memory. */
export type BoundsCall = {
  /** First listed row and number of listed rows to read. */
  readonly from: number
  readonly count: number
  /** Bytes of a row: its codes, its scale, its residual, padding. */
  readonly stride: number
  /** Codes of a row, a multiple of 16. */
  readonly lanes: number
  /** Value of one step of the query's int16 range. */
  readonly queryScale: number
  /** What the rounding of the query can add to an error. */
  readonly slack: number
}
