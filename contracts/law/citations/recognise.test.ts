import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Citation } from '../../citation.ts'
import { recogniseCitations, type RecogniseOptions } from './recognise.ts'

const named = (text: string, options: RecogniseOptions = {}): string[] =>
  recogniseCitations(text, options).flatMap(({ normalized }) => normalized)
const written = (text: string, options: RecogniseOptions = {}): string[] =>
  recogniseCitations(text, options).map(({ start, end }) => text.slice(start, end))

describe('articles of French codes', () => {
  test.each([
    ['art. L. 1221-1 du code du travail', ['article:code-du-travail:l1221-1']],
    ['C. trav., art. L. 1221-1', ['article:code-du-travail:l1221-1']],
    ["l'article L.1221-1 C. trav.", ['article:code-du-travail:l1221-1']],
    ['Code civil, article 1240', ['article:code-civil:1240']],
    ['art. 1240 C. civ.', ['article:code-civil:1240']],
    [
      'articles 1103, 1104 et 1193 du Code civil',
      ['1103', '1104', '1193'].map((n) => `article:code-civil:${n}`),
    ],
    [
      'articles L. 1221-1 à L. 1221-5 du code du travail',
      ['article:code-du-travail:l1221-1..l1221-5'],
    ],
    ['article L. 1233-3, 1°, alinéa 2, du code du travail', ['article:code-du-travail:l1233-3']],
    [
      'article 1382, devenu 1240, du code civil',
      ['article:code-civil:1382', 'article:code-civil:1240'],
    ],
    ['article R*133-1 du code de l’urbanisme', ['article:code-de-l-urbanisme:r133-1']],
    ['article 9 bis du code civil', ['article:code-civil:9bis']],
    [
      'article 1649 quater B du code général des impôts',
      ['article:code-general-des-impots:1649quaterb'],
    ],
    [
      'article L. 16 B du livre des procédures fiscales',
      ['article:livre-des-procedures-fiscales:l16b'],
    ],
    [
      'article préliminaire du code de procédure pénale',
      ['article:code-de-procedure-penale:preliminaire'],
    ],
    ['art. 9, al. 2, C. civ.', ['article:code-civil:9']],
    ['art. 5, al. 12-14 du code civil', ['article:code-civil:5']],
    [
      'articles 9, al. 2, et 10, al. 3, du code civil',
      ['article:code-civil:9', 'article:code-civil:10'],
    ],
    [
      'articles 706-3 et suivants du code de procédure pénale',
      ['article:code-de-procedure-penale:706-3'],
    ],
    [
      'les articles 5 de la loi n° 78-17 du 6 janvier 1978 et 226-16 du code pénal',
      ['article:loi-78-17:5', 'article:code-penal:226-16'],
    ],
  ])('%s', (text, expected) => {
    expect(named(text)).toEqual(expected)
  })

  test('a pinpoint is kept as written', () => {
    const [citation] = recogniseCitations('article L. 411-31, II, 1° et 3°, du code rural')
    expect(citation?.targets).toMatchObject([{ number: 'l411-31', pinpoint: 'II, 1° et 3°' }])
  })

  test('an anaphora means the code named last, and says that it does', () => {
    const text = "l'article 2 du code pénal, l'article 4 du code civil et l'article 5 du même code"
    const [, , last] = recogniseCitations(text)
    expect(last).toMatchObject({
      normalized: ['article:code-civil:5'],
      confidence: 'certain',
      antecedent: { id: 'code-civil' },
    })
  })

  test('an anaphora that nothing answers to leaves the article without its code', () => {
    expect(recogniseCitations("l'article L. 331-7 du même code")).toMatchObject([
      { normalized: ['article:l331-7'], confidence: 'ambiguous', antecedent: null },
    ])
  })

  test('an article without a work belongs to the work of the text', () => {
    const home = { id: 'code-du-travail', key: 'code-du-travail', jurisdiction: 'FR' } as const
    expect(named("prévues à l'article L. 1221-2", { home })).toEqual([
      'article:code-du-travail:l1221-2',
    ])
  })

  test('the law that amends is not what is spoken of', () => {
    const text =
      "l'article 2 de la loi n° 78-17 du 6 janvier 1978, modifiée par la loi n° 2004-801 du 6 août 2004, et l'article 22 de cette loi"
    expect(named(text)).toContain('article:loi-78-17:22')
  })

  test('a clause between an article and its code', () => {
    const text =
      "articles L. 214-8-8 et L. 533-22, dans sa rédaction issue de l'ordonnance n° 2013-676 du 25 juillet 2013, du code monétaire et financier"
    expect(named(text)).toContain('article:code-monetaire-et-financier:l533-22')
  })
})

