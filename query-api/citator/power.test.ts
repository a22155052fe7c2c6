import { describe, expect, test } from 'vitest'
import { COURTS } from '#contracts/vocabulary/courts.ts'
import { COURT_OF_CASSATION } from './citator.testing.ts'
import { powerOver, type TargetContext, type TreatmentOrigin } from './power.ts'

const by = (
  courtCode: string | null,
  formation: string | null = null,
  type: TreatmentOrigin['type'] = 'overruled',
): TreatmentOrigin => ({ type, courtCode, formation })
const decisionOf = (courtCode: string, ...formation: string[]): TargetContext => ({
  ...COURT_OF_CASSATION,
  jurisdiction: [COURTS.get(courtCode)?.jurisdiction ?? 'FR'],
  courtCode,
  formation,
})
const text = (
  contentType: TargetContext['contentType'],
  ...jurisdiction: TargetContext['jurisdiction']
): TargetContext => ({ jurisdiction, contentType, courtCode: null, formation: [] })

describe('the same court', () => {
  test.each([
    ['pl', ['civ1', 'fs'], 'same-court'],
    ['fs', ['soc', 'fs'], 'same-court'],
    ['f', ['soc', 'fs'], null],
    ['fs', ['pl'], null],
    ['mi', ['civ2', 'fp'], 'same-court'],
    [null, ['soc', 'fs'], null],
    [null, ['soc'], 'same-court'],
    ['an unknown one', ['soc'], 'same-court'],
  ])('%s over %j: %s', (formation, target, expected) => {
    expect(powerOver(by('fr.ccass', formation), decisionOf('fr.ccass', ...target))).toBe(expected)
  })
  test('the grand chamber of Strasbourg over a chamber, not the other way', () => {
    expect(powerOver(by('coe.echr', 'gc'), decisionOf('coe.echr', 'chamber'))).toBe('same-court')
    expect(powerOver(by('coe.echr', 'chamber'), decisionOf('coe.echr', 'gc'))).toBeNull()
  })
  test('a court without formations has power over itself', () => {
    expect(powerOver(by('fr.ca'), decisionOf('fr.ca'))).toBe('same-court')
  })
})

describe('a superior court of the same hierarchy', () => {
  test.each([
    ['fr.ccass', 'fr.cph', true],
    ['fr.ca', 'fr.tj', true],
    ['fr.ce', 'fr.ta', true],
    ['fr.tc', 'fr.ta', true],
    ['fr.ce', 'fr.ca', false],
    ['fr.ccass', 'fr.caa', false],
    ['fr.ca', 'fr.ccass', false],
    ['lu.ccass', 'lu.jp', true],
    ['lu.cadm', 'lu.tal', false],
    ['mc.crev', 'mc.tt', true],
    ['ad.tsj', 'ad.bat', true],
    ['eu.cj', 'eu.cst', true],
    ['lu.ccass', 'fr.tj', false],
  ])('%s over %s: %s', (above, below, expected) => {
    expect(powerOver(by(above), decisionOf(below))).toBe(expected ? 'superior-court' : null)
  })
})

test('no court is superior to itself', () => {
  for (const code of COURTS.keys()) {
    expect(powerOver(by(code), decisionOf(code))).toBe('same-court')
  }
})

test('constitutional and European courts have power where their word binds', () => {
  const european = 'constitutional-or-european-court'
  expect(powerOver(by('fr.cc'), text('legislation', 'FR'))).toBe(european)
  expect(powerOver(by('fr.cc'), text('legislation', 'LU'))).toBeNull()
  expect(powerOver(by('eu.cj'), decisionOf('fr.ccass', 'pl'))).toBe(european)
  expect(powerOver(by('eu.cj'), decisionOf('mc.crev'))).toBeNull()
  expect(powerOver(by('coe.echr'), decisionOf('ad.tsj'))).toBe(european)
  expect(powerOver(by('coe.echr'), text('regulation', 'EU'))).toBeNull()
})

test('a regulation has its judge; a statute has not', () => {
  expect(powerOver(by('fr.ce', null, 'annulled'), text('regulation', 'FR'))).toBe(
    'judge-of-regulations',
  )
  expect(powerOver(by('fr.ce', null, 'annulled'), text('legislation', 'FR'))).toBeNull()
})

test('who is no court has the power to legislate and no other', () => {
  expect(powerOver(by(null, null, 'repealed'), text('legislation', 'FR'))).toBe('legislature')
  expect(powerOver(by(null, null, 'superseded_by_statute'), COURT_OF_CASSATION)).toBe('legislature')
  expect(powerOver(by(null, null, 'overruled'), COURT_OF_CASSATION)).toBeNull()
})
