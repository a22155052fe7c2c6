import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyse, makeTermFinder, TERM_LENGTH_MAX, terms } from './analyse.ts'

/** All spellings of a line are found by each other: they have the same terms. */
const SAME = [
  ["l'été", 'ete', 'été', 'Été', 'L’ÉTÉ', "l'e\u0301te\u0301", 'ＥＴＥ'],
  [
    'L. 1221-1',
    'L1221-1',
    'L.1221-1',
    'art. L 1221-1',
    "l'article L. 1221-1",
    'l 1221‑1',
    'L.\u00a01221-1',
  ],
  ['R. 123-4', 'R123-4', 'R*123-4', 'R. *123-4', 'articles R. 123-4'],
  ['L.O. 123-4', 'LO 123-4', 'LO123-4'],
  ['19-60.222', '19-60222', 'n° 19-60.222', 'N° 19-60222', 'nº 19‑60.222'],
  ['ECLI:FR:CCASS:2020:SO01153', 'ecli:fr:ccass:2020:so01153', 'ECLI:FR:CCASS:2020:SO01153.'],
  ['C-311/18', 'c‑311/18', 'C-311/18,'],
  ['2020-800 DC', 'n° 2020-800 DC', '2020-800\u00a0dc'],
  ['32016R0679', '32016r0679'],
  ['article 1240', 'art. 1240', '1240', "de l'article 1240"],
  ['article 1er', 'art. 1', 'articles 1er'],
  ['œuvre', 'OEUVRE', 'œuvres', 'Œuvres'],
  ["prud'hommes", 'Prud’homme', 'prudhommes'],
  ['crédit-bail', 'credit bail', 'crédit‑bail'],
  ['15 000 €', '15000', '15\u202f000', '15.000'],
  [
    'responsabilité contractuelle',
    'responsabilites contractuelles',
    'la responsabilité (contractuelle)',
  ],
  ['licencié', 'licenciée', 'licenciees', 'licenciement', 'licencier'],
  ['lois', 'loi'],
  ['emplois', 'emploi'],
  ['commissions', 'commission'],
  ['demanderesse', 'demandeur', 'demandeurs'],
  ['étrangère', 'étrangers', 'etranger'],
  ['baux', 'bail'],
  ['donne\u0301es', 'données', 'donnees'],
  ['respon\u00adsable', 'responsable'],
  ['col·lectiu', 'collectiu'],
]

/** Legal words that must not be confused. */
const DIFFERENT = [
  ['loyer', 'loi'],
  ['délai', 'délit'],
  ['règlement', 'règle'],
  ['commune', 'communication'],
  ['partie', 'part'],
  ['autorisation', 'autorité'],
  ['L. 1221-1', 'L. 1221-2'],
  ['1100', '1100-1'],
  ['L. 1221-1', 'R. 1221-1'],
]

describe('spellings', () => {
  for (const [first = '', ...others] of SAME)
    test.each(others)(`${first} is found as %s`, (other) => {
      expect(terms(other)).toEqual(terms(first))
    })

  test.each(DIFFERENT)('%s is not %s', (one = '', other = '') => {
    expect(terms(one)).not.toEqual(terms(other))
  })

  test('references are one term each', () => {
    expect(terms('L. 1221-1')).toEqual(['l1221-1'])
    expect(terms('n° 19-60222')).toEqual(['19-60.222'])
    expect(terms('C-311/18')).toEqual(['c-311/18'])
    expect(terms('ECLI:FR:CCASS:2020:SO01153')).toEqual(['ecli:fr:ccass:2020:so01153'])
  })

  test('a decision of the Conseil constitutionnel is found with and without its kind', () => {
    expect(terms('2020-800 DC')).toEqual(expect.arrayContaining(terms('2020-800')))
  })

  test('stop words are left out, what limits a rule is kept', () => {
    expect(terms("Qu'est-ce que c'est ? Il l'a, elle n'en a pas.")).toEqual([])
    expect(terms('sans préavis ni indemnité')).toHaveLength(4)
  })

  test('numbers and dates keep their parts', () => {
    expect(terms('le 25 novembre 2020')).toEqual(['25', 'novembr', '2020'])
    expect(terms('2020-11-25')).toEqual(['2020', '11', '25'])
    expect(terms('1,5 % en 10-15 jours')).toEqual(['1,5', '10-15', '10', '15', 'jour'])
  })

  test('Catalan and English pass through the same analysis', () => {
    expect(terms("L'article 10 de la Constitució d'Andorra")).toContain('andorr')
    expect(terms('the duty to state reasons')).toEqual(terms('Duty to STATE reasons'))
  })
})

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31)

