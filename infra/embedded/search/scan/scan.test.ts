import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { randomVector, seeded } from '../../../../test/contract/search-fixtures.ts'
import { encodeQuery, encodeRow, STEPS, unit } from '../engine/quantise.ts'
import { assembleScan } from './assemble.ts'
import { CrewScanner, soloScanner } from './crew.ts'
import { type Kernel, makeKernel, plainKernel } from './kernel.ts'
import { AT } from './layout.ts'
import { type ScanCall, scanPart } from './parts.ts'
import { SCAN_WASM } from './scan-wasm.ts'

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
const TAIL_BYTES = 16
console.info(`scan.test.ts: SEED=${SEED}`)

type Loaded = { kernel: Kernel; rows: number; lanes: number; queryScale: number; slack: number }

/** Loads rows and a query into a kernel's memory, the rows listed backwards. */
const load = (kernel: Kernel, rows: number, dimensions: number, seed: number): Loaded => {
  const random = seeded(seed)
  const lanes = 16 * Math.ceil(dimensions / 16)
  const stride = lanes + TAIL_BYTES
  kernel.grow(AT.rows + rows * stride)
  for (let row = 0; row < rows; row++) {
    const at = AT.rows + row * stride
    const vector = unit(randomVector(dimensions, random)) ?? new Float32Array(dimensions)
    const { scale, residual } = encodeRow(vector, {
      coarse: new Int8Array(kernel.buffer(), at, dimensions),
      fine: new Int8Array(dimensions),
    })
    new Float32Array(kernel.buffer(), at + lanes, 2).set([scale, residual])
  }
  const list = new Int32Array(kernel.buffer(), AT.list, rows)
  for (let n = 0; n < rows; n++) list[n] = rows - 1 - n
  const query = unit(randomVector(dimensions, random)) ?? new Float32Array(dimensions)
  const coded = encodeQuery(query, {
    upper: new Int16Array(kernel.buffer(), AT.query, lanes),
    lower: new Int16Array(kernel.buffer(), AT.query + 2 * lanes, lanes),
  })
  return { kernel, rows, lanes, queryScale: coded.scale, slack: coded.slack }
}

const callOf = ({ rows, lanes, queryScale, slack }: Loaded): ScanCall => ({
  kind: 'bounds',
  count: rows,
  stride: lanes + TAIL_BYTES,
  lanes,
  queryScale,
  slack,
})

const results = ({ kernel, rows }: Loaded): Float32Array =>
  Float32Array.from(new Float32Array(kernel.buffer(), AT.out, 2 * rows))

const bounds = (loaded: Loaded): Float32Array => {
  scanPart(loaded.kernel, callOf(loaded))
  return results(loaded)
}

test('the committed WebAssembly is scan.wat, assembled', async () => {
  expect(await assembleScan()).toBe(SCAN_WASM)
})

describe('plain JavaScript computes what WebAssembly does, bit for bit', () => {
  test.each([1, 15, 16, 17, 384, 1_024])('bounds of codes of %i dimensions', (dimensions) => {
    const fast = load(makeKernel(), 70, dimensions, SEED)
    const plain = load(plainKernel(), 70, dimensions, SEED)
    expect(fast.kernel.shared).not.toBeNull()
    expect(bounds(plain)).toEqual(bounds(fast))
  })

  test.each([16, 32, 96, 1_024])('distances of sketches of %i bytes', (bytes) => {
    const computed = [makeKernel(), plainKernel()].map((kernel) => {
      const random = seeded(SEED)
      kernel.grow(AT.rows + 50 * bytes)
      const someBytes = (length: number) =>
        Uint8Array.from({ length }, () => Math.floor(256 * random()))
      new Uint8Array(kernel.buffer(), AT.rows, 50 * bytes).set(someBytes(50 * bytes))
      const query = new Uint8Array(kernel.buffer(), AT.rows + 7 * bytes, bytes)
      new Uint8Array(kernel.buffer(), AT.query, bytes).set(query)
      new Uint8Array(kernel.buffer(), AT.rows, bytes).set(query.map((byte) => 255 - byte))
      kernel.distances({ from: 0, count: 20, bytes })
      kernel.distances({ from: 20, count: 30, bytes })
      return Int32Array.from(new Int32Array(kernel.buffer(), AT.out, 50))
    })
    expect(computed[1]).toEqual(computed[0])
    expect([computed[0]?.[0], computed[0]?.[7]]).toEqual([8 * bytes, 0])
  })

  test.each([1, 16, 17, 384, 672])('products of codes of %i dimensions', (dimensions) => {
    const computed = [makeKernel(), plainKernel()].map((kernel) => {
      const { lanes } = load(kernel, 50, dimensions, SEED)
      new Int32Array(kernel.buffer(), AT.chosen, 3).set([49, 0, 7])
      kernel.products({ count: 3, stride: lanes + TAIL_BYTES, lanes })
      return Int32Array.from(new Int32Array(kernel.buffer(), AT.products, 6))
    })
    expect(computed[1]).toEqual(computed[0])
    expect(computed[0]?.every((product) => product !== 0)).toBe(true)
  })
})

