import {
  type CompiledModule,
  compileModule,
  exportsOver,
  makeSharedMemory,
  PAGE_BYTES,
  type WasmMemory,
} from '../../../wasm/module.ts'
import {
  AT,
  BLOCK_ROWS,
  type BoundsCall,
  DISTANCES,
  type DistancesCall,
  HIDDEN,
  MEMORY_BYTES_MAX,
  type NearCall,
  PAGES_MAX,
  type ProductsCall,
  SKETCHES_AT,
} from './layout.ts'
import { SCAN_WASM } from './scan-wasm.ts'

/** Memory that several threads can scan; messages can carry it. */
export type SharedMemory = WasmMemory<SharedArrayBuffer>

/** Memory and the inner loops over it, as scan.wat defines them. Take new views after `grow`. */
export type Kernel = {
  buffer(): ArrayBufferLike
  /** Grows the memory to at least so many bytes. */
  grow(byteLength: number): void
  bounds(call: BoundsCall): void
  /** Finds the best row of each group of listed rows. */
  best(groups: number): void
  /** How far each sketch is from the query of the table. */
  distances(call: DistancesCall): void
  /**
   * Chooses the rows that are no farther away than the last one wanted, in ascending order, and
   * returns how many they are.
   */
  near(call: NearCall): number
  /** Of the codes of the chosen rows and both parts of the query. */
  products(call: ProductsCall): void
  /** null if other threads cannot scan the same memory. */
  readonly shared: SharedMemory | null
}

type Exports = {
  readonly bounds: (...numbers: number[]) => void
  readonly best: (...numbers: number[]) => void
  readonly distances: (...numbers: number[]) => void
  readonly near: (...numbers: number[]) => number
  readonly products: (...numbers: number[]) => void
}

let compiled: CompiledModule | null | undefined

/** null without WebAssembly SIMD on this machine. */
const compile = (): CompiledModule | null => {
  if (compiled === undefined) compiled = compileModule(SCAN_WASM)
  return compiled
}

const overMemory = (module: CompiledModule, memory: SharedMemory): Kernel => {
  const { bounds, best, distances, near, products } = exportsOver(module, memory) as Exports
  return {
    shared: memory,
    buffer: () => memory.buffer,
    grow: (byteLength) => {
      const missing = Math.ceil((byteLength - memory.buffer.byteLength) / PAGE_BYTES)
      if (missing > 0) memory.grow(missing)
    },
    bounds: ({ from, count, stride, lanes, queryScale, slack }) =>
      bounds(
        AT.list + 4 * from,
        count,
        AT.query,
        AT.rows,
        stride,
        lanes,
        queryScale,
        slack,
        AT.out + 8 * from,
      ),
    best: (groups) => best(AT.starts, groups, AT.out, AT.best),
    distances: ({ from, count, bytes, shift }) =>
      distances(
        count,
        SKETCHES_AT.table,
        SKETCHES_AT.hidden + from,
        AT.rows + from * bytes,
        bytes,
        shift,
        SKETCHES_AT.distances + 2 * from,
      ),
    near: ({ count, wanted }) => {
      new Uint32Array(memory.buffer, SKETCHES_AT.counts, DISTANCES).fill(0)
      return near(
        count,
        wanted,
        SKETCHES_AT.distances,
        SKETCHES_AT.counts,
        DISTANCES - 1,
        SKETCHES_AT.near,
      )
    },
    products: ({ count, stride, lanes }) =>
      products(AT.chosen, count, AT.query, AT.rows, stride, lanes, AT.products),
  }
}

/** The loops over a memory that another thread created. Throws without WebAssembly SIMD. */
export const kernelOver = (memory: SharedMemory): Kernel => {
  const module = compile()
  if (module === null) throw new Error('this machine has no WebAssembly SIMD')
  return overMemory(module, memory)
}

