import { describe, expect, test } from 'vitest'
import type { NewEvent, StoredEvent } from '#contracts/events/event.ts'
import { articleIdOf } from '#contracts/identity.ts'
import { Day, Position } from '#contracts/ids.ts'
import { isRefusal } from '#contracts/fault.ts'
import {
  assessPoint,
  confirmTreatment,
  type RecordTreatment,
  recordReliance,
  recordTreatment,
  retractTreatment,
  treatmentIdOf,
} from './decide.ts'

const ruling = articleIdOf('test:ruling')
const later = articleIdOf('test:later')
const point = { articleId: ruling, headnoteSequence: 1 }
const text = { articleId: ruling, headnotes: [1, 2] }

const command = (given: Partial<RecordTreatment> = {}): RecordTreatment => ({
  type: 'overruled',
  source: {
    slug: null,
    ecli: null,
    courtCode: 'fr.ccass',
    formation: 'pl',
    pinpoint: null,
    quote: null,
  },
  target: point,
  targetText: text,
  sourceText: { articleId: later, contentClean: 'La Cour revient sur sa jurisprudence.' },
  effectiveDate: Day.parse('2026-01-31'),
  status: 'confirmed',
  confidencePercent: null,
  by: 'editor',
  ...given,
})
const stored = (...events: NewEvent[]): StoredEvent[] => events as StoredEvent[]
const decided = (answer: NewEvent[] | { refused: string }): NewEvent[] => {
  if (isRefusal(answer)) throw new Error(answer.refused)
  return answer as NewEvent[]
}
const refusalOf = (answer: unknown): string | null => (isRefusal(answer) ? answer.refused : null)

describe('a treatment', () => {
  test('is recorded once, with the polarity of its class', () => {
    const events = decided(recordTreatment(command(), []))
    expect(events).toMatchObject([
      { type: 'TreatmentRecorded', data: { treatment: { polarity: 'negative', by: 'editor' } } },
    ])
    expect(recordTreatment(command(), stored(...events))).toEqual([])
  })
  test('has the id of what it says, whoever says it', () => {
    expect(treatmentIdOf(command({ by: 'another' }))).toBe(treatmentIdOf(command()))
    expect(treatmentIdOf(command({ target: { ...point, headnoteSequence: 2 } }))).not.toBe(
      treatmentIdOf(command()),
    )
  })
  test('that was suggested is confirmed when a person states it', () => {
    const suggestion = command({ status: 'suggested', confidencePercent: 70 })
    const events = decided(recordTreatment(suggestion, []))
    expect(recordTreatment(command(), stored(...events))).toEqual([
      { type: 'TreatmentConfirmed', data: { by: 'editor' } },
    ])
    expect(recordTreatment(suggestion, stored(...events))).toEqual([])
  })
  test('stays retracted', () => {
    const events = decided(recordTreatment(command(), []))
    const retracted = stored(...events, ...decided(retractTreatment('an error', stored(...events))))
    expect(retractTreatment('again', retracted)).toEqual([])
    expect(refusalOf(recordTreatment(command(), retracted))).toBe('treatment-retracted')
    expect(refusalOf(confirmTreatment('editor', retracted))).toBe('treatment-retracted')
  })

  const { source } = command()
  test.each<[string, string, Partial<RecordTreatment>]>([
    [
      'of a headnote that is not there',
      'point-unknown',
      { target: { ...point, headnoteSequence: 3 } },
    ],
    [
      'of a text by itself',
      'treatment-of-itself',
      { sourceText: { articleId: ruling, contentClean: '' } },
    ],
    ['by a court that is none', 'court-unknown', { source: { ...source, courtCode: 'fr.xyz' } }],
    ['by nobody', 'source-unnamed', { sourceText: null, source: { ...source, courtCode: null } }],
    [
      'with a quotation that is not there',
      'quote-not-in-source',
      { source: { ...source, quote: 'La Cour maintient' } },
    ],
    ['suggested without a figure', 'confidence-missing', { status: 'suggested' }],
    ['stated with a figure', 'confidence-of-fact', { confidencePercent: 50 }],
  ])('%s: %s', (_, code, given) => {
    expect(refusalOf(recordTreatment(command(given), []))).toBe(code)
  })
  test('by a legislature needs no name', () => {
    const repealed = command({
      type: 'repealed',
      sourceText: null,
      source: { ...source, courtCode: null, formation: null },
    })
    expect(isRefusal(recordTreatment(repealed, []))).toBe(false)
  })
  test('that nobody recorded is neither confirmed nor retracted', () => {
    expect(refusalOf(confirmTreatment('editor', []))).toBe('treatment-unknown')
    expect(refusalOf(retractTreatment('a reason', []))).toBe('treatment-unknown')
  })
  test('is retracted for a reason', () => {
    const events = stored(...decided(recordTreatment(command(), [])))
    expect(refusalOf(retractTreatment(' ', events))).toBe('reasons-missing')
  })
})

describe('reliance', () => {
  const support = { articleId: later, headnoteSequence: null }
  const order = {
    from: point,
    to: support,
    by: 'editor',
    fromText: text,
    toText: { articleId: later, headnotes: [] },
  }
  test('is recorded once', () => {
    const events = decided(recordReliance(order, []))
    expect(events).toHaveLength(1)
    expect(recordReliance(order, stored(...events))).toEqual([])
  })
  test('needs two points that are there', () => {
    expect(refusalOf(recordReliance({ ...order, to: point, toText: text }, []))).toBe(
      'reliance-on-itself',
    )
    expect(
      refusalOf(recordReliance({ ...order, from: { ...point, headnoteSequence: 9 } }, [])),
    ).toBe('point-unknown')
  })
})

const at = (through: number) => ({
  point,
  text,
  through: Position.parse(through),
  head: Position.parse(10),
  by: 'editor',
})

describe('an assessment', () => {
  test('moves forward alone', () => {
    const events = decided(assessPoint(at(7), []))
    expect(assessPoint(at(5), stored(...events))).toEqual([])
    expect(decided(assessPoint(at(8), stored(...events)))).toHaveLength(1)
  })
  test('goes no further than the log', () => {
    expect(refusalOf(assessPoint(at(11), []))).toBe('assessed-beyond-log')
  })
})
