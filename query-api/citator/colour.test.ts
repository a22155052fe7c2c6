import { describe, expect, test } from 'vitest'
import type { Treatment } from '#contracts/events/others.ts'
import type { StatusDerivation } from '#contracts/http/article.ts'
import type { StatusFlag } from '#contracts/vocabulary/citator.ts'
import type { LegalRuleType } from '#contracts/vocabulary/texts.ts'
import { facts, position, treatment, treatmentId } from './citator.testing.ts'
import { type Colour, colourOfText, colourWithSupports, derivationOf } from './colour.ts'

const colourBy = (...treatments: Treatment[]): string => {
  const { flag, rule } = colourWithSupports(facts({ treatments }), [])
  return `${flag} ${rule}`
}

describe('the rules, the first that holds', () => {
  test.each<[string, string, Treatment[]]>([
    ['a confirmed stop with power', 'red 1', [treatment()]],
    ['a confirmed stop of the whole text', 'red 1', [treatment({ sequence: null })]],
    ['a partial stop that names the point', 'red 1', [treatment({ type: 'overruled_in_part' })]],
    [
      'a partial stop that names none',
      'orange 2a',
      [treatment({ type: 'quashed_in_part', sequence: null })],
    ],
    ['a stop without power', 'orange 2b', [treatment({ court: 'fr.ca' })]],
    [
      'a likely suggestion',
      'orange 2b',
      [treatment({ status: 'suggested', confidencePercent: 80 })],
    ],
    [
      'an unlikely suggestion',
      'yellow 3',
      [treatment({ status: 'suggested', confidencePercent: 79 })],
    ],
    ['a suggestion without a figure', 'yellow 3', [treatment({ status: 'suggested' })]],
    [
      'a suggested partial stop that names no point',
      'yellow 3',
      [
        treatment({
          type: 'reversed_in_part',
          sequence: null,
          status: 'suggested',
          confidencePercent: 99,
        }),
      ],
    ],
    ['something pending', 'orange 2c', [treatment({ type: 'appeal_pending', court: null })]],
    ['a caution', 'yellow 3', [treatment({ type: 'criticised', court: null })]],
    ['praise', 'green 5', [treatment({ type: 'followed' })]],
    ['a mention', 'green 5', [treatment({ type: 'cited' })]],
    ['nothing', 'green 5', []],
  ])('%s: %s', (_, expected, treatments) => {
    expect(colourBy(...treatments)).toBe(expected)
  })

  test('the worst rule wins and names its treatments alone', () => {
    const stop = treatment({ name: 'stop' })
    const colour = colourWithSupports(
      facts({ treatments: [treatment({ name: 'word', type: 'criticised' }), stop] }),
      [],
    )
    expect(colour).toEqual({ flag: 'red', rule: '1', because: [treatmentId('stop')] })
  })
})

describe('gray', () => {
  test.each([
    ['never assessed', facts({ assessedThrough: null })],
    ['cited again since', facts({ newestCitation: position(101) })],
    ['outside the coverage', facts({ covered: false })],
  ])('%s', (_, given) => {
    expect(colourWithSupports(given, [])).toEqual({ flag: 'gray', rule: '4', because: [] })
  })
  test('a point that nobody cites is green once it was assessed', () => {
    expect(colourWithSupports(facts({ newestCitation: null }), []).flag).toBe('green')
  })
})

describe('reliance', () => {
  const red: Colour = { flag: 'red', rule: '1', because: ['a'] }
  const orange: Colour = { flag: 'orange', rule: '2d', because: ['b'] }
  const yellow: Colour = { flag: 'yellow', rule: '3', because: ['c'] }
  test.each<[string, { treated: Colour | null; relying: Colour }, Colour]>([
    [
      'a red support: orange',
      { treated: red, relying: red },
      { flag: 'orange', rule: '2d', because: ['a'] },
    ],
    [
      'an orange support: yellow',
      { treated: null, relying: orange },
      { flag: 'yellow', rule: '3', because: ['b'] },
    ],
    [
      'a yellow support: nothing',
      { treated: yellow, relying: yellow },
      { flag: 'green', rule: '5', because: [] },
    ],
  ])('%s', (_, support, expected) => {
    expect(colourWithSupports(facts(), [support])).toEqual(expected)
  })
  test('what a point has of its own and is worse stays', () => {
    const own = facts({ treatments: [treatment()] })
    expect(colourWithSupports(own, [{ treated: red, relying: red }]).rule).toBe('1')
  })
})

test('a derivation says by which rule, from what, for which day and how far was read', () => {
  const given = facts({ treatments: [treatment()] })
  expect(derivationOf(colourWithSupports(given, []), given, null)).toEqual({
    flag: 'red',
    rule: '1',
    because: [treatmentId('one')],
    asOf: null,
    assessedThrough: '000000000000100',
  })
})

const derivation = (flag: StatusFlag): StatusDerivation => ({
  flag,
  rule: 'a rule',
  because: [],
  asOf: null,
  assessedThrough: null,
})

const textOf = (...points: [LegalRuleType | null, StatusFlag][]): StatusFlag =>
  colourOfText(
    points.map(([legalRuleType, flag]) => ({ legalRuleType, derivation: derivation(flag) })),
    derivation('gray'),
  ).flag

describe('a text', () => {
  test('is as bad as its worst point, and unknown is worse than good', () => {
    expect(textOf(['ratio', 'green'], ['ratio', 'red'], ['ratio', 'orange'])).toBe('red')
    expect(textOf(['ratio', 'green'], [null, 'gray'])).toBe('gray')
    expect(textOf()).toBe('gray')
  })
  test('is yellow at most by a red aside', () => {
    expect(textOf(['ratio', 'green'], ['obiter', 'red'])).toBe('yellow')
    expect(textOf(['ratio', 'orange'], ['obiter', 'red'])).toBe('orange')
  })
})
