import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveZones } from './move-zones.ts'

const TEXT = 'LA COUR,\nFaits.\nAutres faits.\nMotifs.\nSuite.\nCASSE.'
const NAMES = ['introduction', 'facts', 'reasons', 'operative'] as const
const LINES = [
  [0, 1],
  [1, 3],
  [3, 5],
  [5, 6],
] as const

const startOf = (line: number): number => TEXT.split('\n').slice(0, line).join('\n').length + 1
const ZONES = NAMES.map((name, index) => {
  const [from = 0, to = 0] = LINES[index] ?? []
  return {
    name,
    start: from === 0 ? 0 : startOf(from),
    end: Math.min(TEXT.length, startOf(to)),
  }
})
/** The words of each part after an edit. */
const partsOf = (next: string): string[] =>
  moveZones(ZONES, TEXT, next).map(
    ({ name, start, end }) => `${name}: ${next.slice(start, end).trim().replaceAll('\n', ' / ')}`,
  )

test('parts go with their lines', () => {
  expect(partsOf(`En-tête ajouté.\nDeuxième ligne.\n${TEXT}`)).toEqual([
    'introduction: En-tête ajouté. / Deuxième ligne. / LA COUR,',
    'facts: Faits. / Autres faits.',
    'reasons: Motifs. / Suite.',
    'operative: CASSE.',
  ])
})

test('changed lines stay in their part, also where a part begins or ends', () => {
  const next = TEXT.replace('Autres faits.', 'D’autres faits encore.').replace(
    'Motifs',
    'Les motifs',
  )
  expect(partsOf(next)).toEqual([
    'introduction: LA COUR,',
    'facts: Faits. / D’autres faits encore.',
    'reasons: Les motifs. / Suite.',
    'operative: CASSE.',
  ])
})

test('a part whose lines are gone is gone, and the others keep their words', () => {
  expect(partsOf(TEXT.replace('Motifs.\nSuite.\n', ''))).toEqual([
    'introduction: LA COUR,',
    'facts: Faits. / Autres faits.',
    'operative: CASSE.',
  ])
})

test('parts stay within the text and in order, whatever was edited', () => {
  const line = fc.constantFrom('Faits.', 'Motifs.', 'CASSE.', 'Autre.', '')
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const next = lines.join('\n')
      let before = 0
      for (const { start, end } of moveZones(ZONES, TEXT, next)) {
        expect(start).toBeGreaterThanOrEqual(before)
        expect(end).toBeLessThanOrEqual(next.length)
        before = start
      }
    }),
  )
})
