import { expect, test } from 'vitest'
import { Concept } from '#contracts/concept.ts'
import { conceptIdOf } from '#contracts/canonical/identity.ts'
import { wording } from '../domain/article/articles.testing.ts'
import { INITIAL_STATE } from '../domain/article/state.ts'
import { assigning, conceptNamed, unassigning } from './concepts.ts'

const conceptOf = (name: string, fr: string, over: object = {}): Concept => {
  const externalId = `https://vocabulary.test/${name}`
  const id = conceptIdOf(externalId)
  return Concept.parse({ id, vocabulary: 'custom', externalId, prefLabel: { fr }, ...over })
}
const LEASE = conceptOf('lease', 'bail')
const RIVER = conceptOf('river', 'banc')
const BENCH = conceptOf('bench', 'banc')
const RETIRED = conceptOf('retired', 'louage', { status: 'deprecated' })
const MOVED = conceptOf('moved', 'location', { status: 'deprecated', replacedBy: LEASE.id })
const VOCABULARY = new Map([LEASE, RIVER, BENCH, RETIRED, MOVED].map((one) => [one.id, one]))

test.each([
  ['bail', LEASE],
  [LEASE.externalId, LEASE],
  [LEASE.id, LEASE],
  ['location', LEASE],
])('%s names a concept or its replacement', (named, concept) => {
  expect(conceptNamed(VOCABULARY, named)).toEqual(concept)
})

test.each([
  ['banc', 'concept-ambiguous'],
  ['vente', 'concept-unknown'],
  ['louage', 'concept-retired'],
])('%s is refused: %s', (named, refused) => {
  expect(conceptNamed(VOCABULARY, named)).toMatchObject({ refused })
})

const textWith = (assignedBy: 'editor' | 'publisher') =>
  wording('Le bail.', { concepts: [{ id: LEASE.id, assignedBy, relevancePercent: 80 }] })

test('a concept is assigned once, and a publisher’s is kept', () => {
  expect(assigning(LEASE.id, 80)(textWith('editor'), INITIAL_STATE)).toMatchObject({
    refused: 'concept-assigned',
  })
  for (const change of [assigning(LEASE.id, 80), unassigning(LEASE.id)])
    expect(change(textWith('publisher'), INITIAL_STATE)).toMatchObject({
      refused: 'concept-of-publisher',
    })
})
