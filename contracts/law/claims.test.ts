import { describe, expect, test } from 'vitest'
import {
  claimSource,
  isCheckWorthy,
  isOutsideCoverage,
  judgeClaim,
  numberedAuthorities,
  readingOf,
  sentencesOf,
} from './claims.ts'
import { datesIn } from './claims/dates.ts'
import { valueOfWords } from './claims/numbers.ts'

const SOURCE = {
  title: 'Le préavis de démission',
  contentClean:
    '## Règle\n\n1. En cas de démission, le salarié respecte un préavis de trois mois. L’employeur ne peut pas l’en dispenser sans le payer.\n\n' +
    '2. Selon l’article L. 1234-1 du code du travail, le préavis de licenciement est de deux mois. La règle vaut depuis le 1er mars 2020.\n\n' +
    '3. La preuve de la démission incombe à l’employeur. Une simple absence n’interrompt pas le contrat.',
  headnotes: [],
}
const judged = (text: string) => judgeClaim(text, [{ key: 'a', source: claimSource(SOURCE) }])

const split = (text: string): string[] =>
  sentencesOf(text).map(({ start, end }) => text.slice(start, end))
const worthy = (text: string): boolean => isCheckWorthy(text, readingOf(text))
const verdict = (text: string) => judged(text).verdict

describe('sentences', () => {
  test('French abbreviations end none', () => {
    expect(
      split('Voir art. 12, al. 2. Cass. soc., 5 mai 2020, n° 19-10.000, M. X c. Roy. Fin.'),
    ).toEqual([
      'Voir art. 12, al. 2.',
      'Cass. soc., 5 mai 2020, n° 19-10.000, M. X c. Roy.',
      'Fin.',
    ])
    expect(split('L’article L. 1234-1 s’applique. Il est clair.')).toHaveLength(2)
  })
  test('marks of headings and lists stand outside', () =>
    expect(split('## Titre\n\n1. Premier point.\n- Second point.')).toEqual([
      'Titre',
      'Premier point.',
      'Second point.',
    ]))
})

describe('what a sentence says', () => {
  test('numbers in words and digits are one', () => {
    expect(valueOfWords(['soixante', 'douze'])).toBe(72)
    expect(valueOfWords(['quatre', 'vingt', 'seize'])).toBe(96)
    expect(valueOfWords(['deux', 'cents'])).toBe(200)
    const [first] = readingOf('dans les 15 jours').quantities
    const [second] = readingOf('dans les quinze jours').quantities
    expect(first).toMatchObject({ value: 15, unit: 'jour' })
    expect(second).toMatchObject({ value: 15, unit: 'jour' })
  })
  test('dates are read in French, English and Catalan', () => {
    const parts = datesIn('le 1er mai 2020, on 4 May 2023, el 14 de novembre de 2023, en 2016').map(
      ({ day, month, year }) => [day, month, year],
    )
    expect(parts).toEqual([
      [1, 5, 2020],
      [4, 5, 2023],
      [14, 11, 2023],
      [null, null, 2016],
    ])
  })
  test('articles and numbered texts are named', () =>
    expect(
      numberedAuthorities('les articles 1103 et L. 1221-1, arrêt n° 23-99.011').flatMap(
        ({ names }) => names,
      ),
    ).toEqual(['1103', 'l1221-1', '23-99011']))
  test('a sentence without rule, number, date or citation is not check-worthy', () => {
    expect(worthy('Le soleil brille sur la ville endormie.')).toBe(false)
    expect(worthy('Le bailleur doit délivrer un logement décent.')).toBe(true)
    expect(worthy('Le bailleur doit-il délivrer un logement décent ?')).toBe(false)
  })
  test('a law that is not held is outside the coverage', () => {
    expect(isOutsideCoverage('Le droit allemand prévoit un délai de trois ans.')).toBe(true)
    expect(isOutsideCoverage('Le droit français prévoit un délai de cinq ans.')).toBe(false)
  })
})

describe('a claim held against a source', () => {
  test('is supported by a copy and by a paraphrase', () => {
    expect(verdict('En cas de démission, le salarié respecte un préavis de trois mois.')).toBe(
      'supported',
    )
    expect(verdict('Le salarié démissionnaire doit un préavis de 3 mois.')).toBe('supported')
  })
  test.each([
    ['a number', 'En cas de démission, le salarié respecte un préavis de six mois.', 'number'],
    ['a date', 'La règle vaut depuis le 1er mars 2021.', 'date'],
    ['a negation', 'Une simple absence interrompt le contrat.', 'polarity'],
    ['a party', 'La preuve de la démission incombe au salarié.', 'party'],
    [
      'a citation',
      'Selon l’article L. 1234-5 du code du travail, le préavis de licenciement est de deux mois.',
      'citation',
    ],
  ])('is contradicted where %s was altered', (_, text, kind) => {
    const { verdict: said, conflicts } = judged(text)
    expect(said).toBe('contradicted')
    expect(conflicts.map((one) => one.kind)).toContain(kind)
  })
  test('is not supported where the source is silent', () =>
    expect(verdict('Le locataire restitue les clés au propriétaire du logement.')).toBe(
      'not_supported',
    ))
  test('without sources nothing is supported', () =>
    expect(judgeClaim('Le salarié respecte un préavis.', []).verdict).toBe('not_supported'))
})