describe('acts', () => {
  test.each([
    ['loi n° 78-17 du 6 janvier 1978', ['act:loi-78-17']],
    ['la loi du 29 juillet 1881', ['act:loi-1881-07-29']],
    [
      'lois n° 2012-1404 du 17 décembre 2012 et n° 2016-1827 du 23 décembre 2016',
      ['act:loi-2012-1404', 'act:loi-2016-1827'],
    ],
    ['ordonnance n° 58-1067 du 7 novembre 1958', ['act:ordonnance-58-1067']],
    ['directive 2008/104/CE', ['celex:32008l0104']],
    ['directive 95/46/CE', ['celex:31995l0046']],
    ['règlement (UE) 2016/679', ['celex:32016r0679']],
    ['règlement (UE) n° 1215/2012', ['celex:32012r1215']],
    ['règlement (CE) n° 44/2001', ['celex:32001r0044']],
    ['règlement n° 1408/71', ['celex:31971r1408']],
    ["règlement d'exécution (UE) 2021/2237", ['celex:32021r2237']],
    ['décision-cadre 2002/584/JAI', ['celex:32002f0584']],
    ['directives 2013/36/UE et 2014/65/UE', ['celex:32013l0036', 'celex:32014l0065']],
    ["l'article 17 du RGPD", ['article:32016r0679:17']],
    ['article 101 TFUE', ['article:traite-sur-le-fonctionnement-de-l-union-europeenne:101']],
    ['règlement grand-ducal du 4 décembre 2009', ['act:reglement-grand-ducal-2009-12-04']],
    ['Ordonnance Souveraine n° 2.318 du 3 août 2009', ['act:ordonnance-souveraine-2318']],
    ["Llei 29/2021, del 28 d'octubre", ['act:llei-29-2021']],
    ['Dir. 2000/78/CE, 27 nov. 2000', ['celex:32000l0078']],
    ['directive 95/46/CE, 24 octobre 1995', ['celex:31995l0046']],
    ['Règl. (UE) 2016/679, 27 avr. 2016, art. 17, § 1', ['article:32016r0679:17']],
    ['règlement (UE) 2016/679 du 27 avril 2016, art. 17', ['article:32016r0679:17']],
    [
      'règlement (UE) 2016/679 du Parlement européen et du Conseil du 27 avril 2016, article 17',
      ['article:32016r0679:17'],
    ],
    ['L. n° 78-17, 6 janv. 1978, art. 8', ['article:loi-78-17:8']],
    ['L. n° 78-17, 6 janv. 1978', ['act:loi-78-17']],
    ['Ord. n° 2016-131, 10 févr. 2016', ['act:ordonnance-2016-131']],
    ['D. n° 2005-1309, 20 oct. 2005, art. 1er', ['article:decret-2005-1309:1']],
    ['Arr. 3 mars 2020 relatif à la sécurité des jouets, art. 2', ['article:arrete-2020-03-03:2']],
    [
      'loi modifiée du 10 août 1915 concernant les sociétés commerciales, art. 710-1',
      ['article:loi-1915-08-10:710-1'],
    ],
    ['Const., art. 61-1', ['article:constitution-du-4-octobre-1958:61-1']],
    ['C. trav. lux., art. L. 124-10', ['article:lu-code-du-travail:l124-10']],
  ])('%s', (text, expected) => {
    expect(named(text)).toEqual(expected)
  })

  test.each([
    ['D. 2020, p. 1234'],
    ['le juge M. D. 3 mai 2020'],
    ['Cour const. lux., art. 5', 'article:5'],
    ["d. 3 mai 2020, l'auteur"],
    [
      "loi du 10 juillet 1991 relative à l'aide juridique. Voir art. 5",
      'act:loi-1991-07-10',
      'article:5',
    ],
  ])('%s', (text, ...expected) => {
    expect(named(text)).toEqual(expected)
  })

  test('the order of a judge is no act', () => {
    expect(named("Par ordonnance du 15 juin 2022, le juge d'instruction a ordonné")).toEqual([])
  })
})

