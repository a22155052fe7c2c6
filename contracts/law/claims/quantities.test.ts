import { describe, expect, test } from 'vitest'
import { judgeClaim } from './judge.ts'
import { claimSource } from './claim-source.ts'
import { analyseSentence } from './sentence-analysis.ts'

const read = (text: string): (readonly [number, string | null])[] =>
  analyseSentence(text).quantities.map(({ value, unit }) => [value, unit])

const TENS_FR = 'vingt trente quarante cinquante soixante'.split(' ')
const SMALL_FR = (
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize ' +
  'dix-sept dix-huit dix-neuf'
).split(' ')

/** A number below a hundred as French writes it, the parts of `vingt et un` apart. */
const below100Fr = (value: number): string[] => {
  if (value < 20) return [SMALL_FR[value] ?? '']
  if (value === 80) return ['quatre-vingts']
  if (value > 80) return [`quatre-vingt-${SMALL_FR[value - 80]}`]
  const tens = Math.min(Math.floor(value / 10), 6)
  const rest = value - tens * 10
  const ten = TENS_FR[tens - 2] ?? ''
  if (rest === 0) return [ten]
  return rest === 1 || rest === 11
    ? [ten, 'et', SMALL_FR[rest] ?? '']
    : [`${ten}-${SMALL_FR[rest]}`]
}

const below1000Fr = (value: number, isLast: boolean): string[] => {
  const count = Math.floor(value / 100)
  const rest = value % 100
  const many = count === 0 ? [] : count === 1 ? ['cent'] : [SMALL_FR[count] ?? '', 'cent']
  if (rest === 0 && count > 1 && isLast) return [SMALL_FR[count] ?? '', 'cents']
  const small = rest === 80 && !isLast ? ['quatre-vingt'] : below100Fr(rest)
  return rest === 0 && count > 0 ? many : [...many, ...small]
}

const partsFr = (value: number): string[] => {
  const count = Math.floor(value / 1000)
  const rest = value % 1000
  if (count === 0) return below1000Fr(rest, true)
  const many = count === 1 ? ['mille'] : [...below1000Fr(count, false), 'mille']
  return rest === 0 ? many : [...many, ...below1000Fr(rest, true)]
}

const ONES_EN = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen'
).split(' ')
const TENS_EN = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

const below100En = (value: number): string => {
  if (value < 20) return ONES_EN[value] ?? ''
  const ten = TENS_EN[Math.floor(value / 10) - 2] ?? ''
  return value % 10 === 0 ? ten : `${ten}-${ONES_EN[value % 10]}`
}
const spelledEn = (value: number, and: string): string => {
  if (value < 100) return below100En(value)
  const [scale, word] = value < 1000 ? [100, 'hundred'] : [1000, 'thousand']
  const head = `${spelledEn(Math.floor(value / scale), and)} ${word}`
  const rest = value % scale
  if (rest === 0) return head
  return rest < 100 ? `${head} ${and}${below100En(rest)}` : `${head} ${spelledEn(rest, and)}`
}

const ONES_CA = (
  'zero un dos tres quatre cinc sis set vuit nou deu onze dotze tretze catorze quinze setze ' +
  'disset divuit dinou'
).split(' ')
const TENS_CA = 'vint trenta quaranta cinquanta seixanta setanta vuitanta noranta'.split(' ')

const spelledCa = (value: number): string => {
  if (value < 20) return ONES_CA[value] ?? ''
  const rest = value % (value < 100 ? 10 : value < 1000 ? 100 : 1000)
  const more = rest === 0 ? '' : spelledCa(rest)
  if (value < 100) {
    const ten = TENS_CA[Math.floor(value / 10) - 2] ?? ''
    return more === '' ? ten : `${ten}-${value < 30 ? 'i-' : ''}${more}`
  }
  const [scale, word] = value < 1000 ? [100, 'cent'] : [1000, 'mil']
  const count = Math.floor(value / scale)
  const hundreds = value < 1000 ? `${spelledCa(count)}-cents` : `${spelledCa(count)} mil`
  return `${count === 1 ? word : hundreds} ${more}`.trim()
}

