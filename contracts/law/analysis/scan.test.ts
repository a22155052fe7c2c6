import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scan, scanByPattern } from './scan.ts'

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31)

/** What references, labels, elisions and words of foreign letters are made of. */
const BITS = [
  'art. ',
  'articles ',
  "l'article ",
  "l'art. 5",
  'L. 1221-1',
  'LO 12-3 ',
  'R*133-1 ',
  'd. 12 ',
  'a. 5 ',
  'à 3 ',
  'de la 5 ',
  'n° 19-60222',
  'ECLI:FR:CCASS:2020:SO01119',
  'C-311/18',
  '2020-800 DC',
  '15 000',
  'le contrat ',
  'salarié, ',
  'l’employeur ',
  "qu'il ",
  'QU’IL ',
  "aujourd'hui ",
  "prud'homme ",
  'jusqu’à ',
  'crédit-bail ',
  'col·lectiu ',
  'mot:',
  'abc12 ',
  'artſ 5',
  '1 234 ',
  '12. 5',
  '2,5 ',
  '(7)',
  '2020/3 ',
  '12bis ',
  'M. X… ',
  'fin – 3',
  'a.5 ',
  'a* 5',
]
const CHARACTERS = [
  ..."abcdefglrty .,;:-'’ʼ‑–…€L1R2*/()°\u00ad\u200bœéÉſKıªº²½µ⚖𝔏ßǅ\n\t\u00a0\u202f«»\ud800",
]
const text = fc
  .array(fc.oneof(fc.constantFrom(...BITS), fc.constantFrom(...CHARACTERS)), { maxLength: 24 })
  .map((parts) => parts.join(''))

test(`words are found as the pattern finds them (TEST_SEED=${SEED})`, () => {
  fc.assert(
    fc.property(text, (given) => {
      expect(scan(given)).toEqual(scanByPattern(given))
    }),
    { seed: SEED, numRuns: 20_000 },
  )
})
