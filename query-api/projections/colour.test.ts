import { expect, test } from 'vitest'
import type { StatusDerivation } from '#contracts/http/article.ts'
import type { StatusFlag } from '#contracts/vocabulary/citator.ts'
import type { LegalRuleType } from '#contracts/vocabulary/texts.ts'
import { articleIdOf } from '#contracts/identity.ts'
import { colourOf, colourOfText } from './colour.ts'

const derivation = (flag: StatusFlag): StatusDerivation => ({
  flag,
  rule: 'a rule',
  because: [],
  asOf: null,
  assessedThrough: null,
})
const whole = derivation('gray')
const textOf = (...points: [LegalRuleType | null, StatusFlag][]): StatusFlag =>
  colourOfText(
    points.map(([legalRuleType, flag]) => ({ legalRuleType, derivation: derivation(flag) })),
    whole,
  ).flag

test('a point that nobody assessed is gray, by rule 4', () => {
  expect(colourOf({ articleId: articleIdOf('a'), headnoteSequence: null })).toEqual({
    flag: 'gray',
    rule: '4',
    because: [],
    asOf: null,
    assessedThrough: null,
  })
})

test('a text is as bad as its worst point, and unknown is worse than good', () => {
  expect(textOf(['ratio', 'green'], ['ratio', 'red'], ['ratio', 'orange'])).toBe('red')
  expect(textOf(['ratio', 'green'], [null, 'gray'])).toBe('gray')
  expect(textOf()).toBe('gray')
})

test('a red aside makes a text yellow at most', () => {
  expect(textOf(['ratio', 'green'], ['obiter', 'red'])).toBe('yellow')
  expect(textOf(['ratio', 'orange'], ['obiter', 'red'])).toBe('orange')
})
