import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { sha256Hex, URL_NAMESPACE, uuidV5 } from '#contracts/canonical/hash.ts'
import type { EventData } from '#contracts/events/event.ts'
import type { Point, StatedBy, Treatment } from '#contracts/events/others.ts'
import { type Day, type Position, StreamId, TreatmentId } from '#contracts/ids.ts'
import type { TreatmentType } from '#contracts/vocabulary/citator.ts'

/** The facts about a named text that the domain needs: it exists, and has these headnotes. */
export type NamedText = Pick<Point, 'articleId'> & { readonly headnotes: readonly number[] }

/** A treatment before it has an identity. */
export type UnidentifiedTreatment = {
  readonly type: TreatmentType
  readonly source: Treatment['source']
  readonly target: Point
  readonly effectiveDate: Day
  readonly status: Treatment['status']
  readonly confidencePercent: number | null
}

/** An editor records a treatment. */
export type RecordTreatment = {
  readonly type: 'RecordTreatment'
  readonly treatment: UnidentifiedTreatment
  readonly by: string
  readonly targetText: NamedText
  /** The text that treats, where the corpus holds it; null: named by ECLI or court alone. */
  readonly sourceText: (Pick<Point, 'articleId'> & { readonly contentClean: string }) | null
}
/** A person confirms a suggestion. */
export type ConfirmTreatment = { readonly type: 'ConfirmTreatment'; readonly by: string }
/** An editor takes a treatment back, for good. */
export type RetractTreatment = { readonly type: 'RetractTreatment'; readonly reason: string }

type Stated = EventData<'TreatmentStated'>
/** The statement of a file before it has an identity. */
export type StatedTreatment = Omit<Stated, 'id' | 'polarity' | 'by'> & {
  /** Whether the file states it now; false: a statement recorded earlier is retracted. */
  readonly isStated: boolean
}
/**
 * A file states a treatment or no longer states it. The file is a publisher's, or lies in no
 * publisher's folder.
 */
export type RecordStatement = {
  readonly type: 'RecordStatement'
  readonly statement: StatedTreatment
  readonly by: StatedBy
}

/** `from` needs `to` as support. */
export type RecordReliance = {
  readonly type: 'RecordReliance'
  readonly from: Point
  readonly to: Point
  readonly by: string
  readonly fromText: NamedText
  readonly toText: NamedText
}
/** An editor read every incoming citation of a point up to a position. */
export type AssessPoint = {
  readonly type: 'AssessPoint'
  readonly point: Point
  readonly text: NamedText
  readonly through: Position
  readonly head: Position
  readonly by: string
}

export type TreatmentCommand =
  | RecordTreatment
  | ConfirmTreatment
  | RetractTreatment
  | RecordStatement
  | RecordReliance
  | AssessPoint

const derivedId = (kind: string, parts: unknown): string =>
  uuidV5(URL_NAMESPACE, `${kind}:${sha256Hex(canonicalJson(parts))}`)

/** The same id for the same treatment: who did what to which point, when, and where it says so. */
export const treatmentIdOf = ({
  type,
  source,
  target,
  effectiveDate,
}: UnidentifiedTreatment): TreatmentId =>
  TreatmentId.parse(derivedId('treatment', { type, source, target, effectiveDate }))

/**
 * The same id for the same statement: who did what to what, and since when. The publisher's
 * spelling and the slug are no part of it, nor are names where an id says the same.
 */
export const statementIdOf = ({
  type,
  source,
  target,
  effectiveDate,
}: Pick<Stated, 'type' | 'source' | 'target' | 'effectiveDate'>): TreatmentId => {
  const end = ({ articleId, names, label }: Stated['source'] | Stated['target']) =>
    articleId ?? (names.length === 0 ? { label } : { names })
  const parts = { type, source: end(source), target: end(target), effectiveDate }
  return TreatmentId.parse(derivedId('stated', parts))
}

export const treatmentStream = (id: TreatmentId): StreamId => StreamId.parse(`treatment-${id}`)

/** The stream of what concerns these points: derived, so that recording it twice is once. */
const pointsStream = (kind: string, ...points: readonly Point[]): StreamId =>
  StreamId.parse(`treatment-${derivedId(kind, points)}`)
export const relianceStream = (from: Point, to: Point): StreamId =>
  pointsStream('reliance', from, to)
export const assessmentStream = (point: Point): StreamId => pointsStream('assessment', point)
