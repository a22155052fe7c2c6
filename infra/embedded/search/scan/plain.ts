import { AT, type BoundsCall } from './layout.ts'

/** `bounds` of scan.wat in plain JavaScript, rounding to f32 in the same places. */
export const plainBounds = (buffer: ArrayBuffer, call: BoundsCall): void => {
  const { from, count, stride, lanes, queryScale, slack } = call
  const codes = new Int8Array(buffer)
  const floats = new Float32Array(buffer)
  const query = new Int16Array(buffer, AT.query, lanes)
  const list = new Int32Array(buffer, AT.list + 4 * from, count)
  const out = new Float32Array(buffer, AT.out + 8 * from, 2 * count)
  for (let n = 0; n < count; n++) {
    const row = AT.rows + (list[n] ?? 0) * stride
    let sum = 0
    for (let lane = 0; lane < lanes; lane++) sum += (codes[row + lane] ?? 0) * (query[lane] ?? 0)
    const tail = (row + lanes) / 4
    const scale = Math.fround((floats[tail] ?? 0) * Math.fround(queryScale))
    const similarity = Math.fround(Math.fround(sum) * scale)
    const error = Math.fround((floats[tail + 1] ?? 0) + Math.fround(slack))
    out[2 * n] = similarity + error
    out[2 * n + 1] = similarity - error
  }
}

/** `best` of scan.wat in plain JavaScript. */
export const plainBest = (buffer: ArrayBuffer, groups: number): void => {
  const starts = new Int32Array(buffer, AT.starts, groups + 1)
  const bounds = new Float32Array(buffer, AT.out, 2 * (starts[groups] ?? 0))
  const best = new Float32Array(buffer, AT.best, 2 * groups)
  for (let n = 0; n < groups; n++) {
    let upper = -Infinity
    let lower = -Infinity
    for (let row = starts[n] ?? 0; row < (starts[n + 1] ?? 0); row++) {
      upper = Math.max(upper, bounds[2 * row] ?? 0)
      lower = Math.max(lower, bounds[2 * row + 1] ?? 0)
    }
    best[2 * n] = upper
    best[2 * n + 1] = lower
  }
}

/** `products` of scan.wat in plain JavaScript, adding in the same order. */
export const plainProducts = (
  buffer: ArrayBuffer,
  call: { readonly count: number; readonly lanes: number },
): void => {
  const { count, lanes } = call
  const floats = new Float32Array(buffer)
  const query = new Float32Array(buffer, AT.query, lanes)
  const list = new Int32Array(buffer, AT.list, count)
  const out = new Float64Array(buffer, AT.out, count)
  for (let n = 0; n < count; n++) {
    const row = AT.rows / 4 + (list[n] ?? 0) * lanes
    let even = 0
    let odd = 0
    for (let lane = 0; lane < lanes; lane += 2) {
      even += (floats[row + lane] ?? 0) * (query[lane] ?? 0)
      odd += (floats[row + lane + 1] ?? 0) * (query[lane + 1] ?? 0)
    }
    out[n] = even + odd
  }
}
