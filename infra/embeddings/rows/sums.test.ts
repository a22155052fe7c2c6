import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assembleWat } from '../../wasm/assemble.ts'
import { type CodedRows, makeSums, plainSums, type Sums } from './sums.ts'
import { SUMS_WASM } from './sums-wasm.ts'

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
console.info(`sums.test.ts: SEED=${SEED}`)

const DIMENSIONS = 48
const ROWS = 9

const tableOf = (width: 2 | 3, codes: readonly number[], points: readonly number[]): CodedRows => ({
  codes: Uint8Array.from({ length: (ROWS * DIMENSIONS) / width }, (_, at) => codes[at % 97] ?? 0),
  codesOfRow: DIMENSIONS / width,
  points: Float32Array.from({ length: 256 * width }, (_, at) => points[at % 89] ?? 0),
  width,
})
const finite = fc.float({ noNaN: true, noDefaultInfinity: true, min: -1_000, max: 1_000 })
const someTable = fc
  .tuple(
    fc.array(fc.nat(255), { minLength: 97, maxLength: 97 }),
    fc.array(finite, { minLength: 89, maxLength: 89 }),
  )
  .map(([codes, points]) => ({ codes, points }))
const someRows = fc.array(fc.record({ row: fc.nat(ROWS - 1), scale: finite }), { maxLength: 20 })

test('the committed WebAssembly is sums.wat, assembled', async () => {
  expect(await assembleWat(join(import.meta.dirname, 'sums.wat'))).toBe(SUMS_WASM)
})

test('plain JavaScript adds what WebAssembly does, bit for bit, sum after sum', () => {
  fc.assert(
    fc.property(someTable, someTable, fc.array(someRows), (pairs, triples, turns) => {
      const tables = [
        tableOf(2, pairs.codes, pairs.points),
        tableOf(3, triples.codes, triples.points),
      ]
      const both = [makeSums(tables, DIMENSIONS), plainSums(tables, DIMENSIONS)]
      const add = (sums: Sums, table: number, rows: (typeof turns)[number]): void => {
        for (const [n, { row, scale }] of rows.entries()) {
          sums.chosen.firsts[n] = row * (tables[table]?.codesOfRow ?? 0)
          sums.chosen.scales[n] = scale
        }
        sums.add(table, rows.length)
      }
      for (const [turn, rows] of turns.entries()) {
        for (const sums of both) add(sums, turn % 2, rows)
        if (turn % 3 !== 0) continue
        const [fast, plain] = both.map((sums) => sums.take())
        expect(plain).toEqual(fast)
      }
    }),
    { seed: SEED, numRuns: 200 },
  )
})

test('a row adds the points of its codes, as often as it counts', () => {
  for (const width of [2, 3] as const) {
    const table: CodedRows = {
      codes: Uint8Array.from({ length: 2 * DIMENSIONS }, (_, at) => at % 5),
      codesOfRow: DIMENSIONS / width,
      points: Float32Array.from({ length: 256 * width }, (_, at) => at),
      width,
    }
    const sums = makeSums([table], DIMENSIONS)
    sums.chosen.firsts.set([table.codesOfRow])
    sums.chosen.scales.set([0.5])
    sums.add(0, 1)
    sums.add(0, 0)
    const wanted = Array.from({ length: DIMENSIONS }, (_, lane) => {
      const code = (table.codesOfRow + Math.floor(lane / width)) % 5
      return 0.5 * (code * width + (lane % width))
    })
    expect(Array.from(sums.take())).toEqual(wanted)
    expect(sums.take().every((number) => number === 0)).toBe(true)
  }
})

test('tables of other lengths are refused', () => {
  const table = tableOf(2, [], [])
  expect(() => makeSums([{ ...table, codesOfRow: 12 }], 24)).toThrow(RangeError)
  expect(() => makeSums([table], DIMENSIONS + 2)).toThrow(RangeError)
})