/** Includes vectors with one large value, the worst case for one scale per vector. */
const peaked = (n: number, random: () => number): Float32Array => {
  const vector = randomVector(384, random)
  vector[0] = (vector[0] ?? 0) * (n % 3) * 20
  return unit(vector) ?? vector
}

test('a similarity lies between its bounds, and the bounds are tight', () => {
  const random = seeded(SEED)
  for (let n = 0; n < 300; n++) {
    const [row, query] = [peaked(n, random), peaked(n, random)]
    const coarse = new Int8Array(row.length)
    const fine = new Int8Array(row.length)
    const upper = new Int16Array(row.length)
    const lower = new Int16Array(row.length)
    const coded = encodeRow(row, { coarse, fine })
    const { scale, lowerScale, slack } = encodeQuery(query, { upper, lower })
    const sum = coarse.reduce((total, code, lane) => total + code * (upper[lane] ?? 0), 0)
    const guess = sum * coded.scale * scale
    const both = coarse.reduce((total, code, lane) => {
      const asked = scale * (upper[lane] ?? 0) + lowerScale * (lower[lane] ?? 0)
      return total + (code * STEPS + (fine[lane] ?? 0)) * coded.step * asked
    }, 0)
    const truth = row.reduce((total, value, lane) => total + value * (query[lane] ?? 0), 0)
    expect(Math.abs(guess - both)).toBeLessThanOrEqual(coded.residual + slack)
    expect(coded.residual + slack).toBeLessThan(0.08)
    expect(Math.abs(both - truth)).toBeLessThan(5e-5)
  }
})

const openCrew = (helpers: number): CrewScanner => {
  const crew = new CrewScanner({ helpers, rowsMin: 0 })
  onTestFinished(() => crew.close())
  return crew
}

describe('a crew', () => {
  test('reads while the caller does something else', async () => {
    const loaded = load(makeKernel(), 10_000, 32, 4)
    const wanted = bounds(loaded)
    new Float32Array(loaded.kernel.buffer(), AT.out, 2 * loaded.rows).fill(0)
    const finish = openCrew(1).start(loaded.kernel, callOf(loaded))
    await vi.waitFor(() => expect(results(loaded)).toEqual(wanted), 10_000)
    finish()
  })

  test('reads what one thread reads, scan after scan, in two memories', async () => {
    const crew = openCrew(2)
    const loads = [1, 2].map((seed) => load(makeKernel(), 30_000, 32, seed))
    const wanted = loads.map(bounds)
    for (let round = 0; round < 30; round++) {
      const loaded = loads[round % 2]
      if (loaded === undefined) throw new Error('there are two')
      new Float32Array(loaded.kernel.buffer(), AT.out, 2 * loaded.rows).fill(0)
      const finish = crew.start(loaded.kernel, callOf(loaded))
      if (round % 3 === 0) await pause(2)
      finish()
      expect(results(loaded)).toEqual(wanted[round % 2])
    }
  })

  test('reads sketches and codes in turn, of more memories than a helper keeps', async () => {
    const crew = openCrew(2)
    const bytes = 32
    const random = seeded(SEED)
    const loads = [1, 2, 3, 4, 5, 6].map((seed) => load(makeKernel(), 6_000, 32, seed))
    const wanted = loads.map(bounds)
    const sketched = makeKernel()
    const count = 9_000
    sketched.grow(AT.rows + count * bytes)
    const rows = new Uint8Array(sketched.buffer(), AT.rows, count * bytes)
    for (let at = 0; at < rows.length; at++) rows[at] = Math.floor(256 * random())
    const call: ScanCall = { kind: 'distances', count, bytes }
    const distances = new Int32Array(sketched.buffer(), AT.out, count)
    scanPart(sketched, call)
    const far = Int32Array.from(distances)
    for (let round = 0; round < 24; round++) {
      distances.fill(-1)
      const finish = crew.start(sketched, call)
      if (round % 3 === 0) await pause(2)
      finish()
      expect(distances).toEqual(far)
      const loaded = loads[round % 6]
      if (loaded === undefined) throw new Error('there are six')
      new Float32Array(loaded.kernel.buffer(), AT.out, 2 * loaded.rows).fill(0)
      crew.start(loaded.kernel, callOf(loaded))()
      expect(results(loaded)).toEqual(wanted[round % 6])
    }
  })

  test('leaves the work to the caller after it was dismissed', async () => {
    const crew = openCrew(1)
    const loaded = load(makeKernel(), 5_000, 32, 3)
    const wanted = bounds(loaded)
    const finish = crew.start(loaded.kernel, callOf(loaded))
    await crew.close()
    new Float32Array(loaded.kernel.buffer(), AT.out, 2 * loaded.rows).fill(0)
    finish()
    crew.start(loaded.kernel, callOf(loaded))()
    expect(results(loaded)).toEqual(wanted)
  })

  test('is not used for memory that cannot be shared', () => {
    const loaded = load(plainKernel(), 100, 32, 3)
    const wanted = bounds(loaded)
    openCrew(1).start(loaded.kernel, callOf(loaded))()
    expect(results(loaded)).toEqual(wanted)
    soloScanner().start(loaded.kernel, callOf(loaded))()
    expect(results(loaded)).toEqual(wanted)
  })
})
