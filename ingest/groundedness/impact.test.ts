import { expect, test } from 'vitest'
import { impactOfChange } from './impact.ts'

const TEXT =
  'Un premier point. Le vendeur informe l’acheteur (Cass. 1re civ., 25 nov. 2020, n° 19-60.222). Une suite.'
const spanOf = (words: string) => {
  const start = TEXT.indexOf(words)
  return { start, end: start + words.length }
}

test('a citation with the day of a decision is in one sentence', () => {
  const citations = [spanOf('Cass. 1re civ., 25 nov. 2020, n° 19-60.222')]
  const [impact] = impactOfChange([{ id: 'a', contentClean: TEXT, citations }])
  expect(impact?.sentences.map(({ start, end }) => TEXT.slice(start, end))).toEqual([
    'Le vendeur informe l’acheteur (Cass. 1re civ., 25 nov. 2020, n° 19-60.222).',
  ])
})

test('sentences with citations of their own stay apart; a text that cites nothing is not concerned', () => {
  const citations = [spanOf('premier'), spanOf('19-60.222')]
  expect(impactOfChange([{ id: 'a', contentClean: TEXT, citations }])[0]?.sentences).toHaveLength(2)
  expect(impactOfChange([{ id: 'a', contentClean: TEXT, citations: [] }])).toEqual([])
})
