import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ClaimSource, claimSource } from './claim-source.ts'
import { bestOf, coveragesIn, WORTH } from './coverage.ts'

const SEED = 20_261_122
const WORDS =
  'bail preneur bailleur délai prescription préjudice victime obligation loyer contrat juge faute vente prix garantie'
const word = fc.constantFrom(...WORDS.split(' '))
const sentence = fc
  .array(word, { minLength: 3, maxLength: 8 })
  .map((words) => `Le ${words.join(' du ')}.`)
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '))
const text = fc.array(paragraph, { minLength: 1, maxLength: 8 }).map((all) => all.join('\n\n'))

const weigh = (concept: string): number => 0.6 + (concept.length % 7) / 3

/** One passage and one concept at a time, as the conventions define it. */
const slowCoverage = (
  concepts: ReadonlySet<string>,
  source: ClaimSource,
  index: number,
): [number, number] => {
  const unit = source.units[index]
  let all = 0
  let found = 0
  let own = 0
  for (const concept of concepts) {
    const weight = weigh(concept)
    all += weight
    if (unit?.concepts.has(concept) === true) {
      found += weight
      own += weight
    } else if (unit?.around.has(concept) === true) found += weight * WORTH.around
    else if (source.concepts.has(concept)) found += weight * WORTH.elsewhere
  }
  return all === 0 ? [0, 0] : [found / all, own / all]
}

test(`all passages at once are covered as each by itself (seed ${SEED})`, () => {
  fc.assert(
    fc.property(text, text, fc.array(sentence, { maxLength: 2 }), (whole, claim, headnotes) => {
      const source = claimSource({
        title: 'Le bail et la vente',
        contentClean: whole,
        headnotes: headnotes.map((summary, at) => ({ sequence: at + 1, summary })),
      })
      const { concepts } = claimSource({ title: '', contentClean: claim, headnotes: [] })
      const { coverage, core } = coveragesIn(concepts, source, weigh)
      for (const index of source.units.keys())
        expect([coverage[index], core[index]]).toEqual(slowCoverage(concepts, source, index))
    }),
    { seed: SEED, numRuns: 100 },
  )
})

test(`the best of many are those of a stable sort (seed ${SEED})`, () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9)), fc.nat(12), (numbers, most) => {
      const items = numbers.map((value, at) => ({ value, at }))
      const sorted = items.toSorted((one, other) => other.value - one.value).slice(0, most)
      expect(bestOf(items, most, (one, other) => one.value > other.value)).toEqual(sorted)
    }),
    { seed: SEED, numRuns: 300 },
  )
})
