import { describe, expect, test } from 'vitest'
import { readOptions } from './options.ts'

describe('the options of the attack', () => {
  test('have defaults', () => {
    expect(readOptions([])).toEqual({
      kind: 'run',
      options: { cases: 2_000, seed: 18, only: [] },
    })
  })

  test('are read', () => {
    const words = ['100', '--seed', '7', '--only', 'getArticle,searchUnified']
    expect(readOptions(words)).toEqual({
      kind: 'run',
      options: { cases: 100, seed: 7, only: ['getArticle', 'searchUnified'] },
    })
  })

  test('are explained', () => {
    expect(readOptions(['--help'])).toEqual({ kind: 'help' })
    expect(readOptions(['100', '--help'])).toEqual({ kind: 'help' })
  })

  test('are refused with the word that is wrong', () => {
    const wrong: readonly (readonly [string[], string])[] = [
      [['many'], 'CASES must be a whole number from 1 to 1000000, not “many”'],
      [['0'], 'CASES must be a whole number from 1 to 1000000, not “0”'],
      [['10', '18'], 'nothing is known of “18”'],
      [['--seed', '-1'], 'seed'],
      [['--seed', '1.5'], '--seed must be a whole number from 0 to 4294967295, not “1.5”'],
      [['--only', 'a,,b'], '--only takes ids of operations, not “”'],
      [['--fast'], '--fast'],
    ]
    for (const [words, reason] of wrong)
      expect(readOptions(words), words.join(' ')).toMatchObject({
        kind: 'refused',
        reason: expect.stringContaining(reason),
      })
  })
})
