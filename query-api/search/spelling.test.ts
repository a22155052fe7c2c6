import { describe, expect, test } from 'vitest'
import type { HeldTerm } from '../ports.ts'
import { correctedTerms, editsTolerated, meantOf } from './spelling.ts'

const held = (term: string, entries = 1): HeldTerm => ({ term, entries })

describe('how many edits are tolerated', () => {
  test.each([
    ['bail', 0],
    ['loyer', 1],
    ['preavis', 1],
    ['prescripton', 2],
    ['quinquenal', 2],
    ['l1237-19', 0],
    ['19-60.222', 0],
    ['1195', 0],
    ['12000', 0],
    ['abc12', 0],
  ])('in %s: %i', (term, edits) => expect(editsTolerated(term)).toBe(edits))
})

describe('what is meant', () => {
  test('the nearest term, then the most frequent one, then the first by spelling', () => {
    expect(meantOf('loyar', [held('loyal', 9), held('loyer', 10)])).toBe('loyer')
    expect(meantOf('preavsi', [held('preavi', 99), held('preavis')])).toBe('preavi')
    expect(meantOf('loyar', [held('loyer'), held('loyal')])).toBe('loyal')
    expect(meantOf('loyar', [])).toBeNull()
  })
  test('never a number', () => expect(meantOf('abcde', [held('abcd1')])).toBeNull())
})

const similar = async (term: string): Promise<readonly HeldTerm[]> =>
  term === 'prescripton' ? [held('prescript', 40)] : []
const weighted = (...terms: readonly string[]) => terms.map((term) => ({ term, weight: 1 }))

describe('the terms of a query', () => {
  test('what no text holds is corrected, the rest stays', async () =>
    expect(
      await correctedTerms(weighted('prescripton', '2224'), ['prescripton', '2224'], similar),
    ).toEqual({
      terms: weighted('prescript', '2224'),
      meant: new Map([['prescripton', 'prescript']]),
    }))
  test('a correction that the query has already counts once', async () =>
    expect(
      await correctedTerms(weighted('prescripton', 'prescript'), ['prescripton'], similar),
    ).toMatchObject({ terms: weighted('prescript') }))
  test('an unheld word of a foreign question is left out, never corrected', async () =>
    expect(
      await correctedTerms(
        [...weighted('licenc'), { term: 'prescripton', weight: 0.6 }],
        ['prescripton'],
        similar,
      ),
    ).toEqual({ terms: weighted('licenc'), meant: new Map() }))
  test('an abbreviation that no text holds leaves its weight to what it stands for', async () => {
    const asked = [...weighted('cse'), { term: '=cse', weight: 0.3 }]
    expect(await correctedTerms(asked, ['cse'], similar)).toMatchObject({
      terms: weighted('=cse'),
    })
    expect(await correctedTerms(asked, ['=cse', 'cse'], similar)).toMatchObject({
      terms: weighted('cse'),
    })
  })
  test('nothing to correct is null', async () =>
    expect(await correctedTerms(weighted('xqzwv'), ['xqzwv'], similar)).toBeNull())
})
