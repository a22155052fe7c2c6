/** Decisions about treatments, reliance and assessed points (contracts/conventions/citator.md). */
import type { EventData, TreatmentEvent } from '#contracts/events/event.ts'
import {
  type Point,
  type StatedBy,
  type Treatment,
  TREATMENT_EVENTS,
} from '#contracts/events/others.ts'
import type { Position } from '#contracts/ids.ts'
import { classOf } from '#contracts/law/treatment-log.ts'
import type { TreatmentClass, TreatmentType } from '#contracts/vocabulary/citator.ts'
import { COURTS } from '#contracts/vocabulary/courts.ts'
import type { Decider } from '../decider.ts'
import { type DomainRefusal, refuse } from '../refusals.ts'
import {
  type AssessPoint,
  type ConfirmTreatment,
  type NamedText,
  type RecordReliance,
  type RecordStatement,
  type RecordTreatment,
  type RetractTreatment,
  statementIdOf,
  type TreatmentCommand,
  treatmentIdOf,
} from './commands.ts'

/** State of a treatment, a reliance or an assessed point. */
type TreatmentState = {
  readonly isKnown: boolean
  readonly isConfirmed: boolean
  /** Of a statement, whose it is; a publisher's stays the publisher's. */
  readonly statedBy: StatedBy | null
  /** Null: it stands. */
  readonly retractedBy: EventData<'TreatmentRetracted'>['by'] | null
  /** Position up to which the incoming citations of a point were read; null: never. */
  readonly assessedThrough: Position | null
}

const INITIAL: TreatmentState = {
  isKnown: false,
  isConfirmed: false,
  statedBy: null,
  retractedBy: null,
  assessedThrough: null,
}

const changeOf = (state: TreatmentState, event: TreatmentEvent): Partial<TreatmentState> => {
  const { type, data } = event
  switch (type) {
    case 'TreatmentRecorded':
      return { isConfirmed: data.treatment.status === 'confirmed' }
    case 'TreatmentStated':
      return {
        isConfirmed: state.isConfirmed || data.by === 'publisher',
        statedBy: data.by,
        retractedBy: null,
      }
    case 'TreatmentConfirmed':
      return { isConfirmed: true }
    case 'TreatmentRetracted':
      return { retractedBy: data.by }
    case 'CitatorAssessed': {
      const { assessedThrough } = data
      const before = state.assessedThrough
      return before === null || assessedThrough > before ? { assessedThrough } : {}
    }
    case 'RelianceRecorded':
    case 'TreatmentWordsErased':
      return {}
    default:
      return event satisfies never
  }
}

const evolve = (state: TreatmentState, event: TreatmentEvent): TreatmentState => ({
  ...state,
  ...changeOf(state, event),
  isKnown: true,
})

type Decision = TreatmentEvent[] | DomainRefusal

const POLARITY: Readonly<Record<TreatmentClass, Treatment['polarity']>> = {
  stop: 'negative',
  'stop-partial': 'negative',
  caution: 'negative',
  pending: 'neutral',
  neutral: 'neutral',
  positive: 'positive',
}
const polarityOf = (type: TreatmentType): Treatment['polarity'] => POLARITY[classOf(type)]

const hasPoint = ({ headnotes }: NamedText, { headnoteSequence }: Point): boolean =>
  headnoteSequence === null || headnotes.includes(headnoteSequence)

/** Types that need no named source: a legislature or a publisher brings them about. */
const needsNoSource = (type: TreatmentType): boolean =>
  ['repealed', 'partially_repealed', 'superseded_by_statute', 'amended', 'codified'].includes(
    type,
  ) || classOf(type) === 'pending'

const sourceRefusal = ({ treatment, sourceText }: RecordTreatment): DomainRefusal | null => {
  const { type, source } = treatment
  const { courtCode, quote } = source
  if (courtCode !== null && !COURTS.has(courtCode)) return refuse('court-unknown', courtCode)
  const isNamed = sourceText !== null || source.ecli !== null || courtCode !== null
  if (!isNamed && !needsNoSource(type)) return refuse('source-unnamed')
  if (quote !== null && sourceText !== null && !sourceText.contentClean.includes(quote))
    return refuse('quote-not-in-source')
  return null
}

const confidenceRefusal = ({ treatment }: RecordTreatment): DomainRefusal | null => {
  const { status, confidencePercent } = treatment
  if (status === 'suggested' && confidencePercent === null) return refuse('confidence-missing')
  if (status === 'confirmed' && confidencePercent !== null) return refuse('confidence-of-fact')
  return null
}

