import { expect, test } from 'vitest'
import { headOfNames, namesOfTarget, scopeOfTarget } from './names.ts'
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
