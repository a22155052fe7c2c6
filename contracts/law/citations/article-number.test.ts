import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { articleNumber } from './article-number.ts'
import { MULTIPLICATIVES } from './multiplicatives.ts'
import { recogniseCitations } from './recognise.ts'

/** A number as a source states it, and its normal form. */
const NUMBERS: readonly (readonly [stated: string, form: string])[] = [
  ['1240', '1240'],
  ['1er', '1'],
  ['premier', '1'],
  ['9 bis', '9bis'],
  ['L1221-1', 'l1221-1'],
  ['L. 1221-1', 'l1221-1'],
  ['R*133-1', 'r133-1'],
  ['LO 127', 'lo127'],
  ['209 B', '209b'],
  ['39 A', '39a'],
  ['39 AA', '39aa'],
  ['80 duodecies', '80duodecies'],
  ['L16 B', 'l16b'],
  ['L80 CB', 'l80cb'],
  ['R*80 CB-1', 'r80cb-1'],
  ['150-0 B ter', '150-0bter'],
  ['235 ter ZD', '235terzd'],
  ['1649 quater B', '1649quaterb'],
  ['1649 quater B bis', '1649quaterbbis'],
  ['44 sexies-0 A', '44sexies-0a'],
  ['38 bis-0 A bis', '38bis-0abis'],
  ['302 septies A ter A', '302septiesatera'],
  ['1609 novovicies', '1609novovicies'],
  ['préliminaire', 'preliminaire'],
  ['liminaire', 'liminaire'],
  ['unique', 'unique'],
]

describe('the number of an article', () => {
  test.each(NUMBERS)('%s is filed as %s', (stated, form) => {
    expect(articleNumber(stated)).toBe(form)
    expect(articleNumber(`Article ${stated}`)).toBe(form)
    expect(articleNumber(`Art. ${stated}.`)).toBe(form)
  })

  test.each(NUMBERS)('%s is read in a text as it is filed', (stated, form) => {
    for (const text of [
      `l'article ${stated} du code général des impôts`,
      `CGI, art. ${stated}`,
      `(CGI, art. ${stated})`,
      `les articles 4 et ${stated} du code général des impôts`,
    ]) {
      const names = recogniseCitations(text).flatMap(({ normalized }) => normalized)
      expect(names, text).toContain(`article:code-general-des-impots:${form}`)
    }
  })

  test.each([
    ['990 I', '990i'],
    ['150 V bis', '150vbis'],
    ['Article 5 - Objet', '5'],
    ['Article 9 Du mariage', '9'],
    ['Annexe I', null],
    ['', null],
  ])('%s is filed as %s', (stated, form) => {
    expect(articleNumber(stated)).toBe(form)
  })

  const number = fc
    .record({
      letter: fc.constantFrom('', 'L. ', 'R', 'R*', 'D. ', 'LO '),
      digits: fc.stringMatching(/^[1-9]\d{0,3}(?:-[1-9]\d{0,1}){0,2}$/u),
      before: fc.constantFrom('', ...MULTIPLICATIVES.map((one) => ` ${one}`)),
      letters: fc.constantFrom('', ' A', ' B', ' M', ' Z', ' AA', ' ZD', ' HB'),
      after: fc.constantFrom('', ' bis', ' ter', ' quinquies'),
    })
    .map(({ letter, digits, before, letters, after }) =>
      [letter, digits, before, letters, letters === '' ? '' : after].join(''),
    )
  test('any number is filed as it is read', () => {
    fc.assert(
      fc.property(number, (stated) => {
        const form = articleNumber(stated)
        expect(form).toBe(stated.toLowerCase().replaceAll(/[ .*]/gu, ''))
        const [citation] = recogniseCitations(`l'article ${stated} du code général des impôts`)
        expect(citation?.normalized).toEqual([`article:code-general-des-impots:${form}`])
      }),
      { numRuns: 500 },
    )
  })
})

describe('words of the sentence behind a number', () => {
  test.each([
    ["article 9 A défaut d'accord, le juge statue", '9'],
    ["l'article 9 A la demande du salarié", '9'],
    ['article 9 Y compris le dimanche', '9'],
    ['article 12 et B', '12'],
    ['art. 5 a été abrogé', '5'],
    ['article 3 du', '3'],
    ['ARTICLE 3 DU RAPPORT', '3'],
    ['article 5 A) du tableau', '5'],
    ['article 12 M. Dupont', '12'],
    ['article 12 M Dupont', '12'],
    ['article 39 I', '39'],
    ["article 8 L'employeur", '8'],
    ["l'article 209 B. La société soutient", '209b'],
    ["l'article 39 A. Le tribunal", '39a'],
    ["l'article 39 A prévoit", '39a'],
    ['article 39 A', '39a'],
    ['(article 209 B)', '209b'],
  ])('%s', (text, number) => {
    expect(recogniseCitations(text).flatMap(({ normalized }) => normalized)).toEqual([
      `article:${number}`,
    ])
  })

  test.each([
    ['art. 1240 C. civ.', 'article:code-civil:1240'],
    ['art. 1240 C civ', 'article:code-civil:1240'],
    ['art. 311-1 CP', 'article:code-penal:311-1'],
    ['ARTICLE 1240 DU CODE CIVIL', 'article:code-civil:1240'],
    ['art. 39 A CGI', 'article:code-general-des-impots:39a'],
  ])('%s', (text, name) => {
    expect(recogniseCitations(text).flatMap(({ normalized }) => normalized)).toEqual([name])
  })
})
