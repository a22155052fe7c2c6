import { expect, test } from 'vitest'
import { terms } from '../analysis/analyse.ts'
import { readWords } from '../claims/frames/meanings.ts'
import {
  BASE_FORMS,
  BROADER_TERMS,
  NEUTRAL_TERMS,
  OPPOSITE_GROUPS,
  SYNONYM_CLUSTERS,
  WORD_FAMILIES,
} from './lexicon.ts'
import { keptReading, printReading } from './readings.ts'

const TERMS = new Set([
  ...[...BASE_FORMS].flat(),
  ...SYNONYM_CLUSTERS.flatMap((cluster) => cluster.terms),
  ...WORD_FAMILIES.flatMap(({ words, agents }) => [...words, ...agents]),
  ...OPPOSITE_GROUPS.flatMap(({ sides }) => sides.flat()),
  ...[...BROADER_TERMS].flatMap(([narrower, broader]) => [narrower, ...broader]),
  ...[...NEUTRAL_TERMS.values()].flat(),
])
const readings = [...TERMS]
  .toSorted()
  .map((term) => [term, { words: readWords(term), stems: terms(term) }] as const)

test('what is kept is how the terms are read (vitest run contracts/law/lexicon -u)', async () => {
  const lines = readings.map(
    ([term, reading]) => `  ${JSON.stringify(term)}: ${JSON.stringify(printReading(reading))}`,
  )
  await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot('readings.json')
})

test('a kept reading is found whole; no other word has one', () => {
  for (const [term, reading] of readings) expect(keptReading(term), term).toEqual(reading)
  expect(keptReading('kanari')).toBeNull()
  expect(keptReading('constructor')).toBeNull()
})
