import { expect, test } from 'vitest'
import { Instant } from '#contracts/ids.ts'
import { httpDate, isNotModified } from './conditional.ts'

const CURRENT = { etag: '"abc"', updatedAt: Instant.parse('2024-05-03T08:30:15.250Z') }
const SAME_SECOND = 'Fri, 03 May 2024 08:30:15 GMT'
const EARLIER = 'Fri, 03 May 2024 08:30:14 GMT'

const CASES: readonly (readonly [string, string | undefined, string | undefined, boolean])[] = [
  ['nothing is asked', undefined, undefined, false],
  ['the tag is the current one', '"abc"', undefined, true],
  ['the tag is another one', '"abd"', undefined, false],
  ['the tag is in a list', '"x", W/"y" , "abc"', undefined, true],
  ['the tag came back weak', 'W/"abc"', undefined, true],
  ['any tag will do', '*', undefined, true],
  ['the header holds no tag', 'abc', undefined, false],
  ['the copy is of the same second', undefined, SAME_SECOND, true],
  ['the copy is older', undefined, EARLIER, false],
  ['the date is none', undefined, '2024-05-03', false],
  ['the date is far away', undefined, 'Fri, 31 Dec 9999 23:59:59 GMT', true],
  ['a tag goes before a date', '"abd"', SAME_SECOND, false],
  ['a tag that fits goes before a date', '"abc"', EARLIER, true],
]
for (const [name, ifNoneMatch, ifModifiedSince, expected] of CASES) {
  test(`${name}: ${expected ? 'not modified' : 'answered in full'}`, () => {
    expect(isNotModified({ ifNoneMatch, ifModifiedSince }, CURRENT)).toBe(expected)
  })
}

test('an instant is printed as HTTP prints dates', () => {
  expect(httpDate(CURRENT.updatedAt)).toBe(SAME_SECOND)
})
