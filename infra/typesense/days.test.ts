import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Day } from '#contracts/ids.ts'
import { dateNumber, dayTokens, validityTokens } from './days.ts'

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
console.info(`days.test.ts: SEED=${SEED}`)

const day = fc
  .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(-24).slice(0, 10))
  .filter((text) => Day.safeParse(text).success)
  .map((text) => Day.parse(text))
const interval = fc.record({ from: fc.option(day), to: fc.option(day) })

const holds = (validity: { from: Day | null; to: Day | null }[], asked: Day): boolean =>
  validity.some(({ from, to }) => (from === null || from <= asked) && (to === null || asked <= to))

const found = (tokens: readonly string[], asked: Day): boolean => {
  const wanted = new Set(dayTokens(asked))
  return tokens.some((token) => wanted.has(token))
}

test('a day finds exactly the intervals that contain it', () => {
  fc.assert(
    fc.property(fc.array(interval, { minLength: 1, maxLength: 3 }), day, (validity, asked) => {
      const tokens = validityTokens({ validity, current: false }, true)
      expect(found(tokens, asked)).toBe(holds(validity, asked))
      for (const { from, to } of validity)
        for (const end of [from, to])
          if (end !== null) expect(found(tokens, end)).toBe(holds(validity, end))
    }),
    { seed: SEED, numRuns: 500 },
  )
})

test('an interval takes few tokens, and a day 23', () => {
  const wide = [{ from: Day.parse('0001-01-02'), to: Day.parse('9998-12-30') }]
  expect(validityTokens({ validity: wide, current: true }, true).length).toBeLessThan(44)
  expect(dayTokens(Day.parse('2024-02-29'))).toHaveLength(23)
})

test('a text without intervals is found on every day, in its current wording only', () => {
  const asked = Day.parse('1804-03-21')
  expect(found(validityTokens({ validity: [], current: true }, false), asked)).toBe(true)
  expect(found(validityTokens({ validity: [], current: false }, false), asked)).toBe(false)
  expect(found(validityTokens({ validity: [], current: true }, true), asked)).toBe(false)
})

test('dates sort as days do', () => {
  expect(dateNumber(Day.parse('2024-05-02'))).toBe(20_240_502)
})
