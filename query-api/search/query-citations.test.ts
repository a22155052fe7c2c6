import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { citationOfQuery, identifiersInQuery, identifiersOf } from './query-citations.ts'

const provision = (work: string, number: string | null) => ({
  title: `${work}, article ${number}`,
  provision: { work, number, section: null, anchor: null },
  judicialDecision: null,
})
const decision = (docket: string, ecli: string | null = null) => ({
  title: 'Soc., 25 nov. 2020',
  provision: null,
  judicialDecision: {
    ecli,
    courtCode: null,
    type: null,
    identifiers: [{ scheme: 'docket', value: docket }],
  },
})
const constitutional = (docket: string, type: string) => ({
  title: `Décision ${docket}`,
  provision: null,
  judicialDecision: {
    ecli: null,
    courtCode: 'fr.cc',
    type,
    identifiers: [{ scheme: 'docket', value: docket }],
  },
})

const L1221 = provision('Code du travail', 'L1221-1')
const CIVIL = provision('Code civil', '1240')
const RULING = decision('19-60.222', 'ECLI:FR:CCASS:2020:SO01153')
const CGI = (number: string) => provision('Code général des impôts', number)
const GDPR = provision('GDPR — Regulation (EU) 2016/679', 'Article 17')
const CONSTITUTION = provision('Constitution du 4 octobre 1958', '61-1')
const MONACO = provision(
  'Loi n° 1.565 du 3 décembre 2024 relative à la protection des données',
  '1er',
)

const resolves = (query: string, text: Parameters<typeof identifiersOf>[0]): boolean => {
  const names = new Set(identifiersOf(text))
  return identifiersInQuery(query).some((name) => names.has(name))
}