describe('decisions', () => {
  test.each([
    ['Cass. soc., 25 nov. 2020, n° 17-19.523', ['decision:fr.ccass:17-19.523']],
    ['Soc., 25 novembre 2020, pourvoi n° 17-19.523, Bull.', ['decision:fr.ccass:17-19.523']],
    [
      'Cass. 2e civ., 1er déc. 2022, nos 21-19.341 et 21-19.342',
      ['decision:fr.ccass:21-19.341', 'decision:fr.ccass:21-19.342'],
    ],
    ['Civ. 1re, 2 mai 2024, n° 22-12345', ['decision:fr.ccass:22-12.345']],
    [
      'Cour de cassation, chambre sociale, 25 novembre 2020, n° 17-19.523',
      ['decision:fr.ccass:17-19.523'],
    ],
    ['Cass. soc., 25 nov. 2020', ['decision:fr.ccass:soc:2020-11-25']],
    [
      'pourvois n° W 19-10.121 à Y 19-10.123',
      ['19-10.121', '19-10.122', '19-10.123'].map((n) => `decision:fr.ccass:${n}`),
    ],
    ['CE, 6 déc. 2019, n° 391000', ['decision:fr.ce:391000']],
    [
      "Conseil d'État, Assemblée, 18 juillet 2024, nos 401234, 401235",
      ['decision:fr.ce:401234', 'decision:fr.ce:401235'],
    ],
    ['CE, 10e et 9e ch. réunies, 6 déc. 2019, Mme X, n° 391000', ['decision:fr.ce:391000']],
    ['CAA Paris, 12 mars 2021, n° 20PA01234', ['decision:fr.caa:paris:20pa01234']],
    ['CA Paris, 1re ch. civ., 1er avr. 2022, n° 21/00001', ['decision:fr.ca:paris:21/00001']],
    [
      'CNIL, form. restreinte, délib. n° SAN-2019-001, 21 janv. 2019',
      ['decision:fr.cnil:san-2019-001'],
    ],
    ['Aut. conc., déc. n° 20-D-04, 16 mars 2020', ['decision:fr.autconc:20-d-04']],
    [
      "Cons. prud'h. Nantes, sect. commerce, 3 déc. 2024, n° F 24/99007",
      ['decision:fr.cph:nantes:24/99007'],
    ],
    ['CA Luxembourg, 3e ch., 15 juin 2023, n° CAL-2022-00015', ['decision:lu.ca:cal-2022-00015']],
    ['Trib. suprême Monaco, 20 juin 2024, n° TS 2023-15', ['decision:mc.ts:ts2023-15']],
    ['C. rév. Monaco, 10 oct. 2024, n° 2024-00003', ['decision:mc.crev:2024-00003']],
    ['TSJ Andorre, ch. civ., 15 mai 2024, n° TSJC-9901/2023', ['decision:ad.tsj:tsjc-9901/2023']],
    ['CA Paris, pôle 5, ch. 9, 17 mars 2023, n° 21/99011', ['decision:fr.ca:paris:21/99011']],
    [
      "cour d'appel d'Aix-en-Provence, 3 mai 2018, RG n° 17/01234",
      ['decision:fr.ca:aix-en-provence:17/01234'],
    ],
    ['TA Lyon, 4 mai 2021, n° 1901234', ['decision:fr.ta:lyon:1901234']],
    ['CAA de LYON, 4 mai 2018, n° 17LY01234', ['decision:fr.caa:lyon:17ly01234']],
    ['tribunal judiciaire du Havre, 4 mai 2021, n° 19/01234', ['decision:fr.tj:havre:19/01234']],
    ['TJ Le Havre, 4 mai 2021, n° 19/01234', ['decision:fr.tj:le-havre:19/01234']],
    [
      "tribunal judiciaire des Sables-d'Olonne, 4 mai 2021, n° 19/01234",
      ['decision:fr.tj:sables-d-olonne:19/01234'],
    ],
    [
      'tribunal administratif de la Réunion, 4 mai 2021, n° 1901234',
      ['decision:fr.ta:reunion:1901234'],
    ],
    [
      'tribunal administratif de la Polynésie française, 4 mai 2021, n° 1901234',
      ['decision:fr.ta:polynesie-francaise:1901234'],
    ],
    ['Cons. const., 2020-800 DC', ['decision:fr.cc:2020-800-dc']],
    ['décision n° 2010-14/22 QPC', ['decision:fr.cc:2010-14/22-qpc']],
    ['Cons. const., 11 mai 2020, n° 2020-800 DC', ['decision:fr.cc:2020-800-dc']],
    ['CJUE, 13 mai 2014, Google Spain, C-131/12', ['decision:eu.cj:c-131/12']],
    ['CJCE, 6 octobre 1982, Cilfit, aff. 283/81', ['decision:eu.cj:283/81']],
    [
      'CJUE, gde ch., 16 juill. 2020, aff. jtes C-511/18 et C-512/18',
      ['decision:eu.cj:c-511/18', 'decision:eu.cj:c-512/18'],
    ],
    ['Trib. UE, 12 mai 2021, T-816/17', ['decision:eu.gc:t-816/17']],
    [
      'CEDH, 28 juin 2018, M.L. et W.W. c. Allemagne, n° 60798/10 et 65599/10',
      ['decision:coe.echr:60798/10', 'decision:coe.echr:65599/10'],
    ],
    ['req. n° 12345/67', ['decision:coe.echr:12345/67']],
    ['arrêt attaqué (Versailles, 5 janvier 2022)', ['decision:fr.ca:versailles:2022-01-05']],
    [
      "l'arrêt rendu le 5 janvier 2022 par la cour d'appel de Versailles",
      ['decision:fr.ca:versailles:2022-01-05'],
    ],
    [
      "l'arrêt de la chambre sociale de la Cour de cassation du 25 novembre 2020 (n° 17-19.523)",
      ['decision:fr.ccass:17-19.523'],
    ],
    [
      "l'arrêt rendu le 22 novembre 2018 et l'arrêt rendu le 27 mai 2021 par la cour d'appel de Versailles",
      ['decision:fr.ca:versailles:2018-11-22', 'decision:fr.ca:versailles:2021-05-27'],
    ],
    [
      "Par arrêt du 12 septembre 2019, la cour d'appel de Lyon a infirmé",
      ['decision:fr.ca:lyon:2019-09-12'],
    ],
    ['Cass. lux., 12 mars 2020, n° CAS-2019-00060', ['decision:lu.ccass:cas-2019-00060']],
  ])('%s', (text, expected) => {
    expect(named(text)).toEqual(expected)
  })
})