/** Letters and endings that folding, the exceptions and the stemmer change. */
const word = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'aàâbcçdeéèêëfghiïîjklmnoôpqrstuùûüvwxyÿzœæßøłđðþıĳŉǆªº12'),
      fc.constantFrom('ions', 'euses', 'ites', 'ees', 'ieres', 'gere', 'amment', 'yeux', 'e\u0301'),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((letters) => letters.join(''))

const frenchText = fc
  .array(
    fc.oneof(
      fc.constantFrom("l'", 'd’', ' ', ', ', '-', '. ', '\n', 'art. ', 'n° '),
      fc.constantFrom(
        'été',
        'Œuvre',
        'L. 1221-1',
        '19-60222',
        'prud’homme',
        'à',
        'sœur',
        'C-311/18',
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

describe('on any text', () => {
  test('tokens are in order within the text, and their terms have no white space', () => {
    fc.assert(
      fc.property(fc.oneof(frenchText, fc.string({ unit: 'binary', maxLength: 300 })), (text) => {
        let last = 0
        for (const { term, start, end } of analyse(text)) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
          expect(start).toBeGreaterThanOrEqual(last === end ? 0 : Math.min(last, start))
          expect(term).toMatch(/^\S+$/u)
          expect(term.length).toBeLessThanOrEqual(TERM_LENGTH_MAX)
          last = start
        }
      }),
    )
  })

  test(`terms are found as the analysis finds them (TEST_SEED=${SEED})`, () => {
    const text = fc.array(fc.oneof(frenchText, word), { maxLength: 12 }).map((all) => all.join(' '))
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 4 }), (given, picks) => {
        const tokens = analyse(given)
        const wanted = new Set(picks.flatMap((pick) => tokens[pick % tokens.length]?.term ?? []))
        expect(makeTermFinder(wanted)(given)).toEqual(tokens.filter(({ term }) => wanted.has(term)))
      }),
      { seed: SEED, numRuns: 5_000 },
    )
  })

  test('terms() and analyse() agree', () => {
    fc.assert(
      fc.property(frenchText, (text) => {
        expect(terms(text)).toEqual(analyse(text).map(({ term }) => term))
      }),
    )
  })

  test('a token read alone gives its own term: a highlight marks what a query finds', () => {
    const text =
      "L'été, la responsabilité contractuelle (art. L. 1221-1), n° 19-60222 du 25 novembre 2020."
    for (const { term, start, end } of analyse(text))
      expect(terms(text.slice(start, end))).toContain(term)
  })

  test('composed and decomposed accents are the same', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('é', 'à', 'ç', 'ï', 'e', 's', "'", ' ', 'n', '-'), {
          maxLength: 30,
        }),
        (letters) => {
          const text = letters.join('')
          expect(terms(text.normalize('NFD'))).toEqual(terms(text.normalize('NFC')))
        },
      ),
    )
  })

  test('a term that is very long is cut the same way everywhere, between characters', () => {
    const [term] = terms('𝟘'.normalize('NFC') + '😀a'.repeat(3) + '𐐷'.repeat(100))
    expect(terms('𐐷'.repeat(100))).toEqual(terms('𐐷'.repeat(200)))
    expect(term?.isWellFormed()).toBe(true)
  })

  test('lone surrogates and control characters break nothing', () => {
    expect(terms('\ud800 contrat \udc00\u0000\u0007 bail')).toEqual(['contrat', 'bail'])
  })
})