describe('a query that is a citation names its target', () => {
  test.each([
    ['L. 1221-1', L1221],
    ['L1221-1', L1221],
    ['art. L 1221-1', L1221],
    ['C. trav., art. L. 1221-1', L1221],
    ['article L. 1221-1 du code du travail', L1221],
    ['Code du travail, article L1221-1', L1221],
    ['article 1240', CIVIL],
    ['article 1240 du code civil', CIVIL],
    ["l'article 1240 du Code civil", CIVIL],
    ['C. civ., art. 1240', CIVIL],
    ['art. 1240 c.civ', CIVIL],
    ['1240 code civil', CIVIL],
    ['articles 1103 et 1240 du code civil', CIVIL],
    ['19-60.222', RULING],
    ['19-60222', RULING],
    ['n° 19-60.222', RULING],
    ['pourvoi n° 19-60222', RULING],
    ['Soc., 25 nov. 2020, n° 19-60.222', RULING],
    ['Cass. soc., 25 novembre 2020, n° 19-60.222, publié au bulletin', RULING],
    ['ECLI:FR:CCASS:2020:SO01153', RULING],
    ['article 17 du RGPD', GDPR],
    ['GDPR, Article 17', GDPR],
    ['article 17 du règlement (UE) 2016/679', GDPR],
    ['règlement (UE) 2016/679', GDPR],
    ['32016R0679', GDPR],
    ['article premier de la loi n° 1.565 du 3 décembre 2024', MONACO],
    ['loi n° 1.565, article 1er', MONACO],
    ['2020-800 DC', decision('2020-800 DC')],
    ['Cons. const., 11 mai 2020, n° 2020-800 DC', decision('2020-800 DC')],
    ['Cons. const., 11 mai 2020, n° 2020-800 DC', constitutional('2020-800', 'dc')],
    ['2010-14/22 QPC', constitutional('2010-14/22', 'qpc')],
    ['CJUE, 16 juillet 2020, Facebook Ireland, C-311/18', decision('C-311/18')],
    ['CA Paris, 17 mars 2023, n° 21/99011', decision('21/99011')],
    ['n° F 24/99007', decision('F 24/99007')],
    ['CAS-2023-99008', decision('CAS-2023-99008')],
    ["Conseil d'État, 18 juillet 2024, n° 999001", decision('999001')],
    ['CGI, art. 209 B', CGI('209 B')],
    ['article 209 B du code général des impôts', CGI('209 B')],
    ['article 209 b cgi', CGI('209 B')],
    ['209 B CGI', CGI('209 B')],
    ['art. 150-0 B ter CGI', CGI('150-0 B ter')],
    ['150-0 b ter du cgi', CGI('150-0 B ter')],
    ['articles 39 A et 80 duodecies du CGI', CGI('80 duodecies')],
    ['CGI, art. 39 A', CGI('39 A')],
    [
      'L. 16 B du livre des procédures fiscales',
      provision('Livre des procédures fiscales', 'L16 B'),
    ],
    [
      'article préliminaire du code de procédure pénale',
      provision('Code de procédure pénale', 'préliminaire'),
    ],
    ['Règl. (UE) 2016/679, 27 avr. 2016, art. 17', GDPR],
    ['L. n° 1.565, 3 déc. 2024, art. 1er', MONACO],
    ['L. mon. n° 1.565, 3 déc. 2024, art. 1er', MONACO],
    [
      'Dir. 95/46/CE, 24 oct. 1995, art. 6',
      provision('Directive 95/46/CE du Parlement européen', '6'),
    ],
    ['article 5 du code de la mutualité', provision('Code de la mutualité', '5')],
    ['Const., art. 61-1', CONSTITUTION],
    ['Const. art. 61-1', CONSTITUTION],
    ['art. 61-1 Const.', CONSTITUTION],
    ['Constitution, article 61-1', CONSTITUTION],
    ['article 61-1 de la Constitution', CONSTITUTION],
    ['article 61-1 de la Constitution', provision('Constitution', '61-1')],
    ['LPF, art. L. 16 B', provision('Livre des procédures fiscales', 'L16 B')],
    ['art. L. 16 B du LPF', provision('Livre des procédures fiscales', 'L16 B')],
    ['C. mut., art. 5', provision('Code de la mutualité', '5')],
    [
      'article 2 du règlement (CE) n° 1/2003',
      provision('Council Regulation (EC) No 1/2003', 'Article 2'),
    ],
    ['article 6 de la directive 95/46/CE', provision('Directive 95/46/EC', '6')],
    [
      'article 10 de la Constitució',
      provision("Constitució del Principat d'Andorra", 'Article 10'),
    ],
    [
      'article 9 bis de la loi du 13 janvier 1843',
      provision('Loi du 13 janvier 1843 sur la compétence', 'Art. 9bis.'),
    ],
  ])('%s', (query, target) => {
    expect(resolves(query, target)).toBe(true)
    expect(citationOfQuery(query).alone).toBe(true)
  })
})

describe('what is no citation names nothing', () => {
  test.each([
    '1240',
    'la loi 1240 et ses suites',
    'indemnité de 1240 euros',
    'délai de 10 à 15 jours',
    'contrat de travail 2020-2021',
    'responsabilité contractuelle',
    'Comment calculer 15 000 euros ?',
    'Code pénal',
    'à 3 ans',
    '',
  ])('%s', (query) => {
    expect(citationOfQuery(query)).toEqual({ identifiers: [], alone: false })
  })

  test('an article without its code, in a sentence, stays a word', () => {
    expect(identifiersInQuery('que prévoit article 1240 sur la faute')).toEqual([])
  })

  test('a name of exactly one text counts in a sentence too, but the sentence has a meaning of its own', () => {
    const query = "que dit l'arrêt 19-60.222 sur la parité des listes"
    expect(resolves(query, RULING)).toBe(true)
    expect(citationOfQuery(query).alone).toBe(false)
  })
})

