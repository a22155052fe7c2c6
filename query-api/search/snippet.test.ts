import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { terms } from '#contracts/law/analysis/analyse.ts'
import { SNIPPET } from './highlight.ts'
import { makeSnippets } from './snippet.ts'

const snippet = (text: string, query: string, within = { start: 0, end: text.length }) =>
  makeSnippets(new Set(terms(query)))(text, within)

const ESCAPED: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}
/** What a reader of the HTML sees. */
const textOf = (html: string): string =>
  html.replace(/<\/?mark>/gu, '').replace(/&[a-z#0-9]+;/gu, (entity) => ESCAPED[entity] ?? '?')

const filler = 'Mot de remplissage. '.repeat(100)

describe('the stretch of a text that is shown', () => {
  test('holds most of the different terms of the query', () => {
    const text = `${filler}Une clause seule. ${filler}La clause limitative de responsabilité. ${filler}`
    const { html } = snippet(text, 'clause responsabilité')
    expect(html).toContain('<mark>clause</mark> limitative de <mark>responsabilité</mark>')
    expect(textOf(html).length).toBeLessThanOrEqual(SNIPPET.charactersMax)
  })

  test.each([
    ['inexecution', "l'inexécution"],
    ['L1221-1', 'L. 1221-1'],
    ['19-60222', '19-60.222'],
    ['oeuvre', 'œuvres'],
    ['15000', '15 000'],
    ['obligations', 'OBLIGATION'],
  ])('finds %s as written in a long text: %s', (query, written) => {
    const { html } = snippet(`${filler}${filler}Ici ${written} reste. ${filler}`, query)
    expect(html).toContain('<mark>')
    expect(html).toContain('reste')
  })

  test('stays within the passage that it is given', () => {
    const text = `La clause. ${filler}`
    const within = { start: 400, end: 1_200 }
    const { html, span } = snippet(text, 'clause', within)
    expect(html).not.toContain('<mark>')
    expect(span.start).toBeGreaterThanOrEqual(within.start)
    expect(span.end).toBeLessThanOrEqual(within.end)
  })

  test('is the beginning where no term of the query is', () => {
    expect(snippet(filler, 'divorce').html.startsWith('Mot de remplissage.')).toBe(true)
    expect(snippet('', 'divorce')).toEqual({ html: '', span: { start: 0, end: 0 } })
  })

  test('begins and ends between words', () => {
    const { span } = snippet(`${filler}clause ${filler}`, 'clause')
    const text = `${filler}clause ${filler}`
    expect(text.slice(span.start - 1, span.start)).toBe(' ')
    expect(text.slice(span.end, span.end + 1)).toMatch(/^\s?$/u)
  })
})

const HOSTILE = [
  '<mark>',
  '</mark>',
  '&lt;',
  '&amp;amp;',
  '\u202e',
  '\u2066',
  '😀',
  '👩‍⚖️',
  'e\u0301',
  'x\u0300\u0301\u0302',
  '\u00ad',
  '\u200d',
  '"',
  "'",
  '…',
  '\n\n',
  ' ',
  'clause',
  'CLAUSE',
  'clauses abusives',
  'L. 1221-1',
  '𝔸',
  'a'.repeat(60),
]

test('any text, any query: without marks and escapes the snippet is the text at its span', () => {
  const text = fc.array(
    fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 6 })),
    {
      maxLength: 40,
    },
  )
  fc.assert(
    fc.property(text, fc.constantFrom(...HOSTILE), fc.nat(), fc.nat(), (pieces, query, a, b) => {
      const written = pieces.join('')
      const places = [a % (written.length + 1), b % (written.length + 1)]
      const isCharacter = ({ start, end }: { start: number; end: number }): boolean =>
        written.slice(start, end).isWellFormed() || !written.isWellFormed()
      const within = { start: Math.min(...places), end: Math.max(...places) }
      fc.pre(isCharacter(within))
      const { html, span } = snippet(written, `${query} clause`, within)
      expect(textOf(html)).toBe(written.slice(span.start, span.end))
      expect(html.replace(/<mark>|<\/mark>/gu, '')).not.toMatch(/[<>"']/u)
      expect(html.split('<mark>')).toHaveLength(html.split('</mark>').length)
      expect(isCharacter(span)).toBe(true)
      expect(span.end - span.start).toBeLessThanOrEqual(SNIPPET.charactersMax)
      expect(span.start).toBeGreaterThanOrEqual(within.start)
    }),
    { numRuns: 100 },
  )
})

test('a text without spaces and one of a single term are searched in linear time', () => {
  for (const text of ['clause'.repeat(30_000), 'clause '.repeat(30_000), 'l.'.repeat(90_000)]) {
    const begun = performance.now()
    snippet(text, 'clause L1221-1')
    expect(performance.now() - begun).toBeLessThan(2_000)
  }
})
