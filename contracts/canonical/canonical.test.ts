import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { canonicalize as secondImplementation } from 'json-canonicalize'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical.ts'

const VECTORS = new URL('../../../shared/corpus/vectors/jcs/', import.meta.url)
const here = existsSync(VECTORS)
const why = here ? '' : ' (skipped: ../shared/corpus/vectors/jcs is absent)'
const names = here ? readdirSync(new URL('input/', VECTORS)) : []
const read = (path: string): string => readFileSync(new URL(path, VECTORS), 'utf8')

const view = new DataView(new ArrayBuffer(8))
const doubleOf = (bits: bigint): number => {
  view.setBigUint64(0, bits)
  return view.getFloat64(0)
}

describe.skipIf(!here)(`published vectors of RFC 8785${why}`, () => {
  test.each(names)('%s has its output, byte for byte', (name) => {
    const output = canonicalJson(JSON.parse(read(`input/${name}`)))
    expect(output).toBe(read(`output/${name}`))
    const hex = read(`outhex/${name.replace('.json', '.txt')}`).replaceAll(/\s+/g, '')
    expect(Buffer.from(output).toString('hex')).toBe(hex)
  })

  test('10,000 doubles are printed as ECMAScript prints them', () => {
    const lines = read('es6numbers_10k.txt').trim().split('\n')
    expect(lines).toHaveLength(10_000)
    const wrong = lines.filter((line) => {
      const [bits = '', printed] = line.split(',')
      return canonicalJson(doubleOf(BigInt(`0x${bits}`))) !== printed
    })
    expect(wrong).toEqual([])
  })
})

// Our own small set, for a clone without the published vectors.
const OWN: [string, unknown, string][] = [
  [
    'members by UTF-16 code unit, not by code point',
    { '\uFB33': 1, '😀': 2, é: 3, a: 4 },
    '{"a":4,"é":3,"😀":2,"\uFB33":1}',
  ],
  [
    'nested members, empty containers',
    { b: [{ z: 1, a: [] }, {}], a: null },
    '{"a":null,"b":[{"a":[],"z":1},{}]}',
  ],
  [
    'controls and quotes',
    '\u0000\u001F\b\t\n\f\r"\\/\u007F',
    String.raw`"\u0000\u001f\b\t\n\f\r\"\\/` + '\u007F"',
  ],
  [
    'French as it is, not normalised',
    'd\u00E9j\u00E0 de\u0301ja\u0300 «\u00A0n°\u202F5\u00A0»',
    '"d\u00E9j\u00E0 de\u0301ja\u0300 «\u00A0n°\u202F5\u00A0»"',
  ],
  ['minus zero', -0, '0'],
  ['largest safe integer', Number.MAX_SAFE_INTEGER, '9007199254740991'],
  [
    'exponents',
    [1e21, 1e-7, 123e-20, 5e-324, 1.7976931348623157e308],
    '[1e+21,1e-7,1.23e-18,5e-324,1.7976931348623157e+308]',
  ],
  [
    'undefined members are left out, as by JSON.stringify',
    { a: undefined, b: [undefined] },
    '{"b":[null]}',
  ],
  ['literals', [true, false, null, ''], '[true,false,null,""]'],
]
test.each(OWN)('own vector: %s', (_, value, expected) => {
  expect(canonicalJson(value)).toBe(expected)
})

const REFUSED: [string, unknown][] = [
  ['undefined', undefined],
  ['a function', () => 1],
  ['NaN', [Number.NaN]],
  ['infinity', { a: Number.NEGATIVE_INFINITY }],
  ['a lone surrogate in a value', { a: 'x\uD800y' }],
  ['a lone surrogate in a name', { '\uDC00': 1 }],
  ['a bigint', { a: 1n }],
]
test.each(REFUSED)('%s has no canonical form: a fault', (_, value) => {
  expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ code: 'not-canonical' }))
})

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31)
const DOUBLES = 1_000_000
const BATCH = 1_000

/** SplitMix64: a named, seeded generator of 64-bit patterns. */
const patterns = (seed: number) => {
  let state = BigInt(seed)
  return (): bigint => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n)
    let mixed = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n)
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn)
    return mixed ^ (mixed >> 31n)
  }
}

test(`1,000,000 generated doubles: two implementations agree (TEST_SEED=${SEED})`, () => {
  const next = patterns(SEED)
  const double = (): number => {
    for (;;) {
      const value = doubleOf(next())
      if (Number.isFinite(value)) return value
    }
  }
  for (let done = 0; done < DOUBLES; done += BATCH) {
    const numbers = Array.from({ length: BATCH }, double)
    const printed = canonicalJson(numbers)
    if (printed !== secondImplementation(numbers)) expect.fail(`they differ in batch ${done}`)
    const back = JSON.parse(printed) as number[]
    if (back.some((value, index) => value !== numbers[index])) expect.fail(`lost digits at ${done}`)
  }
})
