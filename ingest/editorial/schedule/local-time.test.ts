import { describe, expect, test } from 'vitest'
import { readTime } from './local-time.ts'

describe('a time that people write', () => {
  test.each([
    ['2026-12-01T08:00', 'Europe/Paris', '2026-12-01T07:00:00.000Z'],
    ['2026-07-01T08:00', 'europe/paris', '2026-07-01T06:00:00.000Z'],
    ['2026-12-01 08:00:30', 'UTC', '2026-12-01T08:00:30.000Z'],
    ['2026-12-01T08:00:00.250', 'Asia/Kathmandu', '2026-12-01T02:15:00.250Z'],
    ['2026-12-01T08:00:00+01:00', null, '2026-12-01T07:00:00.000Z'],
    ['2026-12-01t07:00z', null, '2026-12-01T07:00:00.000Z'],
    // The offset decides: this is the second half past two of that night.
    ['2026-10-25T02:30:00+01:00', 'Europe/Paris', '2026-10-25T01:30:00.000Z'],
    ['  2028-02-29T00:00  ', 'Europe/Paris', '2028-02-28T23:00:00.000Z'],
  ])('%s in %s is %s', (text, zone, at) => {
    expect(readTime(text, zone)).toEqual({ at })
  })

  test.each([
    ['2026-12-01', 'Europe/Paris', 'time-unreadable'],
    ['tomorrow at eight', 'Europe/Paris', 'time-unreadable'],
    ['2026-02-30T08:00', 'Europe/Paris', 'time-unreadable'],
    ['2026-12-01T25:00', 'Europe/Paris', 'time-unreadable'],
    ['2026-02-30T08:00Z', null, 'time-unreadable'],
    ['0000-01-01T00:00:00+23:00', null, 'time-unreadable'],
    ['2026-12-01T08:00', null, 'zone-missing'],
    ['2026-12-01T08:00', 'Europe/Atlantis', 'zone-unknown'],
  ])('%s in %s is refused: %s', (text, zone, refused) => {
    expect(readTime(text, zone)).toMatchObject({ refused, choices: [] })
  })

  test('that comes twice or never is refused with both possibilities', () => {
    const twice = ['2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00']
    expect(readTime('2026-10-25T02:30', 'Europe/Paris')).toEqual({
      refused: 'time-ambiguous',
      reason: 'the clocks go back at this hour, so this time comes twice',
      hint: `write which one is meant, with its offset: ${twice.join(' or ')}`,
      choices: twice,
    })
    expect(readTime('2026-03-29T02:30', 'Europe/Paris')).toMatchObject({
      refused: 'time-skipped',
      choices: ['2026-03-29T01:30:00+01:00', '2026-03-29T03:30:00+02:00'],
    })
    for (const choice of twice) expect(readTime(choice, null)).toHaveProperty('at')
  })
})
