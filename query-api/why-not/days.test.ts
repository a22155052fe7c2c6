import { expect, test } from 'vitest'
import { middleDay } from './days.ts'

test.each([
  ['2024-01-01', '2024-01-01', null],
  ['2024-01-01', '2024-01-02', null],
  ['2024-03-01', '2024-02-29', null],
  ['2024-02-28', '2024-03-01', '2024-02-29'],
  ['1993-05-04', '2024-02-29', '2008-10-01'],
  ['2024-02-29', '1993-05-04', '2008-10-01'],
  ['1804-03-21', '1804-03-25', '1804-03-23'],
])('between %s and %s lies %s', (one, other, middle) => {
  expect(middleDay(one, other)).toBe(middle)
})
