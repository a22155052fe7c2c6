import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measureCpuMs } from '../../../test/cpu-time.ts'
import { cleanText } from '../../enrich/clean.ts'
import { PART, showPart } from '../desk/wording.ts'
import { HOSTILE } from './hostile.testing.ts'
import { preview, type PreviewPlace } from './preview.ts'

const BOUND_MS = 8_000
const FIRST: PreviewPlace = { part: 1 }
const shown = (text: string, place: PreviewPlace = FIRST) =>
  preview({ text, judicialDecision: null, language: 'fr', place })

describe('hostile manuscripts', () => {
  test.each(HOSTILE)('%s: no script, no word lost, in time', (_, manuscript) => {
    let markup = ''
    const ms = measureCpuMs(() => {
      const { parts } = shown(manuscript)
      markup = shown(manuscript).markup + shown(manuscript, { part: parts }).markup
    })
    expect(ms).toBeLessThan(BOUND_MS)
    expect(markup).toContain('Sentinelle')
    expect(markup).not.toMatch(/<(?:script|img|svg|math|iframe|style|form|button|b|o:p)\b/iu)
  })

  test('there are at least 30', () => expect(HOSTILE.length).toBeGreaterThanOrEqual(30))
})

test('whatever is typed is shown as its publication shows it', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '# Titre\n',
          'Une ligne\nl’autre\n',
          '\n\n',
          '- un\n',
          '1) deux\n',
          '| a | b |\n| - | - |\n',
          '| 1 | 2 |\n',
          '> cité\n',
          '*mot* ',
          '**fort** ',
          '~~barré~~ ',
          '`code` ',
          '<b>',
          '[^1]',
          '\n[^1]: note\n',
          '    retrait\n',
          '[a](https://a.example)',
          '![b](https://b.example/c.png)',
          '\t',
          'e\u0301',
          '\u0007',
          '\\*',
        ),
        { maxLength: 30 },
      ),
      (parts) => {
        const typed = parts.join('')
        const published = { contentClean: cleanText(typed), judicialDecision: null }
        expect(shown(typed)).toEqual(showPart(published, 1, { language: 'fr', quoted: [] }))
      },
    ),
  ))

test('each line is a paragraph, and what readers do not see as a mark stays as it is typed', () => {
  const { markup } = shown('Première ligne\nseconde ligne\n\n    un retrait, `du code`, ~~ceci~~')
  expect(markup.split('<p>').length - 1).toBe(3)
  expect(markup).toContain('&#96;du code&#96;, ~~ceci~~')
  expect(markup).not.toContain('<code>')
})

test('the parts of a ruling are shown', () => {
  const zones = [{ name: 'operative' as const, start: 0, end: 6 }]
  const { markup } = preview({
    text: 'Casse.',
    judicialDecision: { zones },
    language: 'fr',
    place: FIRST,
  })
  expect(markup).toContain('Dispositif')
})

test('of 2 MB the part around the place of typing is shown', () => {
  const filler = 'Un  alinéa.\n\n'.repeat(100_000)
  const { markup, part, parts } = shown(`${filler}Ici.\n\n${filler}`, { focus: filler.length })
  expect(markup).toContain('<p>Ici.</p>')
  expect(part).toBeGreaterThan(1)
  expect(parts).toBeGreaterThan(part)
  expect(markup.length).toBeLessThan(40 * PART.unitsMax)
})
