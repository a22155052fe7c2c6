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
    [
      "article 23 N de l'annexe IV au code général des impôts",
      ['article:code-general-des-impots-annexe-4:23n'],
    ],
    ['art. 1240 et 1241 nouv. C. civ.', ['article:code-civil:1240', 'article:code-civil:1241']],
    ['C. civ., anc. art. 1382', ['article:code-civil:1382']],
    ['C. trav. (art. L. 1221-1)', ['article:code-du-travail:l1221-1']],
    ['C. com., L. 442-1', ['article:code-de-commerce:l442-1']],
    ["l'article 24 de la Charte sociale européenne", ['article:charte-sociale-europeenne:24']],
    ['CGI, ann. III, art. 46 AG', ['article:code-general-des-impots-annexe-3:46ag']],
    ["l'article 6, § 1, de la CEDH", ['article:convention-europeenne-des-droits-de-l-homme:6']],
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

  test('a span ends with the bracket that opened in it', () => {
    expect(written('voir C. trav. (art. L. 1221-1), et')).toEqual(['C. trav. (art. L. 1221-1)'])
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

  test.each([
    [
      "l'article 1134 (dans sa rédaction antérieure à l'ordonnance n° 2016-131 du 10 février 2016) du code civil",
      ['article:code-civil:1134', 'act:ordonnance-2016-131'],
    ],
    [
      "l'article R. 132-1 (R. 212-1 dans sa nouvelle numérotation) du code de la consommation",
      ['article:code-de-la-consommation:r132-1', 'article:code-de-la-consommation:r212-1'],
    ],
    [
      'aux articles R. 4625-8 (intérimaires) et R. 4513-12 du code du travail',
      ['article:code-du-travail:r4625-8', 'article:code-du-travail:r4513-12'],
    ],
    [
      "à l'article 10 et à l'article 14, paragraphe 1, du règlement (UE) 2017/2402",
      ['article:32017r2402:10', 'article:32017r2402:14'],
    ],
    [
      "l'article L. 1221-1 et l'article 1240 du code civil",
      ['article:l1221-1', 'article:code-civil:1240'],
    ],
  ])('a work that brackets or another article part from it: %s', (text, expected) => {
    expect(named(text)).toEqual(expected)
  })

  test('a number has the code that it had before', () => {
    const text =
      "l'article L. 1221-1 du code du travail. L'article 12 du code civil. Selon l'article L. 1221-1, le contrat"
    expect(recogniseCitations(text).at(-1)).toMatchObject({
      normalized: ['article:code-du-travail:l1221-1'],
      confidence: 'ambiguous',
      antecedent: { id: 'code-du-travail' },
    })
  })

  test('a number without a letter has its work again only where it says so', () => {
    const text = "l'article 22 de la loi du 3 mai 2011"
    expect(named(`${text}, et l'article 22 précité`)).toEqual([
      'article:loi-2011-05-03:22',
      'article:loi-2011-05-03:22',
    ])
    expect(named(`${text}, et l'article 22 des statuts, puis l'article 22`).at(-1)).toBe(
      'article:22',
    )
  })

  test.each([
    ['La directive 2003/88/CE', "l'article 7 de la directive s'oppose", 'article:32003l0088:7'],
    [
      'La loi n° 65-557 du 10 juillet 1965',
      "l'article 18 de la loi, le syndic",
      'article:loi-65-557:18',
    ],
    ['La loi n° 65-557 du 10 juillet 1965', "l'article 18 de la loi de finances", 'article:18'],
    [
      'La Convention européenne des droits de l’homme et la Constitution',
      "l'article 3 de la Convention",
      'article:convention-europeenne-des-droits-de-l-homme:3',
    ],
    ['La Convention européenne des droits de l’homme', "l'article 3 de la convention", 'article:3'],
    ['Le RGPD et la directive 2002/58/CE', "l'article 5 du règlement", 'article:32016r0679:5'],
    [
      'La Cour européenne des droits de l’homme',
      "l'article 3 de la Convention",
      'article:convention-europeenne-des-droits-de-l-homme:3',
    ],
    ['Le RGPD', "l'article 5 de ladite directive", 'article:5'],
  ])('%s … %s', (before, text, expected) => {
    expect(named(`${before} est citée. Or ${text}`).at(-1)).toBe(expected)
  })

  test.each([
    ["l'article 10 du Traité", 'loi-2004-12-21', 'article:10'],
    ["l'article L. 3 du code de la marine marchande", 'code-du-travail', 'article:l3'],
    ["l'article 3 de l'annexe III", '32022r2554', 'article:3'],
    ["l'article 3 de la loi organique électorale", 'loi-2004-12-21', 'article:3'],
    ["l'article 10 de ladite directive", 'loi-2004-12-21', 'article:10'],
    ["l'article 10 de la loi", 'reglement-grand-ducal-2001-12-21', 'article:10'],
    ["l'article 10 de la loi", 'loi-2004-12-21', 'article:loi-2004-12-21:10'],
    ["l'article 10 dudit code", 'code-penal', 'article:code-penal:10'],
    [
      "La loi n° 65-557 du 10 juillet 1965 et l'article 10 du code",
      'code-penal',
      'article:code-penal:10',
    ],
    [
      "Le code civil, et l'article L. 10 du code, sauf",
      'code-du-travail',
      'article:code-du-travail:l10',
    ],
    [
      "l'article 10 de la Charte",
      'charte-des-droits-fondamentaux-de-l-union-europeenne',
      'article:charte-des-droits-fondamentaux-de-l-union-europeenne:10',
    ],
  ])('%s in a text of %s', (text, id, expected) => {
    const home = { id, key: id, jurisdiction: null } as const
    expect(named(text, { home }).at(-1)).toBe(expected)
  })

  test('the same article is of the same work', () => {
    const home = { id: 'code-du-travail', key: 'code-du-travail', jurisdiction: 'FR' } as const
    const text = "au sens de l'article L. 100 du code civil local. Le même article L. 100 précise"
    expect(named("l'article L. 100 du code pénal. Du même article L. 100", { home })).toEqual([
      'article:code-penal:l100',
      'article:code-penal:l100',
    ])
    expect(named(text, { home }).at(-1)).not.toBe('article:code-penal:l100')
    expect(
      named("l'article L. 104 et les articles L. 106 et L. 111 du code pénal", { home }),
    ).toEqual(['article:code-penal:l104', 'article:code-penal:l106', 'article:code-penal:l111'])
  })

  test('an article that is inserted is of the act that it is inserted in', () => {
    const home = { id: 'loi-2020-10-29', key: 'loi-2020-10-29', jurisdiction: 'LU' } as const
    const text =
      "Après l'article 3 de la loi du 29 juin 2005, il est inséré un article 3*bis* nouveau libellé comme suit : « Art. 3bis. Des agents »"
    expect(named(text, { home, jurisdiction: 'LU' })).toEqual([
      'article:loi-2005-06-29:3',
      'article:loi-2005-06-29:3bis',
      'article:loi-2005-06-29:3bis',
    ])
  })

  test('the articles of an act that is amended are not those of the one that amends it', () => {
    const home = { id: '32022r2554', key: '32022r2554', jurisdiction: 'EU' } as const
    const text =
      "Le règlement (UE) n° 648/2012 est modifié comme suit : 1) L'article 26 est modifié ; 2) l'article 34 est supprimé."
    expect(named(text, { home, jurisdiction: 'EU' })).toEqual([
      'celex:32012r0648',
      'article:32012r0648:26',
      'article:32012r0648:34',
    ])
    expect(
      named("Sans préjudice du règlement (UE) n° 648/2012, l'article 26 est appliqué.", { home }),
    ).toContain('article:32022r2554:26')
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

describe('lists and divisions of articles', () => {
  const work = 'loi-2011-05-03'
  const of = (...numbers: string[]) => numbers.map((number) => `article:${work}:${number}`)
  test.each([
    ['article R. 2123-1,1°, de la loi du 3 mai 2011', of('r2123-1')],
    ['articles 9,10 et 12 de la loi du 3 mai 2011', of('9', '10', '12')],
    ['articles L. 37 , L. 68 et LO 179 de la loi du 3 mai 2011', of('l37', 'l68', 'lo179')],
    ['article 6, point 2°, de la loi du 3 mai 2011', of('6')],
    ['article L442-6 I 2° de la loi du 3 mai 2011', of('l442-6')],
    ['art. L. 1221-1 s. C. trav.', ['article:code-du-travail:l1221-1']],
    ['article L. 1221-1 modifié du code du travail', ['article:code-du-travail:l1221-1']],
    ['articles 5 et 6 dans leur rédaction alors applicable de la loi du 3 mai 2011', of('5', '6')],
    ['article 2 *nonies* de la loi du 3 mai 2011', of('2nonies')],
    [
      'article 23*bis*, 23*ter* et 23*quater* de la loi du 3 mai 2011',
      of('23bis', '23ter', '23quater'),
    ],
    ['articles 23*bis*, 23*ter *et 24 de la loi du 3 mai 2011', of('23bis', '23ter', '24')],
    ['articles 2 et 4*bis* de la loi du 3 mai 2011', of('2', '4bis')],
    ['article 5, paragraphe (1), de la loi du 3 mai 2011', of('5')],
    ['article 2, sous c), i), de la loi du 3 mai 2011', of('2')],
    ['article 6 de la loi modifiée et précitée du 3 mai 2011', of('6')],
    ['article 6(1)(f) du RGPD', ['article:32016r0679:6']],
    ['article 5 (1) (a) du RGPD', ['article:32016r0679:5']],
    ['art. 6.1.f RGPD', ['article:32016r0679:6']],
    ["de l'article 12 à l'article 22 de la loi du 3 mai 2011", of('12..22')],
  ])('%s', (text, expected) => {
    expect(named(text)).toEqual(expected)
  })

  test('articles that a comma separates are no range', () => {
    expect(named("à l'article 16, à l'article 17, paragraphe 1, et à l'article 18")).toEqual([
      'article:16',
      'article:17',
      'article:18',
    ])
  })

  test('a paragraph and a letter behind stops are parts of the article', () => {
    const [citation] = recogniseCitations("en els termes de l'article 46.1.f), el cap de Govern")
    expect(citation?.targets).toMatchObject([{ number: '46', pinpoint: '1.f)' }])
    expect(named("el procediment de l'article 9.3.")).toEqual(['article:9'])
  })

  test('the words between divisions are not part of them', () => {
    const [citation] = recogniseCitations(
      'articles 13, § 2, sous a), et 14, points 1, sous a), et 2, de la loi du 3 mai 2011',
    )
    expect(citation?.targets.map((target) => target.kind === 'article' && target.pinpoint)).toEqual(
      ['§ 2, sous a)', 'points 1, sous a), 2'],
    )
  })

  test.each(["l'article 2,5 %", 'article 12.03.2020'])('%s is no article', (text) => {
    expect(named(text)).toEqual([])
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
    ['arrêté ministériel n° 2018-123 du 5 mars 2018', ['act:arrete-ministeriel-2018-123']],
    ['arrêté interministériel du 3 mai 2007', ['act:arrete-interministeriel-2007-05-03']],
    ['règlement ministériel du 27 mai 2016', ['act:reglement-ministeriel-2016-05-27']],
    ["article 6 de l'ordonnance-loi n° 669 du 17 septembre 1959", ['article:loi-669:6']],
    ['O.S. n° 3.413 du 29 août 2011', ['act:ordonnance-souveraine-3413']],
    ['A.M. n° 2018-123 du 5 mars 2018', ['act:arrete-ministeriel-2018-123']],
    ['loi 89-462 du 6 juillet 1989', ['act:loi-89-462']],
    [
      'décrets n° 2020-1316 et 2020-1319 du 30 octobre 2020',
      ['act:decret-2020-1316', 'act:decret-2020-1319'],
    ],
    ['la loi Badinter du 5 juillet 1985', ['act:loi-1985-07-05']],
    ['la loi « informatique et libertés » du 6 janvier 1978', ['act:loi-1978-01-06']],
    ['la loi dite « Sapin 2 » n° 2016-1691 du 9 décembre 2016', ['act:loi-2016-1691']],
    ['la loi électorale modifiée du 18 février 2003', ['act:loi-2003-02-18']],
    ['règlement européen n° 1306/2013', ['celex:32013r1306']],
    ["l'article 4 de la loi du 28 pluviôse an VIII", ['article:loi-1800-02-17:4']],
    ['la loi du 29 floréal an X', ['act:loi-1802-05-19']],
    ["antérieure à celle issue de l'ordonnance du 12 mars 2014", ['act:ordonnance-2014-03-12']],
    ["l'ordonnance du 12 mars 2014 citée en référence", ['act:ordonnance-2014-03-12']],
  ])('%s', (text, expected) => {
    expect(named(text)).toEqual(expected)
  })

  test('one mention of an ordonnance with its number shows that the others are acts', () => {
    const text =
      "L'ordonnance n° 2017-1387 du 22 septembre 2017. Selon l'ordonnance du 22 septembre 2017,"
    expect(named(text)).toEqual(['act:ordonnance-2017-1387', 'act:ordonnance-2017-09-22'])
  })

  test('a règlement without more is the Grand Duke’s in Luxembourg, and no act elsewhere', () => {
    const text = "l'article 2 du règlement modifié du 23 janvier 2003"
    expect(named(text, { jurisdiction: 'LU' })).toEqual([
      'article:reglement-grand-ducal-2003-01-23:2',
    ])
    expect(named(text)).toEqual(['article:2'])
    expect(named('le règlement n° 44/2001', { jurisdiction: 'LU' })).toEqual(['celex:32001r0044'])
  })

  test.each([
    'la loi nouvelle du 3 mars 2020',
    'la loi en vigueur du 1er janvier 2010 au 3 mars 2011',
    'la loi du 45 floréal an X',
    'arrêté 2020-03-03',
  ])('%s names no act', (text) => {
    expect(named(text)).toEqual([])
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
    [
      "l'arrêt rendu le 9 mars 2021 par la cour d'appel de Lyon, la demanderesse a, par mémoire,",
      ['decision:fr.ca:lyon:2021-03-09'],
    ],
    ['CE, 27 mai 2015, n° 371.981', ['decision:fr.ce:371981']],
    ['C.E., 12 mai 2021, n° 440000', ['decision:fr.ce:440000']],
    ["Conseil d'État, 5ème - 6ème chambres réunies, 12/04/2022, 440001", ['decision:fr.ce:440001']],
    ["Conseil d'Etat, 10 / 9 SSR, du 30 janvier 2002, 123456", ['decision:fr.ce:123456']],
    [
      'CAA de LYON, 4ème chambre - formation à 3, 12/05/2022, 20LY01234',
      ['decision:fr.caa:lyon:20ly01234'],
    ],
    ['TJ Paris, 3e ch., 2e sect., 3 mars 2022, n° 20/01234', ['decision:fr.tj:paris:20/01234']],
    ['T. com. Lyon, 3 mars 2020, n° 2019J01234', ['decision:fr.tcom:lyon:2019j01234']],
    ['TA Paris, 3 mars 2020, n° 1901234/2-1', ['decision:fr.ta:paris:1901234']],
    ['QPC n° 2012-240', ['decision:fr.cc:2012-240-qpc']],
    ['TC, 8 février 1873, Blanco, n° 00012', ['decision:fr.tc:00012']],
    ['Soc. 25 nov. 2020, FP-P+B+I, n° 17-19.523', ['decision:fr.ccass:17-19.523']],
    ['Cass. soc. 28-9-2022 n° 20-23.229', ['decision:fr.ccass:20-23.229']],
    ['Cass. civ. 1 ère, 3 mai 2018', ['decision:fr.ccass:civ1:2018-05-03']],
    ['Décision 21-D-11 du 7 juin 2021', ['decision:fr.autconc:21-d-11']],
    ['CNIL, délibération SAN-2022-009 du 15 avril 2022', ['decision:fr.cnil:san-2022-009']],
    ['Tribunal Suprême, 29 novembre 2018, Sieur B., TS 2018-08', ['decision:mc.ts:ts2018-08']],
    ['Cour const. lux., 8 mars 2019, n° 00146', ['decision:lu.cc:00146']],
    [
      "tribunal d'arrondissement de Luxembourg, 15 mars 2019, n° TAL-2018-01234",
      ['decision:lu.tal:tal-2018-01234'],
    ],
    [
      'Par un jugement n° 1901234 du 4 mai 2021, le tribunal administratif de Lyon',
      ['decision:fr.ta:lyon:1901234'],
    ],
    [
      "l'arrêt n° 21/00123 de la cour d'appel de Paris du 3 mars 2022",
      ['decision:fr.ca:paris:21/00123'],
    ],
    ["l'arrêt n° 704 de la Cour de cassation du 3 mars 2022", ['decision:fr.ccass:2022-03-03']],
    [
      "l'arrêt n° 18/02254 rendu le 22 mars 2018 et l'arrêt n° 20/02635 rendu le 27 mai 2021 par la cour d'appel de Lyon",
      ['decision:fr.ca:lyon:2018-03-22', 'decision:fr.ca:lyon:2021-05-27'],
    ],
  ])('%s', (text, expected) => {
    expect(named(text)).toEqual(expected)
  })

  test.each([
    [
      "Cour d'appel, 8e ch., 3 mars 2020, n° CAL-2019-00123",
      'LU',
      ['decision:lu.ca:cal-2019-00123'],
    ],
    ["Cour d'appel Huitième chambre, 3 mars 2020, n° 45123", 'LU', ['decision:lu.ca:45123']],
    ['Tribunal administratif, 15 mars 2019, n° 40123', 'LU', ['decision:lu.ta:40123']],
    ['Arrêt n° 146 de la Cour constitutionnelle du 8 mars 2019', 'LU', ['decision:lu.cc:146']],
    ["la cour d'appel de Metz, 3 mars 2020", 'LU', ['decision:fr.ca:metz:2020-03-03']],
    ["Cour d'appel, 12 octobre 2020", 'MC', ['decision:mc.ca:2020-10-12']],
    ['Tribunal de première instance, 12 octobre 2020', 'MC', ['decision:mc.tpi:2020-10-12']],
    [
      "cour d'appel d'Aix-en-Provence, 12 octobre 2020",
      'MC',
      ['decision:fr.ca:aix-en-provence:2020-10-12'],
    ],
    ["Cour d'appel, 12 octobre 2020", 'FR', []],
    ['Cour constitutionnelle, 12 mars 2015, n° 31/2015', 'FR', []],
  ] as const)('%s in a text of %s', (text, jurisdiction, expected) => {
    expect(named(text, { jurisdiction })).toEqual(expected)
  })

  test('chambers that sit together after their numbers are not those of the Cour de cassation', () => {
    expect(named('9e et 10e chambres réunies, 12 avril 2022')).toEqual([])
    expect(named('Ch. réunies, 13 février 1930')).toEqual(['decision:fr.ccass:creun:1930-02-13'])
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
    ['Mém. A n° 123 du 4 mars 2020', ['memorial:a123:2020-03-04']],
    ['Mémorial A 2020, n° 123', ['memorial:a123:2020']],
    ['Mémorial A-123 du 4 mars 2020', ['memorial:a123:2020-03-04']],
    ['Journal officiel du Grand-Duché de Luxembourg, A n° 536', ['memorial:a536']],
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
