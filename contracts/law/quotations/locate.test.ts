import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measureCpuMs } from '../../../test/cpu-time.ts'
import { nearestPlace, quotedText } from './locate.ts'
import { slowNearestPlace } from './locate.testing.ts'
import { quotableText } from './quotable-text.ts'

const WORDS = (
  'le la les un une du de des et ou où à ne pas que qui contrat bail preneur bailleur délai ans cinq six juge ' +
  'décision préjudice victime responsable obligation loyer prescription action intérêt partie faute sauf'
).split(' ')
const SEED = 20_261_122
const word = fc.constantFrom(...WORDS)
const text = fc.array(word, { minLength: 20, maxLength: 400 })

type Change = { readonly at: number; readonly kind: 'replace' | 'remove' | 'add' | 'misspell' }
const change = fc.record({
  at: fc.nat(399),
  kind: fc.constantFrom<Change['kind']>('replace', 'remove', 'add', 'misspell'),
})

const changed = (words: readonly string[], changes: readonly Change[]): string[] => {
  const quoted = [...words]
  for (const { at, kind } of changes) {
    const place = at % Math.max(1, quoted.length)
    const old = quoted[place] ?? ''
    if (kind === 'replace') quoted[place] = 'tout'
    if (kind === 'remove') quoted.splice(place, 1)
    if (kind === 'add') quoted.splice(place, 0, 'bien')
    if (kind === 'misspell') quoted[place] = `${old.slice(1)}e`
  }
  return quoted
}

const expectSame = (
  source: readonly string[],
  quotation: readonly string[],
  distanceMax: number,
): void => {
  const held = quotableText(source.join(' '))
  const quoted = quotedText(quotation.join(' '))
  const slow = slowNearestPlace(held, quoted)
  const expected = slow === null || slow.distance > distanceMax ? null : slow
  expect(nearestPlace(held, quoted, distanceMax)).toEqual(expected)
}

describe(`the nearest wording (seed ${SEED})`, () => {
  test('of a changed stretch is that of whole comparisons, within any distance', () => {
    fc.assert(
      fc.property(
        text,
        fc.nat(300),
        fc.integer({ min: 5, max: 80 }),
        fc.array(change, { maxLength: 12 }),
        fc.nat(120),
        (source, from, length, changes, distanceMax) =>
          expectSame(source, changed(source.slice(from, from + length), changes), distanceMax),
      ),
      { seed: SEED, numRuns: 400 },
    )
  })

  test('of words in any order is that of whole comparisons', () => {
    fc.assert(
      fc.property(text, fc.array(word, { minLength: 5, maxLength: 60 }), (source, quotation) =>
        expectSame(source, quotation, 1_000),
      ),
      { seed: SEED, numRuns: 150 },
    )
  })
})

const SENTENCE =
  'Le délai de prescription est de cinq ans et il court du jour où le titulaire a connu les faits. '
const longText = (characters: number): string =>
  Array.from({ length: Math.ceil(characters / SENTENCE.length) }, (_, at) =>
    SENTENCE.replace('cinq', `${at}`),
  ).join('')

test('its time grows with the source no faster than the source', () => {
  const quotations = Array.from({ length: 40 }, (_, at) =>
    quotedText(`Le bailleur remet les clefs au preneur ${at} et le juge en prend acte sans frais`),
  )
  const [short, long] = [100_000, 1_000_000].map((characters) => {
    const source = quotableText(longText(characters))
    return measureCpuMs(() => {
      for (const quoted of quotations) nearestPlace(source, quoted, 8)
    })
  })
  expect(long).toBeLessThan(20 * (short ?? 0) + 100)
})

test('78 quotations with each ninth word changed in 20 texts that repeat them take less than four seconds', () => {
  const sources = Array.from({ length: 20 }, (_, at) =>
    quotableText(longText(60_000).replaceAll('titulaire', `titulaire${at}`)),
  )
  const words = longText(40_000).split(' ')
  const quotations = Array.from({ length: 78 }, (_, at) =>
    quotedText(
      words
        .slice(at * 40, at * 40 + 45)
        .map((one, place) => (place % 9 === 8 ? `${one}tes` : one))
        .join(' '),
    ),
  )
  for (const { triples } of sources) expect(triples.size).toBeGreaterThan(0)
  const took = measureCpuMs(() => {
    for (const quoted of quotations)
      for (const source of sources) nearestPlace(source, quoted, quoted.normal.length / 10)
  })
  expect(took).toBeLessThan(4_000)
})
