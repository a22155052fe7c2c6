import { expect, test } from 'vitest'
import { isVisible } from './visible.ts'

test.each([
  ['nothing', ''],
  ['blanks', ' \u00a0\u202f\n\t'],
  ['a space of no width', '\u200b\u200c\u200d\ufeff\u2060'],
  ['controls of direction', '\u202e\u2066\u2069\u061c'],
  ['combining marks alone', '\u0301\u0308 \u20dd'],
  ['fillers that count as letters', '\u3164\u115f\u1160\uffa0\u2800'],
  ['tags and variation selectors', '\u{e0041}\ufe0f'],
])('%s cannot be seen', (_, text) => {
  expect(isVisible(text)).toBe(false)
})

test.each(['a', 'é', 'e\u0301', '1', '—', '§', '€', '漢', 'ع', '\u202eenvers'])(
  '%s can be seen',
  (text) => {
    expect(isVisible(text)).toBe(true)
  },
)
