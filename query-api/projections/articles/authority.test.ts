import { expect, test } from 'vitest'
import { authorityOf, doublingsOf } from './authority.ts'

const ruling = (over: Partial<Parameters<typeof authorityOf>[0]['judicialDecision'] & object>) => ({
  contentType: 'jurisprudence' as const,
  judicialDecision: {
    courtLevel: 'supreme' as const,
    chamber: null,
    formation: null,
    publication: [],
    ...over,
  },
})

test('a text changes at each doubling of the texts that cite it, and not between', () => {
  const counts = [0, 1, 2, 3, 6, 7, 14, 15, 1_000_000]
  expect(counts.map(doublingsOf)).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 16])
})

test('the court, its formation, its publication, citing texts and the colour add up', () => {
  const plain = authorityOf(ruling({}), 'gray', 0)
  expect(authorityOf(ruling({ courtLevel: 'appeal' }), 'gray', 0)).toBeLessThan(plain)
  expect(authorityOf(ruling({ chamber: 'pl' }), 'gray', 0)).toBeGreaterThan(plain)
  expect(authorityOf(ruling({ formation: 'fs' }), 'gray', 0)).toBeGreaterThan(plain)
  expect(authorityOf(ruling({ publication: ['b'] }), 'gray', 0)).toBeGreaterThan(plain)
  // The widest publication counts, not their number.
  expect(authorityOf(ruling({ publication: ['b', 'r'] }), 'gray', 0)).toBe(
    authorityOf(ruling({ publication: ['r'] }), 'gray', 0),
  )
  expect(authorityOf(ruling({}), 'gray', 1)).toBeGreaterThan(plain)
  expect(authorityOf(ruling({}), 'green', 0)).toBeGreaterThan(plain)
  expect(authorityOf(ruling({}), 'yellow', 0)).toBeLessThan(plain)
  expect(authorityOf(ruling({ courtLevel: null }), 'gray', 0)).toBeLessThan(plain)
})

test('what was quashed has none, whoever cites it', () => {
  expect(authorityOf(ruling({ chamber: 'pl', publication: ['r'] }), 'red', 16)).toBe(0)
})

test('the law itself comes before what comments it', () => {
  expect(
    authorityOf({ contentType: 'legislation', judicialDecision: null }, 'gray', 0),
  ).toBeGreaterThan(authorityOf({ contentType: 'doctrine', judicialDecision: null }, 'gray', 0))
})
