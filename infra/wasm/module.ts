/** The part of WebAssembly that is used here: TypeScript declares it only for browsers. */

export type CompiledModule = { readonly compiled: true }

/** `buffer` is shared with other threads if the memory is, and another one after it has grown. */
export type WasmMemory<Buffer extends ArrayBufferLike = ArrayBuffer> = {
  readonly buffer: Buffer
  grow(pages: number): number
}

type MemoryLimits = { readonly initial: number; readonly maximum: number }

declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => CompiledModule
  Memory: {
    new (limits: MemoryLimits & { readonly shared: true }): WasmMemory<SharedArrayBuffer>
    new (limits: MemoryLimits): WasmMemory
  }
  Instance: new (
    module: CompiledModule,
    imports: Readonly<Record<string, Readonly<Record<string, WasmMemory<ArrayBufferLike>>>>>,
  ) => { readonly exports: unknown }
}

export const PAGE_BYTES = 65_536

/** null on a machine without WebAssembly SIMD. */
export const compileModule = (base64: string): CompiledModule | null => {
  try {
    return new WebAssembly.Module(Buffer.from(base64, 'base64'))
  } catch {
    return null
  }
}

export const makeMemory = (pages: number): WasmMemory =>
  new WebAssembly.Memory({ initial: pages, maximum: pages })

/** A memory that messages can carry to other threads. */
export const makeSharedMemory = (initial: number, maximum: number): WasmMemory<SharedArrayBuffer> =>
  new WebAssembly.Memory({ initial, maximum, shared: true })

/** What a module exports over a memory that it imports as `rows.memory`. */
export const exportsOver = (module: CompiledModule, memory: WasmMemory<ArrayBufferLike>): unknown =>
  new WebAssembly.Instance(module, { rows: { memory } }).exports
