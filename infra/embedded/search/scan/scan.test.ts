import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { randomVector, seeded } from '../../../../test/contract/search-fixtures.ts'
import { encodeQuery, encodeRow, STEPS, unit } from '../engine/quantise.ts'
import { assembleWat } from '../../../wasm/assemble.ts'
import { CrewScanner, soloScanner } from './crew.ts'
import { type Kernel, makeKernel, plainKernel } from './kernel.ts'
import { AT, BLOCK_ROWS, HIDDEN, SKETCHES_AT } from './layout.ts'
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

type SketchRows = {
  readonly rows: number
  readonly bytes: number
  readonly hidden: ReadonlySet<number>
}

/** Loads sketches and a table by chance into a kernel's memory. */
const loadSketches = (kernel: Kernel, { rows, bytes, hidden }: SketchRows) => {
  const random = seeded(SEED)
  const someBytes = (length: number, below: number) =>
    Uint8Array.from({ length }, () => Math.floor(below * random()))
  const blocks = BLOCK_ROWS * Math.ceil(rows / BLOCK_ROWS)
  kernel.grow(AT.rows + blocks * bytes)
  const table = someBytes(32 * bytes, 32)
  const sketches = someBytes(blocks * bytes, 256)
  const buffer = kernel.buffer()
  new Uint8Array(buffer, SKETCHES_AT.table).set(table)
  new Uint8Array(buffer, AT.rows).set(sketches)
  new Uint8Array(buffer, SKETCHES_AT.hidden).set(
    Array.from({ length: blocks }, (_, row) => (row >= rows || hidden.has(row) ? 255 : 0)),
  )
  const sketchOf = (row: number): number[] => {
    const lane = row % BLOCK_ROWS
    return Array.from(
      { length: bytes },
      (_, at) => sketches[(row - lane) * bytes + at * BLOCK_ROWS + lane] ?? 0,
    )
  }
  return { table, sketchOf }
}

const distancesIn = (kernel: Kernel, rows: number): Uint16Array =>
  Uint16Array.from(new Uint16Array(kernel.buffer(), SKETCHES_AT.distances, rows))

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
  expect(await assembleWat(join(import.meta.dirname, 'scan.wat'))).toBe(SCAN_WASM)
})

describe('plain JavaScript computes what WebAssembly does, bit for bit', () => {
  test.each([1, 15, 16, 17, 384, 1_024])('bounds of codes of %i dimensions', (dimensions) => {
    const fast = load(makeKernel(), 70, dimensions, SEED)
    const plain = load(plainKernel(), 70, dimensions, SEED)
    expect(fast.kernel.shared).not.toBeNull()
    expect(bounds(plain)).toEqual(bounds(fast))
  })

  test.each([4, 48, 84, 1_024])('distances of sketches of %i bytes', (bytes) => {
    const rows = 70
    const shift = 4
    const hidden = new Set([0, 5, 47, ...Array.from({ length: 16 }, (_, n) => 16 + n)])
    const [fast, plain] = [makeKernel(), plainKernel()].map((kernel) => {
      loadSketches(kernel, { rows, bytes, hidden })
      kernel.distances({ from: 0, count: 32, bytes, shift })
      kernel.distances({ from: 32, count: rows - 32, bytes, shift })
      return distancesIn(kernel, rows)
    })
    expect(plain).toEqual(fast)
    const { table, sketchOf } = loadSketches(plainKernel(), { rows, bytes, hidden })
    for (let row = 0; row < rows; row++) {
      const sum = sketchOf(row).reduce(
        (total, byte, at) =>
          total + (table[32 * at + (byte & 15)] ?? 0) + (table[32 * at + 16 + (byte >> 4)] ?? 0),
        0,
      )
      expect(fast?.[row], String(row)).toBe(hidden.has(row) ? HIDDEN : sum >> shift)
    }
  })

  test('and the rows of the smallest distances are chosen, whatever the order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant(HIDDEN)), {
          maxLength: 300,
        }),
        fc.integer({ min: 1, max: 60 }),
        (distances, wanted) => {
          const sorted = distances.filter((one) => one < HIDDEN).toSorted((a, b) => a - b)
          const last = sorted[Math.min(wanted, sorted.length) - 1] ?? -1
          const nearest = [...distances.keys()].filter((row) => (distances[row] ?? 0) <= last)
          for (const kernel of [makeKernel(), plainKernel()]) {
            const all = new Uint16Array(kernel.buffer(), SKETCHES_AT.distances, 320).fill(HIDDEN)
            all.set(distances)
            const count = kernel.near({ count: distances.length, wanted })
            const near = new Int32Array(kernel.buffer(), SKETCHES_AT.near, count)
            expect(Array.from(near)).toEqual(nearest)
          }
        },
      ),
      { seed: SEED, numRuns: 300 },
    )
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
    const loads = [1, 2, 3, 4, 5, 6].map((seed) => load(makeKernel(), 6_000, 32, seed))
    const wanted = loads.map(bounds)
    const sketched = makeKernel()
    const count = 9_000
    loadSketches(sketched, { rows: count, bytes, hidden: new Set() })
    const call: ScanCall = { kind: 'distances', count, bytes, shift: 0 }
    const distances = new Uint16Array(sketched.buffer(), SKETCHES_AT.distances, count)
    scanPart(sketched, call)
    const far = distancesIn(sketched, count)
    for (let round = 0; round < 24; round++) {
      distances.fill(HIDDEN)
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
