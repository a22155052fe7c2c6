import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeToken, encodeToken, encodeTerms, quoted } from './tokens.ts'

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
console.info(`tokens.test.ts: SEED=${SEED}`)
const text = fc.string({ unit: 'binary', maxLength: 200 })

describe('a token', () => {
  test('contains nothing that the engine folds, drops or cuts', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(encodeToken(given)).toMatch(/^[a-z0-9]{1,90}$/)
      }),
      { seed: SEED },
    )
  })

  test('differs for different strings', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(encodeToken(one) === encodeToken(other)).toBe(one === other)
      }),
      { seed: SEED },
    )
    const alike = ['z', 'zz', 'z7az', 'l1221-1', 'l122-11', 'Été', 'été', 'ete', '', ' ', '\ud800']
    expect(new Set(alike.map(encodeToken)).size).toBe(alike.length)
  })

  test('decodes to its string unless that is too long', () => {
    fc.assert(
      fc.property(text, (given) => {
        const back = decodeToken(encodeToken(given))
        expect(back === null ? encodeToken(given).length : back).toBe(back === null ? 66 : given)
      }),
      { seed: SEED },
    )
    expect(decodeToken(encodeToken('x'.repeat(91)))).toBeNull()
  })

  test('leaves plain French stems as they are', () => {
    expect(encodeTerms('bail  commercial')).toBe('bail commercial')
  })
})

test('a quoted value can not end its quotes', () => {
  expect(quoted('a`) || row:>0')).toBe('`a) || row:>0`')
})