/** `bounds` of scan.wat in plain JavaScript, rounding to f32 in the same places. */
const plainBounds = (buffer: ArrayBuffer, call: BoundsCall): void => {
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
const plainBest = (buffer: ArrayBuffer, groups: number): void => {
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

/** `distances` of scan.wat in plain JavaScript. */
const plainDistances = (buffer: ArrayBuffer, call: DistancesCall): void => {
  const { from, count, bytes, shift } = call
  const all = new Uint8Array(buffer)
  const out = new Uint16Array(buffer, SKETCHES_AT.distances)
  const end = from + BLOCK_ROWS * Math.ceil(count / BLOCK_ROWS)
  for (let row = from; row < end; row++) {
    const lane = row % BLOCK_ROWS
    const block = AT.rows + (row - lane) * bytes + lane
    let sum = 0
    for (let at = 0; at < bytes; at++) {
      const byte = all[block + BLOCK_ROWS * at] ?? 0
      const part = SKETCHES_AT.table + 32 * at
      sum += (all[part + (byte & 15)] ?? 0) + (all[part + 16 + (byte >> 4)] ?? 0)
    }
    out[row] = all[SKETCHES_AT.hidden + row] === 0 ? sum >> shift : HIDDEN
  }
}

/** `near` of scan.wat in plain JavaScript. */
const plainNear = (buffer: ArrayBuffer, { count, wanted }: NearCall): number => {
  const distances = new Uint16Array(buffer, SKETCHES_AT.distances, count)
  const counts = new Uint32Array(buffer, SKETCHES_AT.counts, DISTANCES).fill(0)
  for (const distance of distances)
    if (distance < DISTANCES) counts[distance] = (counts[distance] ?? 0) + 1
  let last = 0
  for (let rows = counts[0] ?? 0; rows < wanted && last < DISTANCES - 1;) {
    last += 1
    rows += counts[last] ?? 0
  }
  const near = new Int32Array(buffer, SKETCHES_AT.near)
  let chosen = 0
  for (let row = 0; row < count; row++) if ((distances[row] ?? 0) <= last) near[chosen++] = row
  return chosen
}

/** `products` of scan.wat in plain JavaScript. */
const plainProducts = (buffer: ArrayBuffer, { count, stride, lanes }: ProductsCall): void => {
  const codes = new Int8Array(buffer)
  const query = new Int16Array(buffer, AT.query, 2 * lanes)
  const chosen = new Int32Array(buffer, AT.chosen, count)
  const out = new Int32Array(buffer, AT.products, 2 * count)
  for (let n = 0; n < count; n++) {
    const row = AT.rows + (chosen[n] ?? 0) * stride
    let upper = 0
    let lower = 0
    for (let lane = 0; lane < lanes; lane++) {
      const code = codes[row + lane] ?? 0
      upper += code * (query[lane] ?? 0)
      lower += code * (query[lanes + lane] ?? 0)
    }
    out[2 * n] = upper
    out[2 * n + 1] = lower
  }
}

/**
 * The same loops in plain JavaScript, bit for bit: for machines without WebAssembly SIMD and for
 * tests.
 */
export const plainKernel = (): Kernel => {
  let buffer = new ArrayBuffer(AT.rows)
  return {
    shared: null,
    buffer: () => buffer,
    grow: (byteLength) => {
      if (byteLength <= buffer.byteLength) return
      buffer = buffer.transfer(
        Math.min(Math.max(byteLength, 2 * buffer.byteLength), MEMORY_BYTES_MAX),
      )
    },
    bounds: (call) => plainBounds(buffer, call),
    best: (groups) => plainBest(buffer, groups),
    distances: (call) => plainDistances(buffer, call),
    near: (call) => plainNear(buffer, call),
    products: (call) => plainProducts(buffer, call),
  }
}

/** Creates an empty memory with the fastest loops that this machine has. */
export const makeKernel = (): Kernel => {
  const module = compile()
  if (module === null) return plainKernel()
  const initial = AT.rows / PAGE_BYTES
  return overMemory(module, makeSharedMemory(initial, PAGES_MAX))
}
