import { expect, test } from 'vitest'
import { printersOf } from './language.ts'

test('an end at midnight is printed as the day before', () => {
  const fr = printersOf('fr')
  expect(fr.end('2030-02-01T00:00:00.000Z')).toBe('31 janvier 2030')
  expect(fr.end('2030-02-01T10:30:00.000Z')).toMatch(/^1er février 2030 à 10:30\sUTC$/)
  expect(printersOf('en').end('2030-02-02T00:00:00.000Z')).toBe('1 February 2030')
})

test('no micro-dollar is rounded away', () => {
  expect(printersOf('en').usd(13_500)).toMatch(/^USD\s0\.0135$/)
  expect(printersOf('fr').usd(1)).toMatch(/^0,000001\sUSD$/)
  expect(printersOf('fr').usd(250_000_000)).toMatch(/^250,00\sUSD$/)
})
