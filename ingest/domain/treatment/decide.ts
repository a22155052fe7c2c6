/** Decisions about treatments, reliance and assessment (contracts/conventions/citator.md). Pure. */
import { sha256Hex, URL_NAMESPACE, uuidV5 } from '#contracts/canonical/hash.ts'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { NewEvent, StoredEvent } from '#contracts/events/event.ts'
import type { Point, Treatment } from '#contracts/events/others.ts'
import { type Day, type Position, StreamId, TreatmentId } from '#contracts/ids.ts'
import { classOf } from '#contracts/law/treatment-log.ts'
import type { TreatmentClass, TreatmentType } from '#contracts/vocabulary/citator.ts'
import { COURTS } from '#contracts/vocabulary/courts.ts'
import { type DomainRefusal, refuse } from '../refusals.ts'

/** What the domain has to know of a text that is named: it exists, and has these headnotes. */
export type NamedText = Pick<Point, 'articleId'> & { readonly headnotes: readonly number[] }

/** A treatment as somebody states it, before it has an identity. */
export type StatedTreatment = {
  readonly type: TreatmentType
  readonly source: Treatment['source']
  readonly target: Point
  readonly effectiveDate: Day
  readonly status: Treatment['status']
  readonly confidencePercent: number | null
}

export type RecordTreatment = StatedTreatment & {
  readonly by: string
  readonly targetText: NamedText
  /** The text that treats, where the corpus holds it; null: named by ECLI or court alone. */
  readonly sourceText: (Pick<Point, 'articleId'> & { readonly contentClean: string }) | null
}

const POLARITY: Readonly<Record<TreatmentClass, Treatment['polarity']>> = {
  stop: 'negative',
  'stop-partial': 'negative',
  caution: 'negative',
  pending: 'neutral',
  neutral: 'neutral',
  positive: 'positive',
}

export const polarityOf = (type: TreatmentType): Treatment['polarity'] => POLARITY[classOf(type)]

/**
 * What makes two statements the same one: who did what to which point, when, and where that is
 * said.
 */
export const treatmentIdOf = ({
  type,
  source,
  target,
  effectiveDate,
}: StatedTreatment): TreatmentId =>
  TreatmentId.parse(
    uuidV5(
      URL_NAMESPACE,
      `treatment:${sha256Hex(canonicalJson({ type, source, target, effectiveDate }))}`,
    ),
  )

export const treatmentStream = (id: TreatmentId): StreamId => StreamId.parse(`treatment-${id}`)

/**
 * The stream of what is said of two points, or of one: derived, so that saying it twice is once.
 */
const derivedStream = (kind: string, ...points: readonly Point[]): StreamId =>
  StreamId.parse(
    `treatment-${uuidV5(URL_NAMESPACE, `${kind}:${sha256Hex(canonicalJson(points))}`)}`,
  )
export const relianceStream = (from: Point, to: Point): StreamId =>
  derivedStream('reliance', from, to)
export const assessmentStream = (point: Point): StreamId => derivedStream('assessment', point)

const hasPoint = ({ headnotes }: NamedText, { headnoteSequence }: Point): boolean =>
  headnoteSequence === null || headnotes.includes(headnoteSequence)

/** Types that a legislature or a publisher may bring about without being named. */
const needsNoSource = (type: TreatmentType): boolean =>
  ['repealed', 'partially_repealed', 'superseded_by_statute', 'amended', 'codified'].includes(
    type,
  ) || classOf(type) === 'pending'

const sourceFault = ({ type, source, sourceText }: RecordTreatment): DomainRefusal | null => {
  const { courtCode, quote } = source
  if (courtCode !== null && !COURTS.has(courtCode)) return refuse('court-unknown', courtCode)
  const named = sourceText !== null || source.ecli !== null || courtCode !== null
  if (!named && !needsNoSource(type)) return refuse('source-unnamed')
  if (quote !== null && sourceText !== null && !sourceText.contentClean.includes(quote))
    return refuse('quote-not-in-source')
  return null
}

