import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indexedTerms } from '#contracts/law/analysis/short-forms.ts'
import { meets, type Needed, neededWords, signOf } from './needed.ts'

const holds = (search: string, text: string): boolean =>
  meets(neededWords(search), new Set(indexedTerms(text)))

describe('the words that a search needs', () => {
  test.each([
    ['bail rural', 'un bail, même rural', true],
    ['bail rural', 'un bail commercial', false],
    ['Comment résilier un bail ?', 'le bail est résilié', true],
    ['rupture du CDI', 'rupture du contrat à durée indéterminée', true],
    ['contrat à durée indéterminée', 'le CDI', true],
    ['contrat à durée indéterminée', 'un contrat', false],
    ['notice period for a dismissal', 'le préavis de licenciement', true],
    ['notice period for a dismissal', 'le licenciement', false],
    ['notice period for a dismissal', 'notice period and dismissal', true],
  ])('%s, in: %s', (search, text, expected) => {
    expect(holds(search, text)).toBe(expected)
  })
})

test('what meets a need carries one of its signs', () => {
  const word = fc.constantFrom('a', 'bb', 'ccc', 'dddd', 'eeeee')
  const { need } = fc.letrec<{ need: Needed }>((tie) => ({
    need: fc.oneof(
      { maxDepth: 3 },
      word,
      fc.record({ all: fc.array(tie('need'), { maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('need'), { maxLength: 3 }) }),
    ),
  }))
  fc.assert(
    fc.property(need, fc.uniqueArray(word), (needed, words) => {
      const held = new Set<string>(words)
      const signs = signOf(needed)
      if (signs === null || !meets(needed, held)) return
      expect(signs.some((sign) => held.has(sign))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
