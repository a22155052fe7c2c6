/**
 * A number of a row is kept in two bytes: `coarse * STEPS + fine` steps. A scan reads the coarse
 * codes alone.
 */
export const STEPS = 254
/** Largest code of a byte, and of a number. */
const CODE_MAX = 127
const NUMBER_MAX = CODE_MAX * STEPS + CODE_MAX
/** The largest sum of products that fits in 32 bits. */
const QUERY_MAX = 32_767
const SUM_MAX = 2 ** 31 - 1
/** Error of rounding a bound to f32: a few units in the last place of numbers below 2. */
const ROUNDING = 4e-6
/** Upper limit on the length of a decoded row: a unit vector and its residual. */
const DECODED_LENGTH_MAX = 2

/** Scales a vector to unit length; null if it has no direction (zero or not finite). */
export const unit = (vector: Float32Array): Float32Array | null => {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  if (!(length > 0) || !Number.isFinite(length)) return null
  const scaled = new Float32Array(vector.length)
  for (let lane = 0; lane < vector.length; lane++) scaled[lane] = (vector[lane] ?? 0) / length
  return scaled
}

const largest = (vector: Float32Array): number => {
  let most = 0
  for (const value of vector) most = Math.max(most, Math.abs(value))
  return most
}

/** The codes of a row, as long as its vector. */
export type RowCodes = { readonly coarse: Int8Array; readonly fine: Int8Array }

/** Values of one step of the numbers and of the coarse codes, and what the coarse codes miss. */
export type RowScales = {
  readonly step: number
  readonly scale: number
  /** Length of the difference between the vector of both codes and that of the coarse ones. */
  readonly residual: number
}

/**
 * Writes the codes of a unit vector: its numbers in steps of a 32,385th of the largest. So
 * similarities are right to a few millionths.
 */
export const encodeRow = (vector: Float32Array, { coarse, fine }: RowCodes): RowScales => {
  const step = Math.fround(largest(vector) / NUMBER_MAX)
  const scale = Math.fround(step * STEPS)
  let squares = 0
  for (let lane = 0; lane < vector.length; lane++) {
    const number = Math.round((vector[lane] ?? 0) / step)
    const held = Math.max(-NUMBER_MAX, Math.min(NUMBER_MAX, number))
    const upper = Math.max(-CODE_MAX, Math.min(CODE_MAX, Math.round(held / STEPS)))
    coarse[lane] = upper
    fine[lane] = held - upper * STEPS
    squares += (step * held - scale * upper) ** 2
  }
  return { step, scale, residual: Math.sqrt(squares) }
}

/** Both as long as the codes of a row. */
export type QueryCodes = { readonly upper: Int16Array; readonly lower: Int16Array }

export type QueryScales = {
  /** Values of one step of the upper and of the lower codes. */
  readonly scale: number
  readonly lowerScale: number
  /** How much a similarity by the upper codes alone can be off, beyond the row's residual. */
  readonly slack: number
}

/**
 * Writes the codes of a unit query in the widest range whose sums of products fit in 32 bits: the
 * upper ones, and in as many steps what they miss. By Cauchy–Schwarz a similarity computed from
 * coarse and upper codes is off by at most the row's residual plus `slack`.
 */
export const encodeQuery = (vector: Float32Array, { upper, lower }: QueryCodes): QueryScales => {
  const range = Math.min(QUERY_MAX, Math.floor(SUM_MAX / (CODE_MAX * upper.length)))
  const scale = Math.fround(largest(vector) / range)
  const lowerScale = scale / range
  upper.fill(0)
  lower.fill(0)
  let squares = 0
  for (let lane = 0; lane < vector.length; lane++) {
    const value = vector[lane] ?? 0
    const code = Math.max(-range, Math.min(range, Math.round(value / scale)))
    const missing = value - scale * code
    upper[lane] = code
    lower[lane] = Math.max(-range, Math.min(range, Math.round(missing / lowerScale)))
    squares += missing ** 2
  }
  return { scale, lowerScale, slack: DECODED_LENGTH_MAX * Math.sqrt(squares) + ROUNDING }
}

/** Writes a bit for each number of a vector: whether it is above zero. */
export const encodeSketch = (vector: Float32Array, bits: Uint8Array): void => {
  bits.fill(0)
  for (let lane = 0; lane < vector.length; lane++)
    if ((vector[lane] ?? 0) > 0) bits[lane >> 3] = (bits[lane >> 3] ?? 0) | (1 << (lane & 7))
}

/** Numbers of a query that are looked up together: half of a byte of a sketch. */
const HALF_LANES = 4
const HALF_VALUES = 16
/** Eight of the table's numbers fit in a byte. */
const TABLE_MAX = 31

/** No distance of a sketch of so many bytes is larger. */
export const distanceMax = (bytes: number): number => 2 * bytes * TABLE_MAX

/**
 * Writes what each value of each half of a byte of a sketch adds to its distance from a query: the
 * sum of the query's numbers whose signs are not the sketch's, in steps of the same size for all.
 */
export const encodeSketchTable = (query: Float32Array, table: Uint8Array): void => {
  const halves = table.length / HALF_VALUES
  let most = 0
  for (let half = 0; half < halves; half++) {
    let sum = 0
    for (let bit = 0; bit < HALF_LANES; bit++) sum += Math.abs(query[half * HALF_LANES + bit] ?? 0)
    most = Math.max(most, sum)
  }
  const scale = most === 0 ? 0 : TABLE_MAX / most
  for (let half = 0; half < halves; half++)
    for (let value = 0; value < HALF_VALUES; value++) {
      let missed = 0
      for (let bit = 0; bit < HALF_LANES; bit++) {
        const number = query[half * HALF_LANES + bit] ?? 0
        const isAbove = ((value >> bit) & 1) === 1
        if (number > 0 !== isAbove) missed += Math.abs(number)
      }
      table[half * HALF_VALUES + value] = Math.round(missed * scale)
    }
}
