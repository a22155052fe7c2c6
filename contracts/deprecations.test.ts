import { expect, test } from 'vitest'
import { Day } from './ids.ts'
import {
  type Deprecation,
  deprecationHeaders,
  DEPRECATIONS,
  NOTICE_MONTHS,
} from './deprecations.ts'

const SAMPLE: Deprecation = {
  what: 'GET /usage',
  operationId: 'getUsage',
  since: Day.parse('2027-01-01'),
  sunset: Day.parse('2028-01-01'),
  replacement: null,
}

test('a deprecated operation says since when and until when, in the forms of RFC 9745 and 8594', () => {
  expect(deprecationHeaders('getUsage', [SAMPLE])).toEqual({
    Deprecation: '@1798761600',
    Sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
  })
  expect(deprecationHeaders('searchUnified', [SAMPLE])).toEqual({})
})

test('what is deprecated is announced long enough before', () => {
  for (const { since, sunset } of [SAMPLE, ...DEPRECATIONS]) {
    const earliest = new Date(since)
    earliest.setUTCMonth(earliest.getUTCMonth() + NOTICE_MONTHS)
    expect(Date.parse(sunset)).toBeGreaterThanOrEqual(earliest.getTime())
  }
})
