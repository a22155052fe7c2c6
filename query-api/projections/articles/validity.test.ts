import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Interval } from '#contracts/search/document.ts'
import { Day } from '#contracts/ids.ts'
import { timelineOf, type ValidityClaim } from './validity.ts'

const claim = (from: string | null, to: string | null): ValidityClaim => ({
  from: from === null ? null : Day.parse(from),
  to: to === null ? null : Day.parse(to),
})

test('a text without any validity has its last wording as the current one, and no days', () => {
  expect(timelineOf([[], []])).toEqual({ current: 1, intervals: [[], []] })
  expect(timelineOf([])).toEqual({ current: -1, intervals: [] })
})

test('wordings that follow each other keep their days', () => {
  const first = claim('2010-01-01', '2015-12-31')
  const second = claim('2016-01-01', null)
  expect(timelineOf([[first], [second]])).toEqual({
    current: 1,
    intervals: [[first], [second]],
  })
})

test('an older state that is imported late takes its days but not the present', () => {
  const present = claim('2016-01-01', null)
  const old = claim('2010-01-01', null)
  expect(timelineOf([[present], [old]])).toEqual({
    current: 0,
    intervals: [[present], [claim('2010-01-01', '2015-12-31')]],
  })
})

test('an open end is closed by the wording that follows', () => {
  const { intervals } = timelineOf([[claim('2010-01-01', null)], [claim('2016-02-29', null)]])
  expect(intervals[0]).toEqual([claim('2010-01-01', '2016-02-28')])
})

test('of two wordings from the same day the one published later holds', () => {
  const days = claim('2010-01-01', '2012-12-31')
  expect(timelineOf([[days], [days]])).toEqual({ current: 1, intervals: [[], [days]] })
})

test('a wording without days of its own holds on those of the one before it', () => {
  const days = claim('2010-01-01', null)
  expect(timelineOf([[days], []])).toEqual({ current: 1, intervals: [[], [days]] })
  expect(timelineOf([[days], [claim(null, null)]]).current).toBe(1)
})

test('a state that comes back after another one is current again', () => {
  const back = [claim('2010-01-01', '2014-12-31'), claim('2018-01-01', null)]
  const between = claim('2015-01-01', '2017-12-31')
  expect(timelineOf([back, [between]])).toEqual({ current: 0, intervals: [back, [between]] })
})

test('days that touch are one run, and a claim that ends before it starts is none', () => {
  const touching = [claim('2010-01-01', '2010-06-30'), claim('2010-07-01', '2010-12-31')]
  expect(timelineOf([touching]).intervals).toEqual([[claim('2010-01-01', '2010-12-31')]])
  expect(timelineOf([[claim('2012-01-01', '2011-01-01')]])).toEqual({
    current: 0,
    intervals: [[]],
  })
})

const holds = ({ from, to }: Interval, day: string): boolean =>
  (from === null || from <= day) && (to === null || day <= to)

const someDay = fc
  .integer({ min: 0, max: 40 })
  .map((offset) => new Date(Date.UTC(2020, 1, 10 + offset)).toISOString().slice(0, 10))
const someClaim = fc
  .tuple(fc.option(someDay), fc.option(someDay))
  .map(([from, to]) => claim(from, to))

test('each day has the wording whose claim starts last, and no day has two', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(someClaim, { maxLength: 3 }), { minLength: 1, maxLength: 5 }),
      someDay,
      (claims, day) => {
        const { intervals } = timelineOf(claims)
        let said: readonly ValidityClaim[] = []
        const candidates = claims.flatMap((own, wording) => {
          const meant = own.filter(({ from, to }) => from !== null || to !== null)
          said = meant.length > 0 ? meant : said
          return said.filter((one) => holds(one, day)).map(({ from }) => ({ wording, from }))
        })
        const starts = candidates.map(({ from }) => from ?? '').toSorted()
        const expected = candidates.findLast(({ from }) => (from ?? '') === starts.at(-1))
        const holders = intervals.flatMap((own, wording) =>
          own.filter((one) => holds(one, day)).map(() => wording),
        )
        expect(holders).toEqual(expected === undefined ? [] : [expected.wording])
      },
    ),
    { numRuns: 2_000 },
  )
})

test('the current wording holds on the last day that any wording holds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(someClaim, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
      (claims) => {
        const { current, intervals } = timelineOf(claims)
        const someHold = intervals.some((own) => own.length > 0)
        expect(!someHold || (intervals[current]?.length ?? 0) > 0).toBe(true)
      },
    ),
  )
})
