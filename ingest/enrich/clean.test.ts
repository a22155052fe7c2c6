import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanMember, cleanStrings, cleanText, encodingSuspicion } from './clean.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        ...'a e\u0301 \u0301 \t \n \r \u0001 \u0085 \u00a0 \u202f \u0007 Å \ufb01 𝔸'.split(' '),
        ' ',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
)

describe('cleaning', () => {
  test('is idempotent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = cleanText(text)
        expect(cleanText(once)).toBe(once)
        expect(cleanMember(cleanMember(text))).toBe(cleanMember(text))
      }),
      { numRuns: 1_000 },
    )
  })

  test('leaves no control character but LF, no run of blanks, nothing outside NFC', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = cleanText(text)
        expect(clean).not.toMatch(/(?!\n)\p{Cc}/u)
        expect(clean).not.toMatch(/ {2}/)
        expect(clean.normalize('NFC')).toBe(clean)
      }),
      { numRuns: 1_000 },
    )
  })

  test.each([
    ['a\r\nb\rc\n', 'a\nb\nc\n'],
    ['a \t  b\tc', 'a b c'],
    ['fin : \u00a0« ceci\u202f»\u00a0\u00a0!', 'fin : \u00a0« ceci\u202f»\u00a0\u00a0!'],
    ['e\u0301te\u0301', 'été'],
    ['a\u0007b\u0085c\u007f', 'abc'],
    ['fin de page\fsuite\vcolonne', 'fin de page\nsuite\ncolonne'],
    ['fin de page\r\n\fsuite\f', 'fin de page\nsuite'],
    ['a \u0001 b', 'a b'],
    ['e\u0001\u0301', 'é'],
    ['fin de ligne \n  retrait', 'fin de ligne \n retrait'],
    [' a ', ' a '],
  ])('%j becomes %j', (text, expected) => expect(cleanText(text)).toBe(expected))

  test('a clean text stays the same, and so does every part of it', () => {
    const text = 'Le « délai »\u00a0: 3 jours.\n\n1° Premier ;\n2° Second.'
    expect(cleanText(text)).toBe(text)
    expect(text).toContain(cleanText(text.slice(5, 30)))
  })

  test('reaches every string of a value', () => {
    expect(cleanStrings({ a: ['x\r\n', 1, null, { b: 'e\u0301' }] })).toEqual({
      a: ['x\n', 1, null, { b: 'é' }],
    })
  })
})

describe('a damaged encoding', () => {
  test.each([
    ['dÃ©cision', { controlCharacters: 0, replacementCharacters: 0, mojibake: 1 }],
    ['lâ€™arrÃªt nÂ°\u00a05', { controlCharacters: 0, replacementCharacters: 0, mojibake: 3 }],
    ['d\uFFFDcision\uFFFD', { controlCharacters: 0, replacementCharacters: 2, mojibake: 0 }],
    ['a\u0007b\u0092', { controlCharacters: 2, replacementCharacters: 0, mojibake: 0 }],
  ])('is seen in %j', (text, expected) => expect(encodingSuspicion(text)).toEqual(expected))

  test.each([
    'L’arrêt « Ã » n’est pas loin : ÂGE, SÃO PAULO, château, n° 5 – 100 €',
    'décision\tdu\r\n3 mai',
    'presó, façana, col·legi',
  ])('is not seen in %j', (text) => expect(encodingSuspicion(text)).toBeNull())
})
