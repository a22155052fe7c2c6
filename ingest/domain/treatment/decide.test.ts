import { describe, expect, test } from 'vitest'
import type { TreatmentEvent } from '#contracts/events/event.ts'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import type { StatedBy } from '#contracts/events/others.ts'
import { Day, Position } from '#contracts/ids.ts'
import { given as givenDecider } from '../../../test/decider-spec.ts'
import type { RefusalCode } from '../refusals.ts'
import {
  type RecordReliance,
  type RecordTreatment,
  type StatedTreatment,
  statementIdOf,
  treatmentIdOf,
  type UnidentifiedTreatment,
} from './commands.ts'
import { treatmentDecider } from './decide.ts'

const given = (...events: readonly TreatmentEvent[]) => givenDecider(treatmentDecider, events)

const ruling = articleIdOf('test:ruling')
const later = articleIdOf('test:later')
const point = { articleId: ruling, headnoteSequence: 1 }
const text = { articleId: ruling, headnotes: [1, 2] }
const source = {
  slug: null,
  ecli: null,
  courtCode: 'fr.ccass',
  formation: 'pl',
  pinpoint: null,
  quote: null,
}

const overruling: UnidentifiedTreatment = {
  type: 'overruled',
  source,
  target: point,
  effectiveDate: Day.parse('2026-01-31'),
  status: 'confirmed',
  confidencePercent: null,
}
const suggestion = { ...overruling, status: 'suggested', confidencePercent: 70 } as const
const record = (
  treatment: Partial<UnidentifiedTreatment> = {},
  over: Partial<RecordTreatment> = {},
): RecordTreatment => ({
  type: 'RecordTreatment',
  treatment: { ...overruling, ...treatment },
  targetText: text,
  sourceText: { articleId: later, contentClean: 'La Cour revient sur sa jurisprudence.' },
  by: 'editor',
  ...over,
})
const confirm = { type: 'ConfirmTreatment', by: 'editor' } as const
const retract = (reason: string) => ({ type: 'RetractTreatment', reason }) as const

const recordedAs = (treatment: UnidentifiedTreatment): TreatmentEvent => ({
  type: 'TreatmentRecorded',
  data: {
    treatment: { ...treatment, id: treatmentIdOf(treatment), polarity: 'negative', by: 'editor' },
  },
})
const recorded = recordedAs(overruling)
const suggested = recordedAs(suggestion)
const retracted: TreatmentEvent = {
  type: 'TreatmentRetracted',
  data: { reason: 'an error', by: 'editor' },
}

describe('a treatment', () => {
  test('is recorded once, with the polarity of its class', () => {
    given().when(record()).thenEvents(recorded)
    given(recorded).when(record()).thenNothing()
  })
  test('has the same id whoever records it', () => {
    expect(treatmentIdOf(suggestion)).toBe(treatmentIdOf(overruling))
    const other = { ...overruling, target: { ...point, headnoteSequence: 2 } }
    expect(treatmentIdOf(other)).not.toBe(treatmentIdOf(overruling))
  })
  test('that was suggested is confirmed when a person records it as a fact', () => {
    given(suggested)
      .when(record())
      .thenEvents({ type: 'TreatmentConfirmed', data: { by: 'editor' } })
    given(suggested).when(record(suggestion)).thenNothing()
  })
  test('is confirmed once', () => {
    given(suggested).when(confirm).thenEventTypes('TreatmentConfirmed')
    given(suggested, { type: 'TreatmentConfirmed', data: { by: 'editor' } })
      .when(confirm)
      .thenNothing()
    given(recorded).when(confirm).thenNothing()
  })
  test('stays retracted', () => {
    given(recorded).when(retract('an error')).thenEvents(retracted)
    given(recorded, retracted).when(retract('again')).thenNothing()
    given(recorded, retracted).when(record()).thenRefused('treatment-retracted')
    given(recorded, retracted).when(confirm).thenRefused('treatment-retracted')
  })

  test.each<[string, RefusalCode, RecordTreatment]>([
    [
      'of a headnote that does not exist',
      'point-unknown',
      record({ target: { ...point, headnoteSequence: 3 } }),
    ],
    [
      'of a text by itself',
      'treatment-of-itself',
      record({}, { sourceText: { articleId: ruling, contentClean: '' } }),
    ],
    [
      'by an unknown court',
      'court-unknown',
      record({ source: { ...source, courtCode: 'fr.xyz' } }),
    ],
    [
      'by nobody',
      'source-unnamed',
      record({ source: { ...source, courtCode: null } }, { sourceText: null }),
    ],
    [
      'with a quotation that its text does not hold',
      'quote-not-in-source',
      record({ source: { ...source, quote: 'La Cour maintient' } }),
    ],
    ['suggested without a figure', 'confidence-missing', record({ status: 'suggested' })],
    ['recorded as a fact with a figure', 'confidence-of-fact', record({ confidencePercent: 50 })],
  ])('%s: %s', (_, code, command) => {
    given().when(command).thenRefused(code)
  })
  test('by a legislature needs no name', () => {
    given()
      .when(
        record(
          { type: 'repealed', source: { ...source, courtCode: null, formation: null } },
          { sourceText: null },
        ),
      )
      .thenEventTypes('TreatmentRecorded')
  })
  test('that nobody recorded is neither confirmed nor retracted', () => {
    given().when(confirm).thenRefused('treatment-unknown')
    given().when(retract('a reason')).thenRefused('treatment-unknown')
  })
  test('is retracted for a reason', () => {
    given(recorded).when(retract(' ')).thenRefused('reasons-missing')
  })
})

