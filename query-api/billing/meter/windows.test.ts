import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recentMonths } from './reconcile.ts'
import { differences, stretchesOf } from './windows.ts'

const MINUTE = 60
const minutesOf = (ledger: readonly number[]) =>
  ledger.map((microUsd, index) => ({ minuteSeconds: (index * 3 + 2) * MINUTE, microUsd }))

describe('where two sums differ', () => {
  test('stretches cover the whole time without a gap, each with its own minute', () => {
    const end = 1_000 * MINUTE
    const stretches = stretchesOf(minutesOf([1, 2, 3]), 0, end)
    expect(stretches.map(({ fromSeconds, toSeconds }) => [fromSeconds, toSeconds])).toEqual([
      [0, 5 * MINUTE],
      [5 * MINUTE, 8 * MINUTE],
      [8 * MINUTE, end],
    ])
    for (const { minuteSeconds, fromSeconds, toSeconds } of stretches)
      expect(minuteSeconds >= fromSeconds && minuteSeconds < toSeconds).toBe(true)
    expect(stretchesOf([], 0, end)).toEqual([])
  })

  test('the differences found add up to the whole one, and repairing them leaves none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: -2, max: 2 })), {
          maxLength: 40,
        }),
        async (cells) => {
          const meter = cells.map(([ledger, off]) => ledger + off)
          const stretches = stretchesOf(
            minutesOf(cells.map(([ledger]) => ledger)),
            0,
            10_000 * MINUTE,
          )
          let questions = 0
          const sum = async (from: number, to: number): Promise<number> => {
            questions += 1
            return stretches.reduce(
              (total, one, index) =>
                total + (one.fromSeconds >= from && one.toSeconds <= to ? (meter[index] ?? 0) : 0),
              0,
            )
          }
          const found = await differences(stretches, sum)
          const whole = cells.reduce((total, [, off]) => total - off, 0)
          expect(found.reduce((total, { microUsd }) => total + microUsd, 0)).toBe(whole)
          if (whole === 0) expect(questions).toBeLessThanOrEqual(1)
          for (const { minuteSeconds, microUsd } of found) {
            const index = stretches.findIndex((one) => one.minuteSeconds === minuteSeconds)
            meter[index] = (meter[index] ?? 0) + microUsd
          }
          expect(await differences(stretches, sum)).toEqual([])
        },
      ),
    )
  })
})

test('the month before January is December', () => {
  expect(recentMonths(Date.parse('2026-01-31T23:59:59.999Z'))).toEqual(['2025-12', '2026-01'])
  expect(recentMonths(Date.parse('2026-03-31T00:00:00.000Z'))).toEqual(['2026-02', '2026-03'])
})