describe('identifiers and gazettes', () => {
  test.each([
    ['ECLI:FR:CCASS:2020:SO01153', ['ecli:fr:ccass:2020:so01153']],
    ['EU:C:2014:317', ['ecli:eu:c:2014:317']],
    [
      'https://www.legifrance.gouv.fr/eli/loi/2016/8/8/ETSX1604461L/jo/texte',
      ['eli:eli/loi/2016/8/8/etsx1604461l/jo/texte'],
    ],
    ['http://data.europa.eu/eli/reg/2016/679/oj', ['eli:eli/reg/2016/679/oj']],
    ['CELEX 62012CJ0131', ['celex:62012cj0131']],
    ['NOR : ETSX1604461L', ['nor:etsx1604461l']],
    ['JORF n°0184 du 9 août 2016', ['jorf:184:2016-08-09']],
    ['JO L 119 du 4.5.2016, p. 1', ['ojeu:l119:2016-05-04']],
    ['Mémorial A n° 144 de 2006', ['memorial:a144:2006']],
  ])('%s', (text, expected) => {
    expect(named(text)).toEqual(expected)
  })
})

describe('Luxembourg, Monaco and Andorra', () => {
  test.each([
    ['Code du travail art. L. 124-1', 'LU', 'article:lu-code-du-travail:l124-1'],
    [
      "l'article 12 du Code de droit international privé",
      'MC',
      'article:code-de-droit-international-prive:12',
    ],
    ['article 1229 du Code civil', 'MC', 'article:mc-code-civil:1229'],
    ['article 10 de la Constitució', 'AD', 'article:constitucio-del-principat-d-andorra:10'],
    ['article 10bis de la Constitution', 'LU', 'article:lu-constitution:10bis'],
  ] as const)('%s in a text of %s', (text, jurisdiction, expected) => {
    expect(named(text, { jurisdiction })).toEqual([expected])
  })

  test('the country of a code may be named', () => {
    expect(named("l'article L. 124-1 du code du travail luxembourgeois")).toEqual([
      'article:lu-code-du-travail:l124-1',
    ])
  })
})

