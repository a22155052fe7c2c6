import { describe, expect, test } from 'vitest'
import { measureCpuMs } from '../../../test/cpu-time.ts'
import { quotationsIn } from '../quotations/marks.ts'
import { sentencesOf } from './sentences.ts'

/** Texts that make a splitter read the same characters again and again. */
const HOSTILE: Readonly<Record<string, (units: number) => string>> = {
  'full stops': (units) => `${'.'.repeat(units)}x`,
  'full stops and brackets': (units) => `${'.'.repeat(units / 2)}${')'.repeat(units / 2)}x`,
  'marks of lists': (units) => '- '.repeat(units / 2),
  initials: (units) => 'A. '.repeat(units / 3),
  blanks: (units) => `${' '.repeat(units)}x`,
  'line breaks': (units) => '\n'.repeat(units),
  'opening marks': (units) => '« '.repeat(units / 2),
  'nested marks': (units) => '«'.repeat(units / 2) + '»'.repeat(units / 2),
  'marks over blank lines': (units) => '«\n \n'.repeat(units / 4) + '»'.repeat(1_000),
  sentences: (units) => 'Le juge statue. '.repeat(units / 16),
}

describe.each(Object.entries(HOSTILE))('%s', (_, make) => {
  const timeOf = (split: (text: string) => unknown, units: number): number =>
    measureCpuMs(() => split(make(units)))

  test.each([
    ['sentences', sentencesOf],
    ['quotations', quotationsIn],
  ])('are split into %s in time linear in their length', (_name, split) => {
    const short = timeOf(split, 100_000)
    expect(timeOf(split, 1_000_000)).toBeLessThan(30 * short + 500)
  })
})

test('a run of marks ends a sentence once', () => {
  const text = 'Le juge statue... Il motive ?! « Oui. » Fin'
  expect(sentencesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'Le juge statue...',
    'Il motive ?!',
    '« Oui. » Fin',
  ])
})
