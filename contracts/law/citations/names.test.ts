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
