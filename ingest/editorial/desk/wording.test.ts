import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOSTILE } from '../annotate/hostile.testing.ts'
import { PART, partAt, type Quoted, showPart } from './wording.ts'

const OPTIONS = { language: 'fr', quoted: [] } as const
const contentOf = (contentClean: string) => ({ contentClean, judicialDecision: null })
const show = (text: string, part = 1, quoted: readonly Quoted[] = []) =>
  showPart(contentOf(text), part, { ...OPTIONS, quoted })

const readBack = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/gu, '')
    .replaceAll(/&#(\d+);/gu, (_, code: string) => String.fromCodePoint(Number(code)))
const shown = (text: string): string => {
  const { parts } = show(text)
  return Array.from({ length: parts }, (_, index) => readBack(show(text, index + 1).markup)).join(
    '',
  )
}
const withoutBlanks = (text: string): string => text.replaceAll(/\s/gu, '')

describe('a wording in parts', () => {
  test('keeps each character of each line, and cuts no character in two', () => {
    const line = fc.string({ unit: fc.constantFrom('a', ' ', 'é', '𝕏', '\u202e', '<', '&') })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n')
        expect(withoutBlanks(shown(text))).toBe(withoutBlanks(text))
      }),
    )
  })

  test('of a book without a line break has parts of bounded length', () => {
    const text = 'mot '.repeat(150_000)
    const { parts } = show(text)
    expect(parts).toBeGreaterThan(12)
    for (let part = 1; part <= parts; part += 1)
      expect(readBack(show(text, part).markup).length).toBeLessThanOrEqual(PART.unitsMax)
    expect(withoutBlanks(shown(text))).toBe(withoutBlanks(text))
  })

  test('of 10,000 headings has parts of bounded height', () => {
    const { markup } = show(Array.from({ length: 10_000 }, (_, index) => `# ${index}`).join('\n'))
    expect(markup.split('<h3').length - 1).toBeLessThanOrEqual(PART.linesMax)
  })

  test('a code point is in the part that shows it', () => {
    const text = `${'𝕏'.repeat(PART.unitsMax / 2)}\n${'b'.repeat(10)}`
    expect([partAt(contentOf(text), 0), partAt(contentOf(text), PART.unitsMax / 2 + 3)]).toEqual([
      1, 2,
    ])
  })
})

const START = / dir="auto" data-start="\d+"| id="[sp]\d+"/gu

test('is shown as readers see it: headings, lists, tables, quotes, rules and emphasis', () => {
  const text =
    '## Le **bail**\n\n- un\n- deux\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n> *cité*\n\n---\n\nfin'
  expect(show(text).markup.replaceAll(START, '')).toBe(
    '<h3>Le <strong>bail</strong></h3>' +
      '<ul class="marked"><li class="paragraph"><p><span class="mark">- </span>un</p></li>' +
      '<li class="paragraph"><p><span class="mark">- </span>deux</p></li></ul>' +
      '<div class="table"><table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>' +
      '<tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>' +
      '<blockquote><div class="paragraph"><p><em>cité</em></p></div></blockquote>' +
      '<hr /><div class="paragraph"><p>fin</p></div>',
  )
})

test('shows the parts of a ruling with their names', () => {
  const zones = [{ name: 'operative' as const, start: 0, end: 3 }]
  const content = { contentClean: 'Casse.', judicialDecision: { zones } }
  expect(showPart(content, 1, OPTIONS).markup).toContain('<h3 class="zone" id="s1">Dispositif</h3>')
})

const mark = (id: string, begins: boolean, words: string): string =>
  `<mark${begins ? ` id="q-${id}"` : ''} data-comment="${id}">${words}</mark>`

describe('the words of comments', () => {
  test('are marked, also where two overlap and after a rare character', () => {
    const { markup } = show('𝕏 un deux trois', 1, [
      { id: 'a', start: 2, end: 9 },
      { id: 'b', start: 5, end: 15 },
    ])
    expect(markup).toContain(
      `<p>𝕏 ${mark('a', true, 'un ')}<mark id="q-b" data-comment="a">deux</mark>${mark('b', false, ' trois')}</p>`,
    )
  })

  test('are marked across emphasis, lines and signs', () => {
    const text = '### Le *bail*\n\n- du **contrat**'
    const { markup } = show(text, 1, [{ id: 'a', start: 4, end: text.length - 5 }])
    expect(markup).toContain(`>${mark('a', true, 'Le <em>bail</em>')}</h3>`)
    expect(markup).toContain(
      `- </span>${mark('a', false, 'du <strong>cont</strong>')}<strong>rat</strong></p>`,
    )
  })

  test('each line says where it begins, in code points', () => {
    const starts = show('𝕏\n\n- un\n> deux').markup.matchAll(/data-start="(\d+)"/gu)
    expect([...starts].map(([, start]) => Number(start))).toEqual([0, 5, 10])
  })
})

test.each(HOSTILE)('%s: no markup of the text, and no word lost', (_, text) => {
  const { parts } = show(text)
  const markups = Array.from({ length: Math.min(parts, 2) }, (__, at) => show(text, at + 1).markup)
  const markup = [...markups, show(text, parts).markup].join('')
  expect(markup).toContain('Sentinelle')
  expect(markup).not.toMatch(/<(?:script|img|svg|math|iframe|style|form|button|b|o:p)\b/iu)
  for (const [, address = ''] of markup.matchAll(/href="([^"]*)"/gu))
    expect(address).toMatch(/^(?:https?:\/\/|#p\d+$)/u)
})
