/** Largest code of a row, and the largest sum of products that fits in 32 bits. */
const CODE_MAX = 127
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

/**
 * Writes the codes of a unit vector; returns the value of one step and the length of the residual.
 */
export const encodeRow = (
  vector: Float32Array,
  codes: Int8Array,
): { scale: number; residual: number } => {
  const scale = Math.fround(largest(vector) / CODE_MAX)
  let squares = 0
  for (let lane = 0; lane < vector.length; lane++) {
    const value = vector[lane] ?? 0
    const code = Math.max(-CODE_MAX, Math.min(CODE_MAX, Math.round(value / scale)))
    codes[lane] = code
    squares += (value - scale * code) ** 2
  }
  return { scale, residual: Math.sqrt(squares) }
}

/**
 * Writes the codes of a unit query in the widest range whose sums of products fit in 32 bits. By
 * Cauchy–Schwarz a similarity computed from codes is off by at most the row's residual plus
 * `slack`.
 */
export const encodeQuery = (
  vector: Float32Array,
  codes: Int16Array,
): { scale: number; slack: number } => {
  const range = Math.min(QUERY_MAX, Math.floor(SUM_MAX / (CODE_MAX * codes.length)))
  const scale = Math.fround(largest(vector) / range)
  codes.fill(0)
  let squares = 0
  for (let lane = 0; lane < vector.length; lane++) {
    const value = vector[lane] ?? 0
    const code = Math.max(-range, Math.min(range, Math.round(value / scale)))
    codes[lane] = code
    squares += (value - scale * code) ** 2
  }
  return { scale, slack: DECODED_LENGTH_MAX * Math.sqrt(squares) + ROUNDING }
}

/** Writes a bit for each number of a vector: whether it is above zero. */
export const encodeSketch = (vector: Float32Array, bits: Uint8Array): void => {
  bits.fill(0)
  for (let lane = 0; lane < vector.length; lane++)
    if ((vector[lane] ?? 0) > 0) bits[lane >> 3] = (bits[lane >> 3] ?? 0) | (1 << (lane & 7))
}
