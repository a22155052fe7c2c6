/** No text that a stranger sends may keep a regular expression busy. */
import { expect, test } from 'vitest'
import { keyOf, readChecked } from './checked.ts'
import { collectExpressions, nameOf } from './collect.ts'
import { MEASURE, superLinear } from './measure.ts'
import { KNOWN } from './known.ts'

const TIMEOUT_MS = 900_000
const expressions = await collectExpressions()
const checked = readChecked()

test('a slow expression is found', () => {
  expect(superLinear({ source: '^(a+)+$', flags: '' }, null)).not.toBeNull()
  expect(superLinear({ source: '\\s+$', flags: '' }, null)).not.toBeNull()
  expect(superLinear({ source: '(?<!\\s)\\s+$', flags: '' }, null)).toBeNull()
})

test(
  `none takes more than linear time on ${MEASURE.characters.at(-1)} characters`,
  { timeout: TIMEOUT_MS },
  () => {
    const mended = expressions.filter(({ place }) => !KNOWN.some((file) => place.startsWith(file)))
    const slow = mended.flatMap((one) => {
      const verdict = checked.get(keyOf(one)) ?? 'unknown'
      const found = superLinear(one, typeof verdict === 'string' ? null : verdict)
      return found === null ? [] : [`${one.place} ${nameOf(one)}: ${found}`]
    })
    expect(slow).toEqual([])
  },
)