const statusFault = ({ status, confidencePercent }: RecordTreatment): DomainRefusal | null => {
  if (status === 'suggested' && confidencePercent === null) return refuse('confidence-missing')
  if (status === 'confirmed' && confidencePercent !== null) return refuse('confidence-of-fact')
  return null
}

const treatmentOf = ({
  sourceText: _s,
  targetText: _t,
  ...stated
}: RecordTreatment): Treatment => ({
  id: treatmentIdOf(stated),
  ...stated,
  polarity: polarityOf(stated.type),
})

const isRetracted = (facts: readonly StoredEvent[]): boolean =>
  facts.some(({ type }) => type === 'TreatmentRetracted')

/**
 * Records a treatment once: the same statement again is no fact; a confirmed one of a suggestion
 * confirms it.
 */
export const recordTreatment = (
  command: RecordTreatment,
  facts: readonly StoredEvent[],
): NewEvent[] | DomainRefusal => {
  if (!hasPoint(command.targetText, command.target)) return refuse('point-unknown')
  if (command.sourceText?.articleId === command.target.articleId)
    return refuse('treatment-of-itself')
  const fault = sourceFault(command) ?? statusFault(command)
  if (fault !== null) return fault
  if (isRetracted(facts)) return refuse('treatment-retracted')
  if (facts.length === 0)
    return [{ type: 'TreatmentRecorded', data: { treatment: treatmentOf(command) } }]
  return command.status === 'confirmed' ? confirmTreatment(command.by, facts) : []
}

const isConfirmed = (facts: readonly StoredEvent[]): boolean =>
  facts.some(
    ({ type, data }) =>
      type === 'TreatmentConfirmed' ||
      type === 'TreatmentStated' ||
      (type === 'TreatmentRecorded' && data.treatment.status === 'confirmed'),
  )

/** A person stands for a suggestion. Twice is once. */
export const confirmTreatment = (
  by: string,
  facts: readonly StoredEvent[],
): NewEvent[] | DomainRefusal => {
  if (facts.length === 0) return refuse('treatment-unknown')
  if (isRetracted(facts)) return refuse('treatment-retracted')
  return isConfirmed(facts) ? [] : [{ type: 'TreatmentConfirmed', data: { by } }]
}

/** Takes a treatment back, for good. Twice is once; the first reason stays. */
export const retractTreatment = (
  reason: string,
  facts: readonly StoredEvent[],
): NewEvent[] | DomainRefusal => {
  if (facts.length === 0) return refuse('treatment-unknown')
  if (reason.trim() === '') return refuse('reasons-missing')
  return isRetracted(facts) ? [] : [{ type: 'TreatmentRetracted', data: { reason } }]
}

export type RecordReliance = {
  readonly from: Point
  readonly to: Point
  readonly by: string
  readonly fromText: NamedText
  readonly toText: NamedText
}

/** `from` needs `to` as support. Twice is once. */
export const recordReliance = (
  { from, to, by, fromText, toText }: RecordReliance,
  facts: readonly StoredEvent[],
): NewEvent[] | DomainRefusal => {
  if (!hasPoint(fromText, from) || !hasPoint(toText, to)) return refuse('point-unknown')
  const same = from.articleId === to.articleId && from.headnoteSequence === to.headnoteSequence
  if (same) return refuse('reliance-on-itself')
  return facts.length > 0 ? [] : [{ type: 'RelianceRecorded', data: { from, to, by } }]
}

export type AssessPoint = {
  readonly point: Point
  readonly text: NamedText
  readonly through: Position
  readonly head: Position
  readonly by: string
}

/**
 * Every incoming citation of a point was read up to a position. What was read further already is no
 * fact.
 */
export const assessPoint = (
  { point, text, through, head, by }: AssessPoint,
  facts: readonly StoredEvent[],
): NewEvent[] | DomainRefusal => {
  if (!hasPoint(text, point)) return refuse('point-unknown')
  if (through > head) return refuse('assessed-beyond-log')
  const known = facts.some(
    ({ type, data }) => type === 'CitatorAssessed' && data.assessedThrough >= through,
  )
  return known ? [] : [{ type: 'CitatorAssessed', data: { point, assessedThrough: through, by } }]
}
