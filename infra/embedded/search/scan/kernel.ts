import {
  AT,
  type BoundsCall,
  type DistancesCall,
  MEMORY_BYTES_MAX,
  PAGE_BYTES,
  PAGES_MAX,
  type ProductsCall,
} from './layout.ts'
import { SCAN_WASM } from './scan-wasm.ts'

type CompiledModule = { readonly compiled: true }

/** Memory that several threads can scan; messages can carry it. */
export type SharedMemory = { readonly buffer: SharedArrayBuffer; grow(pages: number): number }

// The part of WebAssembly used here: TypeScript declares it only in the browser library.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => CompiledModule
  Memory: new (limits: { initial: number; maximum: number; shared: true }) => SharedMemory
  Instance: new (
    module: CompiledModule,
    imports: { rows: { memory: SharedMemory } },
  ) => { readonly exports: unknown }
}

/** Memory and the inner loops over it, as scan.wat defines them. Take new views after `grow`. */
export type Kernel = {
  buffer(): ArrayBufferLike
  /** Grows the memory to at least so many bytes. */
  grow(byteLength: number): void
  bounds(call: BoundsCall): void
  /** Finds the best row of each group of listed rows. */
  best(groups: number): void
  /** In how many bits each row and the query differ. */
  distances(call: DistancesCall): void
  /** Of the codes of the chosen rows and both parts of the query. */
  products(call: ProductsCall): void
  /** null if other threads cannot scan the same memory. */
  readonly shared: SharedMemory | null
}

type Exports = {
  readonly bounds: (...numbers: number[]) => void
  readonly best: (...numbers: number[]) => void
  readonly distances: (...numbers: number[]) => void
  readonly products: (...numbers: number[]) => void
}

let compiled: CompiledModule | null | undefined

/** null without WebAssembly SIMD on this machine. */
const compile = (): CompiledModule | null => {
  try {
    compiled ??= new WebAssembly.Module(Buffer.from(SCAN_WASM, 'base64'))
  } catch {
    compiled ??= null
  }
  return compiled
}

const overMemory = (module: CompiledModule, memory: SharedMemory): Kernel => {
  const { bounds, best, distances, products } = new WebAssembly.Instance(module, {
    rows: { memory },
  }).exports as Exports
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
    distances: ({ from, count, bytes }) =>
      distances(count, AT.query, AT.rows + from * bytes, bytes, AT.out + 4 * from),
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

const BITS_OF_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => {
  let bits = 0
  for (let left = byte; left > 0; left >>= 1) bits += left & 1
  return bits
})

/** `distances` of scan.wat in plain JavaScript. */
const plainDistances = (buffer: ArrayBuffer, { from, count, bytes }: DistancesCall): void => {
  const all = new Uint8Array(buffer)
  const out = new Int32Array(buffer, AT.out + 4 * from, count)
  for (let n = 0; n < count; n++) {
    const row = AT.rows + (from + n) * bytes
    let sum = 0
    for (let at = 0; at < bytes; at++)
      sum += BITS_OF_BYTE[(all[row + at] ?? 0) ^ (all[AT.query + at] ?? 0)] ?? 0
    out[n] = sum
  }
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
    products: (call) => plainProducts(buffer, call),
  }
}

/** Creates an empty memory with the fastest loops that this machine has. */
export const makeKernel = (): Kernel => {
  const module = compile()
  if (module === null) return plainKernel()
  const initial = AT.rows / PAGE_BYTES
  return overMemory(module, new WebAssembly.Memory({ initial, maximum: PAGES_MAX, shared: true }))
}
