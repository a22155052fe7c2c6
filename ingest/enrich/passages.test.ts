import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocksOf, embeddedPassage, PASSAGES, passagesOf, titlePrefix } from './passages.ts'

const word = fc.constantFrom(
  ...'le contrat est formé ; art. 1240 M. Roy 𝔸𝔹 é l’été « dol » [3] 12. (4) a) # fin. Oui ! https://exemple.test/chemin'.split(
    ' ',
  ),
)
const separator = fc.constantFrom(' ', ' ', ' ', ' ', '\n', '\n\n', '. ', '\u00a0', '\n# ', '\n1. ')
const legalText = fc
  .array(fc.tuple(word, separator), { minLength: 1, maxLength: 900 })
  .map((parts) => parts.flat().join(''))
const anyText = fc.oneof(
  legalText,
  fc.string({ unit: 'grapheme', maxLength: 4_000 }),
  fc.string({ unit: 'binary', maxLength: 4_000 }),
  fc.integer({ min: 1, max: 6_000 }).map((length) => '𝔸'.repeat(length)),
)

const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff
const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
const partsPair = (text: string, at: number): boolean =>
  isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at))

describe('passages of any text', () => {
  test('hold every visible character, in order', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const passages = passagesOf(text)
        let covered = 0
        for (const { start, end } of passages) {
          expect(text.slice(covered, Math.max(covered, start)).trim()).toBe('')
          expect(end).toBeGreaterThan(covered)
          covered = end
        }
        expect(text.slice(covered).trim()).toBe('')
      }),
      { numRuns: 400 },
    )
  })

  test('stay within their limit, begin and end visibly, and split no pair of surrogates', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { start, end } of passagesOf(text)) {
          const slice = text.slice(start, end)
          expect(slice.length).toBeLessThanOrEqual(PASSAGES.max)
          expect(slice.length).toBeGreaterThan(0)
          expect(slice.trim()).toBe(slice)
          expect(partsPair(text, start) || partsPair(text, end)).toBe(false)
        }
      }),
      { numRuns: 400 },
    )
  })

  test('are the same each time', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(passagesOf(text)).toEqual(passagesOf(text))
      }),
    )
  })
})

/** Which blocks of a text with this line between two paragraphs begin a section. */
const isSection = (line: string): boolean[] =>
  blocksOf(`Un alinéa.\n\n${line}\n\nUn autre.`).map(({ startsSection }) => startsSection)

describe('passages of a legal text', () => {
  const sentence = 'Le débiteur est condamné, s’il y a lieu, au paiement de dommages et intérêts. '

  test('a short text is one passage', () => {
    expect(passagesOf(' Le contrat oblige. ')).toEqual([{ start: 1, end: 19 }])
  })

  test('a section begins a passage, with its heading', () => {
    const text = `# Faits\n\n${sentence.repeat(6)}\n\n## Motifs\n\n${sentence.repeat(6)}`
    const slices = passagesOf(text).map(({ start, end }) => text.slice(start, end))
    expect(slices.map((slice) => slice.split('\n')[0])).toEqual(['# Faits', '## Motifs'])
  })

  test('a party to the case begins no section, a part of a code does', () => {
    for (const line of [
      'Partie civile constituée, Mme X demande réparation.',
      'PARTIE CIVILE : Mme X',
      'Partie perdante, la société supporte les dépens.',
      'partie du prix reste due.',
      'Partie d’un ensemble, le lot est indivisible.',
    ])
      expect(isSection(line)).toEqual([false, false, false])
    for (const line of ['Partie I', 'PARTIE RÉGLEMENTAIRE', 'Partie préliminaire', 'Section 2'])
      expect(isSection(line)).toEqual([false, true])
  })

  test('numbered paragraphs are not split while they fit', () => {
    const paragraphs = Array.from({ length: 8 }, (_, at) => `${at + 1}. ${sentence.repeat(3)}`)
    const text = paragraphs.join('\n\n')
    expect(blocksOf(paragraphs.join('\n')).length).toBe(8)
    const starts = blocksOf(text).map(({ start }) => text.slice(start, start + 2))
    expect(starts).toEqual(['1.', '2.', '3.', '4.', '5.', '6.', '7.', '8.'])
    for (const { start, end } of passagesOf(text).slice(0, -1)) {
      expect(text.slice(start, end)).toMatch(/intérêts\.$/)
    }
  })

  test('a long paragraph is cut after a sentence, and the next passage repeats the last one', () => {
    const text = sentence.repeat(40).trim()
    const passages = passagesOf(text)
    expect(passages.length).toBeGreaterThan(2)
    for (const { start, end } of passages) {
      expect(text.slice(start, end)).toMatch(/^Le débiteur.*intérêts\.$/s)
    }
    for (const [index, { start }] of passages.slice(1).entries()) {
      const overlap = (passages[index]?.end ?? 0) - start
      expect(overlap).toBeGreaterThan(0)
      expect(overlap).toBeLessThanOrEqual(PASSAGES.overlap)
    }
  })

  test('an abbreviation does not end a sentence', () => {
    const text = `${'x'.repeat(700)} selon l’art. 12 ${'y'.repeat(300)} fini. Suite ${'z'.repeat(500)}`
    const [first] = passagesOf(text)
    expect(text.slice(first?.start, first?.end)).toMatch(/fini\.$/)
  })

  test('what is embedded has the title before it, cut at a word', () => {
    expect(embeddedPassage('Code civil', 'Les contrats', { start: 4, end: 12 })).toBe(
      'Code civil\ncontrats',
    )
    const long = titlePrefix('Règlement '.repeat(60))
    expect(long.length).toBeLessThanOrEqual(PASSAGES.titlePrefix)
    expect(long).toMatch(/Règlement$/)
    expect(titlePrefix('𝔸'.repeat(300)).isWellFormed()).toBe(true)
  })
})
