import { expect, test } from 'vitest'
import { JudicialDecision, type JudicialDecisionInput } from '../../decision.ts'
import { headOfNames, namesOfTarget, namesOfText, scopeOfTarget } from './names.ts'
import { recogniseCitations } from './recognise.ts'

test('names that depend on a scope begin alike, and those of other scopes differ', () => {
  const heads = [
    'article L. 221-18 du code de la consommation',
    'articles L. 145-8 à L. 145-11 du code de commerce',
    'Cass. 1re civ., 12 juin 2019, n° 18-12.345',
    'ECLI:FR:CCASS:2019:C100123',
    'LEGIARTI000032227262',
  ].map((cited) => {
    const targets = recogniseCitations(cited).flatMap((one) => one.targets)
    const [target] = targets
    if (target === undefined) throw new Error(`not recognised: ${cited}`)
    const head = headOfNames(scopeOfTarget(target))
    expect(namesOfTarget(target).filter((name) => !name.startsWith(head))).toEqual([])
    return head
  })
  expect(new Set(heads).size).toBe(heads.length)
})

const namesOfDecision = (members: JudicialDecisionInput): string[] =>
  namesOfText({
    jurisdiction: ['FR'],
    provision: null,
    judicialDecision: JudicialDecision.parse(members),
    source: { id: 'x', url: null },
  }).map(({ name }) => name)

const constitutional = (value: string, type: string | null) =>
  namesOfDecision({ courtCode: 'fr.cc', type, identifiers: [{ scheme: 'docket', value }] })
const ofSeat = (seat: string) =>
  namesOfDecision({
    courtCode: 'fr.tj',
    seat,
    identifiers: [{ scheme: 'docket', value: '19/01234' }],
  })

test('a decision of the Conseil constitutionnel is filed with the kind behind its number, and without it', () => {
  expect(constitutional('2020-999', 'dc')).toEqual([
    'decision:fr.cc:2020-999',
    'decision:fr.cc:2020-999-dc',
  ])
  expect(constitutional('2010-14/22', 'qpc')).toContain('decision:fr.cc:2010-14/22-qpc')
  expect(constitutional('2020-999 DC', 'dc')).toEqual(['decision:fr.cc:2020-999-dc'])
  expect(constitutional('2020-999', 'decision')).toEqual(['decision:fr.cc:2020-999'])
  expect(constitutional('2020-999', null)).toEqual(['decision:fr.cc:2020-999'])
})

test('a court is filed under its seat with the article of the place, and without it', () => {
  const without = 'decision:fr.tj:havre:19/01234'
  expect(ofSeat('Havre')).toEqual([without])
  for (const seat of ['Le Havre', 'LE HAVRE'])
    expect(ofSeat(seat)).toEqual([without, 'decision:fr.tj:le-havre:19/01234'])
})

const namesOfProvision = (work: string, number: string, jurisdiction: 'FR' | 'LU' | 'MC' = 'FR') =>
  namesOfText({
    jurisdiction: [jurisdiction],
    provision: { work, number, section: [], anchor: null },
    judicialDecision: null,
    source: { id: 'x', url: null },
  }).map(({ name }) => name)

test.each([
  [
    'Loi du 29 floréal an X relative aux contraventions',
    '2',
    'la loi du 29 floréal an X, article 2',
  ],
  [
    'Arrêté interministériel du 3 mai 2007 relatif aux jouets',
    '2',
    "l'article 2 de l'arrêté interministériel du 3 mai 2007",
  ],
  [
    'Ordonnance-loi n° 669 du 17 septembre 1959',
    '6',
    "l'article 6 de l'ordonnance-loi n° 669 du 17 septembre 1959",
  ],
  ['Code général des impôts, annexe 3, CGIAN3.', '46 AG', "l'article 46 AG de l'annexe III au CGI"],
])('an article of %s is filed as it is cited', (work, number, cited) => {
  const [citation] = recogniseCitations(cited)
  expect(namesOfProvision(work, number)).toContain(citation?.normalized[0])
})

test('an annex of the Code général des impôts is not the code', () => {
  expect(namesOfProvision('Code général des impôts, annexe 3, CGIAN3.', '39')).not.toContain(
    'article:code-general-des-impots:39',
  )
})

test('a number of the Tribunal des conflits is one with its letter and without it', () => {
  const filed = namesOfDecision({
    courtCode: 'fr.tc',
    identifiers: [{ scheme: 'docket', value: 'C3828' }],
  })
  for (const cited of ['T. confl., 17 oct. 2011, n° C3828', 'T. confl., 17 oct. 2011, n° 3828'])
    expect(filed).toContain(recogniseCitations(cited)[0]?.normalized[0])
})