/** The same treatment again adds nothing; a confirmed one after a suggestion confirms it. */
const recordTreatment = (command: RecordTreatment, state: TreatmentState): Decision => {
  const { treatment, targetText, sourceText, by } = command
  if (!hasPoint(targetText, treatment.target)) return refuse('point-unknown')
  if (sourceText?.articleId === treatment.target.articleId) return refuse('treatment-of-itself')
  const refused = sourceRefusal(command) ?? confidenceRefusal(command)
  if (refused !== null) return refused
  if (state.retractedBy !== null) return refuse('treatment-retracted')
  if (state.isKnown)
    return treatment.status === 'confirmed'
      ? confirmTreatment({ type: 'ConfirmTreatment', by }, state)
      : []
  const id = treatmentIdOf(treatment)
  const polarity = polarityOf(treatment.type)
  return [{ type: 'TreatmentRecorded', data: { treatment: { id, ...treatment, by, polarity } } }]
}

const confirmTreatment = ({ by }: ConfirmTreatment, state: TreatmentState): Decision => {
  if (!state.isKnown) return refuse('treatment-unknown')
  if (state.retractedBy !== null) return refuse('treatment-retracted')
  return state.isConfirmed ? [] : [{ type: 'TreatmentConfirmed', data: { by } }]
}

/** A second retraction keeps the reason of the first. */
const retractTreatment = ({ reason }: RetractTreatment, state: TreatmentState): Decision => {
  if (!state.isKnown) return refuse('treatment-unknown')
  if (reason.trim() === '') return refuse('reasons-missing')
  if (state.retractedBy !== null) return []
  return [{ type: 'TreatmentRetracted', data: { reason, by: 'editor' } }]
}

const NO_LONGER_STATED: Readonly<Record<StatedBy, string>> = {
  publisher: 'the publisher no longer states it',
  import: 'the imported file no longer states it',
}

/** Whether a file may take back what is recorded: not what a publisher or a person vouches for. */
const mayTakeBack = (by: StatedBy, { isKnown, isConfirmed, retractedBy }: TreatmentState) =>
  isKnown && retractedBy === null && (by === 'publisher' || !isConfirmed)

/** Whether what a file states is news. What a publisher gave up comes back with the publisher. */
const isNews = (by: StatedBy, { isKnown, statedBy, retractedBy }: TreatmentState): boolean => {
  if (!isKnown) return true
  if (retractedBy === 'editor') return false
  if (by === 'publisher') return retractedBy !== null || statedBy === 'import'
  return retractedBy === 'import'
}

/**
 * A statement that an editor retracted stays retracted; one that its publisher gave up is recorded
 * when the publisher states it again.
 */
const recordStatement = (
  { statement: { isStated, ...stated }, by }: RecordStatement,
  state: TreatmentState,
): TreatmentEvent[] => {
  if (!isStated) {
    if (!mayTakeBack(by, state)) return []
    return [{ type: 'TreatmentRetracted', data: { reason: NO_LONGER_STATED[by], by } }]
  }
  if (!isNews(by, state)) return []
  const id = statementIdOf(stated)
  const polarity = polarityOf(stated.type)
  return [{ type: 'TreatmentStated', data: { ...stated, id, polarity, by } }]
}

const recordReliance = (
  { from, to, by, fromText, toText }: RecordReliance,
  { isKnown }: TreatmentState,
): Decision => {
  if (!hasPoint(fromText, from) || !hasPoint(toText, to)) return refuse('point-unknown')
  const isSame = from.articleId === to.articleId && from.headnoteSequence === to.headnoteSequence
  if (isSame) return refuse('reliance-on-itself')
  return isKnown ? [] : [{ type: 'RelianceRecorded', data: { from, to, by } }]
}

/** An assessment that reaches no further than an earlier one adds nothing. */
const assessPoint = (
  { point, text, through, head, by }: AssessPoint,
  { assessedThrough }: TreatmentState,
): Decision => {
  if (!hasPoint(text, point)) return refuse('point-unknown')
  if (through > head) return refuse('assessed-beyond-log')
  const isKnown = assessedThrough !== null && assessedThrough >= through
  return isKnown ? [] : [{ type: 'CitatorAssessed', data: { point, assessedThrough: through, by } }]
}

const decide = (command: TreatmentCommand, state: TreatmentState): Decision => {
  switch (command.type) {
    case 'RecordTreatment':
      return recordTreatment(command, state)
    case 'ConfirmTreatment':
      return confirmTreatment(command, state)
    case 'RetractTreatment':
      return retractTreatment(command, state)
    case 'RecordStatement':
      return recordStatement(command, state)
    case 'RecordReliance':
      return recordReliance(command, state)
    case 'AssessPoint':
      return assessPoint(command, state)
    default:
      return command satisfies never
  }
}

/** The rules of a treatment, of a reliance between two points, and of an assessed point. */
export const treatmentDecider: Decider<TreatmentState, TreatmentCommand, TreatmentEvent> = {
  initial: INITIAL,
  evolve,
  decide,
  events: TREATMENT_EVENTS,
}