describe('a named code means that code', () => {
  test.each([
    ['article 61-1 de la constitution de partie civile', CONSTITUTION],
    ['Const., art. 61-1', provision('Code civil', '61-1')],
    ['LPF, art. L. 16', provision('Code du travail', 'L16')],
    ['article 17 du code civil', GDPR],
    ['article 1240 du code du travail', CIVIL],
    ['L. 1221-1 du code de commerce', L1221],
    ['article 209 B du CGI', CGI('209')],
    ['CGI, art. 150-0 B ter', CGI('150-0 B')],
    ['CGI, art. 209', CGI('209 B')],
    ['art. 9, al. 2, C. civ.', provision('Code civil', 'L2')],
  ])('%s', (query, other) => {
    expect(resolves(query, other)).toBe(false)
  })

  test.each([
    ['article 5 a été abrogé code civil', 'article:code-civil:5'],
    ["article 9 A défaut d'accord code civil", 'article:code-civil:9'],
    ['article 3 du code civil', 'article:code-civil:3'],
    ['article 12 et bail code civil', 'article:code-civil:12'],
  ])('words behind a number are no part of it: %s', (query, name) => {
    expect(identifiersInQuery(query)).toEqual([name])
  })

  test.each([
    ['Cons. const., art. 61-1', 'article:61-1'],
    ['Const. et procédure, article L. 61-1', 'article:l61-1'],
  ])('an abbreviation that does not stand next to the article names no work: %s', (query, name) => {
    expect(identifiersInQuery(query)).toEqual([name])
  })

  test('the title of a text is not read by abbreviations of running text', () => {
    const title = 'LPF, art. L. 16 B'
    expect(identifiersOf({ title, provision: null, judicialDecision: null })).toEqual([])
  })

  test('the day of an act is no article of it', () => {
    expect(identifiersInQuery('Dir. 2000/78/CE, 27 nov. 2000')).toEqual(['celex:32000l0078'])
  })

  test('each article goes with the code next to it', () => {
    expect(
      identifiersInQuery('article 1240 du code civil et article L. 1221-1 du code du travail'),
    ).toEqual(['article:code-civil:1240', 'article:code-du-travail:l1221-1'])
  })
})

describe('names of a text', () => {
  test('a commentary does not carry the name of what it comments', () => {
    const title = 'Quinze jours pour tout changer : note sous Soc., 15 mai 2024, n° 23-99.042'
    expect(identifiersOf({ title, provision: null, judicialDecision: null })).toEqual([])
  })

  test('a title that is a citation names a text that has no better name', () => {
    const title = 'Code civil, article 1240'
    expect(identifiersOf({ title, provision: null, judicialDecision: null })).toEqual([
      'article:code-civil:1240',
    ])
  })

  test('an edition is filed under its code', () => {
    expect(
      identifiersOf(provision('Code civil (présentation de démonstration)', '1170')),
    ).toContain('article:code-civil:1170')
  })

  test('joined cases are found by each of their numbers', () => {
    expect(identifiersOf(decision('19-60.222, 19-60223'))).toEqual([
      'docket:19-60.222',
      'docket:19-60.223',
    ])
  })

  test('a consolidated version is filed under its act', () => {
    const work =
      'Version consolidée applicable au 25/11/2025 : Loi du 23 décembre 2016 sur les ventes en soldes'
    expect(identifiersOf(provision(work, 'Art. 1er.'))).toContain('article:loi-2016-12-23:1')
  })

  test('names are unique, sorted and without white space', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ maxLength: 20 }),
        (work, number) => {
          const names = identifiersOf(provision(work, number))
          expect(names).toEqual([...new Set(names)].toSorted())
          for (const name of names) expect(name).toMatch(/^\S+$/u)
        },
      ),
    )
  })

  test('any query is read without error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (query) => {
        expect(Array.isArray(identifiersInQuery(query))).toBe(true)
      }),
    )
  })
})

describe('a text that a longer query names', () => {
  test.each([
    ['code civil article 1195 imprévision', 'article:code-civil:1195'],
    ['rupture conventionnelle L1237-19 délai', 'article:l1237-19'],
    ['rupture conventionnelle article L. 1237-19', 'article:l1237-19'],
  ])('%s', (query, name) => {
    expect(citationOfQuery(query)).toMatchObject({ alone: false })
    expect(citationOfQuery(query).identifiers).toContain(name)
  })
  test.each(['article 1195 imprévision', 'indemnité article 5'])(
    'not by a bare number without its code: %s',
    (query) => expect(citationOfQuery(query).identifiers).toEqual([]),
  )
})
