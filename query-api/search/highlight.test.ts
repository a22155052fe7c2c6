import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeTermFinder, terms } from '#contracts/law/analysis/analyse.ts'
import { highlight, SNIPPET } from './highlight.ts'

const mark = (text: string, query: string): string =>
  highlight(text, makeTermFinder(new Set(terms(query))))
const textOf = (html: string): string =>
  html
    .replace(/<\/?mark>/gu, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

describe('marks', () => {
  test('the same analysis as the search: any spelling marks any other', () => {
    expect(mark("L'été venu", 'ete')).toBe('L&#39;<mark>été</mark> venu')
    expect(mark('Art. L. 1221-1 du code', 'L1221-1')).toBe('Art. <mark>L. 1221-1</mark> du code')
    expect(mark('pourvoi n° 19-60.222', '19-60222')).toBe('pourvoi n° <mark>19-60.222</mark>')
    expect(mark('les responsabilités', 'responsabilite')).toBe('les <mark>responsabilités</mark>')
  })

  test('one mark where two terms share a place', () => {
    expect(mark('n° 2020-800 DC', '2020-800 DC')).toBe('n° <mark>2020-800 DC</mark>')
  })

  test('nothing is marked where nothing matches', () => {
    expect(mark('Le bail commercial', 'divorce')).toBe('Le bail commercial')
  })
})

describe('safety', () => {
  test('markup in a text is shown, not run', () => {
    const html = mark('<script>alert("bail & \'loyer\'")</script>', 'bail loyer')
    expect(html).toBe(
      '&lt;script&gt;alert(&quot;<mark>bail</mark> &amp; &#39;<mark>loyer</mark>&#39;&quot;)&lt;/script&gt;',
    )
  })

  test('any text, any query: nothing but our marks is markup, and the text can be read back', () => {
    const text = fc.string({ unit: 'binary', maxLength: 900 })
    fc.assert(
      fc.property(text, fc.string({ maxLength: 30 }), (summary, query) => {
        const html = mark(summary, `${query} ${summary.slice(0, 20)}`)
        expect(html.replace(/<mark>|<\/mark>/gu, '')).not.toMatch(/[<>"']/u)
        expect(html.split('<mark>')).toHaveLength(html.split('</mark>').length)
        const shown = textOf(html).replace(/^…|…$/gu, '')
        expect(summary).toContain(shown.trim())
      }),
    )
  })
})

describe('length', () => {
  const filler = 'Mot de remplissage. '.repeat(60)

  test('a short text comes whole', () => {
    const text = 'La clause abusive est réputée non écrite.'
    expect(mark(text, 'zzz')).toBe(text)
  })

  test('a long text comes as the stretch that holds most of the terms, with an ellipsis at each cut', () => {
    const text = `${filler}Une clause seule. ${filler}La clause limitative de responsabilité. ${filler}`
    const html = mark(text, 'clause responsabilité')
    expect(html).toMatch(
      /^….*<mark>clause<\/mark> limitative de <mark>responsabilité<\/mark>.*…$/su,
    )
    expect(textOf(html).length).toBeLessThanOrEqual(SNIPPET.charactersMax + 2)
  })

  test('without a match, the beginning is shown', () => {
    const html = mark(filler, 'divorce')
    expect(html.startsWith('Mot de remplissage.')).toBe(true)
    expect(html.endsWith('…')).toBe(true)
  })

  test('characters are never split', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5 }),
        fc.constantFrom('😀', 'e\u0301', '👩‍⚖️'),
        (shift, letter) => {
          const html = mark('x'.repeat(shift) + letter.repeat(500), 'zzz')
          const shown = textOf(html).replace(/^…|…$/gu, '')
          expect(shown.isWellFormed()).toBe(true)
          expect(shown.replace(/^x*/u, '').replaceAll(letter, '')).toBe('')
          expect(shown.length).toBeLessThanOrEqual(SNIPPET.charactersMax)
        },
      ),
    )
  })
})