describe('what is no citation', () => {
  test.each([
    'délai de 10 à 15 jours',
    'la loi et les règlements',
    'le code du travail',
    "l'article 7-1 intitulé perte et avarie des conditions générales de vente",
    'le 3 mai 2020, la société a versé 1 240 euros',
    'certificats E 101 ou A 1',
    "bureau d'aide juridictionnelle près la Cour de cassation en date du 13 janvier 2023",
    "décret en Conseil d'Etat",
    'chapitre 4 du code de commerce',
    'livre II dudit code',
    '',
  ])('%s', (text) => {
    expect(written(text)).toEqual([])
  })
})

const PIECES = [
  'l’article L. 1221-1 du code du travail',
  "articles 1103 et 1104 du code civil, ensemble l'article 4 du même code",
  'articles L. 145-8 à L. 145-30',
  'la loi n° 78-17 du 6 janvier 1978',
  'Soc., 25 novembre 2020, pourvoi n° 17-19.523',
  'ECLI:FR:CCASS:2020:SO01153',
  'directive 2003/88/CE',
  'CJUE, 13 mai 2014, Google Spain, C-131/12',
  'arrêt attaqué (Paris, 3 mai 2019)',
  ', du code de commerce',
  ' et ',
  ', ',
  '. ',
  '\n\n',
  ' le salarié ',
  'article 5',
  '12',
  'I, 1°',
  'n° ',
  'du même code',
] as const

describe('for any text', () => {
  const anyText = fc.oneof(
    fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(' ')),
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc
      .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 6 })), { maxLength: 30 })
      .map((pieces) => pieces.join('')),
  )
  const jurisdictions = fc.constantFrom('FR', 'LU', 'MC', 'AD', 'EU')

  test('spans are in order and never overlap, and every citation fits its schema', () => {
    fc.assert(
      fc.property(anyText, jurisdictions, (text, jurisdiction) => {
        let end = 0
        for (const citation of recogniseCitations(text, { jurisdiction })) {
          expect(citation.start).toBeGreaterThanOrEqual(end)
          expect(citation.end).toBeLessThanOrEqual(text.length)
          ;({ end } = citation)
          expect(Citation.parse(citation)).toEqual(citation)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('the span of a citation, read alone, is the same citation', () => {
    fc.assert(
      fc.property(anyText, jurisdictions, (text, jurisdiction) => {
        for (const { start, end, kind, normalized, antecedent } of recogniseCitations(text, {
          jurisdiction,
        })) {
          const alone = recogniseCitations(text.slice(start, end), {
            jurisdiction,
            home: antecedent,
          })
          expect(alone).toMatchObject([{ start: 0, end: end - start, kind, normalized }])
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('twice is once', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(recogniseCitations(text)).toEqual(recogniseCitations(text))
      }),
    )
  })
})