describe('a publisher’s statement', () => {
  const statement: Omit<StatedTreatment, 'isStated'> = {
    type: 'repealed',
    source: {
      articleId: later,
      names: [],
      label: 'Loi',
      slug: null,
      courtCode: null,
      formation: null,
    },
    target: { articleId: ruling, names: [], label: 'Article 1', day: null },
    effectiveDate: Day.parse('2026-01-31'),
    statement: 'ABROGE',
  }
  const state = (isStated: boolean, by: StatedBy = 'publisher') =>
    ({ type: 'RecordStatement', statement: { ...statement, isStated }, by }) as const
  const id = statementIdOf(statement)
  const stated: TreatmentEvent = {
    type: 'TreatmentStated',
    data: { ...statement, id, polarity: 'negative', by: 'publisher' },
  }
  const noLonger: TreatmentEvent = {
    type: 'TreatmentRetracted',
    data: { reason: 'the publisher no longer states it', by: 'publisher' },
  }
  const imported: TreatmentEvent = {
    type: 'TreatmentStated',
    data: { ...statement, id, polarity: 'negative', by: 'import' },
  }
  const noLongerImported: TreatmentEvent = {
    type: 'TreatmentRetracted',
    data: { reason: 'the imported file no longer states it', by: 'import' },
  }
  const confirmed: TreatmentEvent = { type: 'TreatmentConfirmed', data: { by: 'editor' } }

  test('is recorded once', () => {
    given().when(state(true)).thenEvents(stated)
    given(stated).when(state(true)).thenNothing()
  })
  test('is retracted when the publisher no longer states it, and adds nothing when it never did', () => {
    given(stated).when(state(false)).thenEvents(noLonger)
    given().when(state(false)).thenNothing()
    given(stated, noLonger).when(state(false)).thenNothing()
  })
  test('is recorded again when the publisher states it again', () => {
    given(stated, noLonger).when(state(true)).thenEvents(stated)
    given(stated, noLonger, stated).when(state(true)).thenNothing()
    given(stated, noLonger, stated).when(state(false)).thenEvents(noLonger)
  })
  test('stays retracted once an editor retracted it', () => {
    given(stated, retracted).when(state(true)).thenNothing()
    given(stated, retracted).when(state(false)).thenNothing()
    given(stated, noLonger, stated, retracted).when(state(true)).thenNothing()
  })
  test('needs no confirmation', () => {
    given(stated).when(confirm).thenNothing()
  })

  describe('in a file of no publisher', () => {
    test('is recorded once, and waits for a person to confirm it', () => {
      given().when(state(true, 'import')).thenEvents(imported)
      given(imported).when(state(true, 'import')).thenNothing()
      given(imported).when(confirm).thenEvents(confirmed)
      given(imported, confirmed).when(confirm).thenNothing()
    })
    test('becomes the publisher’s when the publisher states it', () => {
      given(imported).when(state(true)).thenEvents(stated)
      given(imported, confirmed).when(state(true)).thenEvents(stated)
      given(imported, noLongerImported).when(state(true)).thenEvents(stated)
      given(imported, stated).when(state(true)).thenNothing()
      given(imported, stated).when(confirm).thenNothing()
    })
    test('is retracted when the file no longer states it, unless a person confirmed it', () => {
      given(imported).when(state(false, 'import')).thenEvents(noLongerImported)
      given(imported, noLongerImported).when(state(true, 'import')).thenEvents(imported)
      given(imported, confirmed).when(state(false, 'import')).thenNothing()
      given(imported).when(state(false)).thenEvents(noLonger)
    })
    test('changes nothing about what the publisher says', () => {
      given(stated).when(state(true, 'import')).thenNothing()
      given(stated).when(state(false, 'import')).thenNothing()
      given(stated, noLonger).when(state(true, 'import')).thenNothing()
      given(stated, noLonger, stated).when(state(false, 'import')).thenNothing()
    })
    test('stays retracted once an editor retracted it', () => {
      given(imported, retracted).when(state(true, 'import')).thenNothing()
      given(imported, retracted).when(state(true)).thenNothing()
    })
  })
})

describe('reliance', () => {
  const support = { articleId: later, headnoteSequence: null }
  const command: RecordReliance = {
    type: 'RecordReliance',
    from: point,
    to: support,
    by: 'editor',
    fromText: text,
    toText: { articleId: later, headnotes: [] },
  }
  const relies: TreatmentEvent = {
    type: 'RelianceRecorded',
    data: { from: point, to: support, by: 'editor' },
  }
  test('is recorded once', () => {
    given().when(command).thenEvents(relies)
    given(relies).when(command).thenNothing()
  })
  test('needs two different points of known texts', () => {
    given()
      .when({ ...command, to: point, toText: text })
      .thenRefused('reliance-on-itself')
    given()
      .when({ ...command, from: { ...point, headnoteSequence: 9 } })
      .thenRefused('point-unknown')
  })
})

describe('an assessment of a point', () => {
  const read = (through: number) =>
    ({
      type: 'AssessPoint',
      point,
      text,
      through: Position.parse(through),
      head: Position.parse(10),
      by: 'editor',
    }) as const
  const assessed: TreatmentEvent = {
    type: 'CitatorAssessed',
    data: { point, assessedThrough: Position.parse(7), by: 'editor' },
  }
  test('only moves forward', () => {
    given().when(read(7)).thenEvents(assessed)
    given(assessed).when(read(5)).thenNothing()
    given(assessed).when(read(8)).thenEventTypes('CitatorAssessed')
  })
  test('goes no further than the log', () => {
    given().when(read(11)).thenRefused('assessed-beyond-log')
  })
})