describe('numbers from 0 to 9,999 in words are read back', () => {
  test.each<[string, (value: number) => string, string, string]>([
    ['in French, as it was spelled before 1990', (one) => partsFr(one).join(' '), 'jours', 'jour'],
    ['in French, with the hyphens of 1990', (one) => partsFr(one).join('-'), 'jours', 'jour'],
    ['in English', (one) => spelledEn(one, 'and '), 'days', 'jour'],
    ['in English without "and"', (one) => spelledEn(one, ''), 'days', 'jour'],
    ['in Catalan', spelledCa, 'dies', 'jour'],
  ])('%s', (_, spelled, noun, unit) => {
    const wrong: string[] = []
    for (let value = 0; value < 10_000; value += 1) {
      const text = `${spelled(value)} ${noun}`
      const found = JSON.stringify(read(text))
      if (found !== JSON.stringify([[value, unit]])) wrong.push(`${text}: ${value}, not ${found}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('quantities', () => {
  test.each<[string, (readonly [number, string | null])[]]>([
    ['cent quatre-vingts jours', [[180, 'jour']]],
    ['vingt et un jours', [[21, 'jour']]],
    ['vingt et une semaines', [[21, 'semaine']]],
    ['soixante et onze ans', [[71, 'an']]],
    ['quinze cents euros', [[1500, 'euro']]],
    [
      'septante-trois ans ou nonante et un mois',
      [
        [73, 'an'],
        [91, 'mois'],
      ],
    ],
    ['mil neuf cent nonante euros', [[1990, 'euro']]],
    ['un million deux cent mille euros', [[1_200_000, 'euro']]],
    ["deux millions d'euros", [[2_000_000, 'euro']]],
    ["2 millions d'euros", [[2_000_000, 'euro']]],
    ["1,5 milliard d'euros", [[1_500_000_000, 'euro']]],
    ['dix pour cent', [[10, '%']]],
    ['10 pour cent du prix', [[10, '%']]],
    [
      'eighteen months and eighty days',
      [
        [18, 'mois'],
        [80, 'jour'],
      ],
    ],
    [
      'between two hundred and three hundred days',
      [
        [200, null],
        [300, 'jour'],
      ],
    ],
    ['dotze mesos', [[12, 'mois']]],
    ['dues-centes hores', [[200, null]]],
  ])('%s', (text, found) => {
    expect(
      read(text).map(([value, unit], at) => [value, found[at]?.[1] === null ? null : unit]),
    ).toEqual(found)
  })

  test('a comma parts two numbers in words', () =>
    expect(read('deux, trois ou quatre mois').map(([value]) => value)).toEqual([2, 3, 4]))

  test.each(['1 500,50 euros', '1\u202F500,50 euros', '1.500,50 euros', '1500,50 euros'])(
    'groups of thousands and a decimal comma are one number: %s',
    (text) => expect(read(text)).toEqual([[1500.5, 'euro']]),
  )

  test.each([
    'Le délai est très court.',
    'Les sommes dues par le locataire portent intérêt.',
    'Il demeure dans un immeuble sis à Paris.',
    'Le logement est neuf.',
  ])('a word that is also a number counts nothing by itself: %s', (text) =>
    expect(read(text)).toEqual([]),
  )

  test('the same words count before what they count', () => {
    expect(read('tres mesos i dues setmanes').map(([value]) => value)).toEqual([3, 2])
    expect(read('neuf mois')).toEqual([[9, 'mois']])
  })

  test('an article before a unit of time counts one', () => {
    expect(read('dans un mois')).toEqual([[1, 'mois']])
    expect(read('dans un contrat')).toEqual([])
  })
})

const rule = (days: string): string =>
  `Le recours est formé dans un délai de ${days} jours à compter de la notification.`

const verdict = (held: string, claimed: string): string => {
  const source = claimSource({ title: 'Le délai', contentClean: rule(held), headnotes: [] })
  return judgeClaim(rule(claimed), [{ key: 'a', source }]).verdict
}

test('a claim with the number of its source is supported, one with another contradicted', () => {
  expect(verdict('cent quatre-vingts', '180')).toBe('supported')
  expect(verdict('180', 'cent quatre-vingts')).toBe('supported')
  expect(verdict('cent quatre-vingts', '124')).toBe('contradicted')
  expect(verdict('vingt et un', '20')).toBe('contradicted')
})
