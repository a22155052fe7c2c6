import { describe, expect, test } from 'vitest'
import { locateWords } from './quoted-words.ts'

const content = {
  title: 'Le bail commercial',
  abstract: 'Un résumé.',
  contentClean:
    '𝕏 Le bailleur n’a pas qualité.\n\nLe preneur non plus. Le bailleur répond de tout.',
}

describe('words that a person copied', () => {
  test('are found in the text, in code points, with their surroundings', () => {
    expect(locateWords(content, { words: 'Le preneur', near: null })).toMatchObject({
      member: 'contentClean',
      exact: 'Le preneur',
      start: 32,
      end: 42,
      suffix: ' non plus. Le bailleur répond de tout.',
    })
  })

  test('are found although quotation marks and white space differ', () => {
    expect(
      locateWords(content, { words: "n'a pas  qualité. Le preneur", near: null }),
    ).toMatchObject({ exact: 'n’a pas qualité.\n\nLe preneur' })
  })

  test('are found although the page shows no signs of Markdown', () => {
    const contentClean =
      '## Le **bail**\n\n> Le *preneur* paie[^1].\n\n| Loyer | 2 |\n| - | - |\n| Charges | 3 |'
    const found = (words: string) =>
      locateWords({ ...content, contentClean }, { words, near: null })
    expect(found('Le bail')).toMatchObject({ exact: 'Le **bail' })
    expect(found('bail\nLe preneur paie1.')).toMatchObject({
      exact: 'bail**\n\n> Le *preneur* paie[^1].',
    })
    expect(found('Loyer\t2')).toMatchObject({ exact: 'Loyer | 2' })
    expect(found('preneur paye')).toBe('quote-not-in-text')
  })

  test('are found in the title and the abstract, too', () => {
    expect(locateWords(content, { words: 'bail commercial', near: null })).toMatchObject({
      member: 'title',
      start: 3,
    })
  })

  test('that occur twice need to be selected or longer', () => {
    expect(locateWords(content, { words: 'Le bailleur', near: null })).toBe('quote-ambiguous')
    expect(locateWords(content, { words: 'Le bailleur', near: 50 })).toMatchObject({ start: 53 })
  })

  test('that are nowhere are refused', () => {
    expect(locateWords(content, { words: 'la caution', near: null })).toBe('quote-not-in-text')
    expect(locateWords(content, { words: ' \n ', near: null })).toBe('quote-not-in-text')
  })
})
