import { describe, expect, test } from 'vitest'
import { NOW } from '#contracts/law/treatment-log.ts'
import {
  COURT_OF_CASSATION,
  position,
  recorded,
  recordedAt,
  textNamed,
  treatment,
  treatmentId,
} from '../../citator/citator.testing.ts'
import type { CitatorFact } from '#contracts/law/treatment-log.ts'
import { citatorView, textCitator } from '../../citator/text-citator.ts'
import { makeColours } from './wording-view.ts'

const [RULING, RELYING, FURTHER] = ['ruling', 'relying', 'further'].map(textNamed) as [
  ReturnType<typeof textNamed>,
  ReturnType<typeof textNamed>,
  ReturnType<typeof textNamed>,
]
const relies = (from: typeof RULING, to: typeof RULING, at: number): CitatorFact => ({
  type: 'RelianceRecorded',
  data: {
    from: { articleId: from, headnoteSequence: null },
    to: { articleId: to, headnoteSequence: to === RULING ? 1 : null },
    by: 'editor',
  },
  recordedAt: recordedAt(at),
  position: position(at + 1),
})
const assessed = (sequence: number | null, through: number): CitatorFact => ({
  type: 'CitatorAssessed',
  data: {
    point: { articleId: RULING, headnoteSequence: sequence },
    assessedThrough: position(through),
    by: 'editor',
  },
  recordedAt: recordedAt(9),
  position: position(through + 1),
})

const public_ = { context: COURT_OF_CASSATION, changedAt: recordedAt(0) }
const viewOf = (id: typeof RULING, facts: readonly CitatorFact[]) => {
  const own = new Map<typeof RULING, CitatorFact[]>()
  for (const fact of facts) {
    const about =
      fact.type === 'RelianceRecorded'
        ? fact.data.from.articleId
        : fact.type === 'CitatorAssessed'
          ? fact.data.point.articleId
          : RULING
    own.set(about, [...(own.get(about) ?? []), fact])
  }
  const texts = new Map([RULING, RELYING, FURTHER].map((one) => [one, public_]))
  return citatorView(id, recordedAt(0), { facts: own, texts })
}
const coloursOf = (id: typeof RULING, facts: readonly CitatorFact[]) =>
  makeColours(id, { citator: viewOf(id, facts), changedAt: recordedAt(0) }, COURT_OF_CASSATION)

describe('colours of a wording', () => {
  test('of a text that nobody treated are gray, by rule 4, of no day', () => {
    const { derivationOf, allTypes } = coloursOf(RULING, [])
    expect(derivationOf(null)).toEqual({
      flag: 'gray',
      rule: '4',
      because: [],
      asOf: null,
      assessedThrough: null,
    })
    expect(allTypes()).toEqual([])
  })

  test('a stop aims at its point alone, and its day is the one on which it was recorded', () => {
    const { derivationOf, typesOf } = coloursOf(RULING, [recorded(treatment(), 30)])
    expect(derivationOf(1)).toMatchObject({ flag: 'red', rule: '1', asOf: '2026-01-02' })
    expect(derivationOf(2)).toMatchObject({ flag: 'gray', rule: '4' })
    expect([typesOf(1), typesOf(2)]).toEqual([['overruled'], []])
  })

  test('a stop of the whole text aims at every point', () => {
    const { derivationOf } = coloursOf(RULING, [recorded(treatment({ sequence: null }), 1)])
    expect([derivationOf(null).flag, derivationOf(2).flag]).toEqual(['red', 'red'])
  })

  test('who read all that cites the text has read all that cites its points', () => {
    expect(coloursOf(RULING, [assessed(null, 5)]).derivationOf(2).flag).toBe('green')
    expect(coloursOf(RULING, [assessed(1, 5)]).derivationOf(2).flag).toBe('gray')
  })

  test('what was treated after it was read is unread again, until the treatment is taken back', () => {
    const cited = recorded(treatment({ type: 'cited' }), 7)
    const read = assessed(null, 5)
    expect(coloursOf(RULING, [read, cited]).derivationOf(1).flag).toBe('gray')
    const retracted: CitatorFact = {
      type: 'TreatmentRetracted',
      treatment: treatmentId('one'),
      recordedAt: recordedAt(8),
      position: position(9),
    }
    expect(coloursOf(RULING, [read, cited, retracted]).derivationOf(1).flag).toBe('green')
  })

  test('carry on for two steps of reliance', () => {
    const facts = [
      recorded(treatment(), 1),
      relies(RELYING, RULING, 2),
      relies(FURTHER, RELYING, 3),
    ]
    expect(coloursOf(RELYING, facts).derivationOf(null)).toMatchObject({
      flag: 'orange',
      rule: '2d',
      because: [treatmentId('one')],
    })
    expect(coloursOf(FURTHER, facts).derivationOf(null)).toMatchObject({
      flag: 'yellow',
      rule: '3',
    })
  })

  test('are touched by what happens to a support', () => {
    const facts = [relies(RELYING, RULING, 2), recorded(treatment(), 50)]
    expect(viewOf(RELYING, facts)?.touchedAt).toBe(recordedAt(50))
    expect(viewOf(FURTHER, facts)).toBe(null)
  })
})

test('a treatment takes effect on its day: the stored colour is of the day of the newest event', () => {
  const future = recorded(treatment({ effectiveDate: '2026-02-01' as never }), 1)
  expect(coloursOf(RULING, [future]).derivationOf(1).flag).toBe('gray')
  expect(textCitator(RULING, [future], NOW).newestCitation).toBe(2)
})
