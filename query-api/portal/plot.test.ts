import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Day } from '#contracts/ids.ts'
import { OPERATIONS } from '#contracts/tariff.ts'
import { plot, tickStep } from './plot.ts'

const STEPS = [
  [0, 1],
  [0.9, 0.25],
  [1.8, 0.5],
  [4, 1],
  [39, 10],
  [41, 20],
  [2_000, 500],
] as const
for (const [max, step] of STEPS) {
  test(`the axis up to ${max} has steps of ${step}`, () =>
    expect(tickStep(max)).toBeCloseTo(step, 9))
}

const words = { title: 't', description: 'd', axis: 'a', printNumber: String }
const numbersOf = (svg: string, name: string): number[] =>
  [...svg.matchAll(new RegExp(`<rect[^>]*\\s${name}="([^"]+)"`, 'g'))].map(([, text]) =>
    Number(text),
  )

test('every bar fits into the chart, whatever the usage', () => {
  const usage = fc.array(
    fc.record({
      day: fc
        .integer({ min: 1, max: 28 })
        .map((day) => Day.parse(`2026-02-${String(day).padStart(2, '0')}`)),
      operation: fc.constantFrom(...OPERATIONS),
      calls: fc.nat(),
      microUsd: fc.integer({ min: 1, max: 1_000_000_000_000 }),
    }),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(usage, (used) => {
      const svg = plot({ width: 'wide', ...words, month: '2026-02', usage: used })
      expect(numbersOf(svg, 'height')).toHaveLength(used.length)
      for (const y of numbersOf(svg, 'y')) {
        expect(y).toBeGreaterThanOrEqual(12)
        expect(y).toBeLessThanOrEqual(212)
      }
      expect(svg).not.toMatch(/NaN|Infinity|style=/)
    }),
  )
})

test('a February has 28 days, or 29', () => {
  expect(plot({ width: 'wide', ...words, month: '2026-02', usage: [] })).not.toContain('>30<')
  expect(plot({ width: 'wide', ...words, month: '2028-02', usage: [] })).toContain('>25<')
})

test('the last day of a month stands inside the chart, wide or narrow', () => {
  const usage = [
    { day: Day.parse('2026-01-31'), operation: 'search', calls: 1, microUsd: 1 },
  ] as const
  for (const [width, right] of [
    ['wide', 720],
    ['narrow', 350],
  ] as const) {
    const svg = plot({ width, ...words, month: '2026-01', usage })
    const [x = 0] = numbersOf(svg, 'x')
    const [bar = 0] = numbersOf(svg, 'width')
    expect(x + bar).toBeLessThanOrEqual(right)
  }
})
