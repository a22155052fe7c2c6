/** The treatments as the log knew them at a given moment. */
import type { EventData } from '../events/event.ts'
import type { Point, Treatment } from '../events/others.ts'
import type { ArticleId, Day, Instant, Position, Slug, TreatmentId } from '../ids.ts'
import { ERASED_WORDS } from '../sealing/sealed-members.ts'
import { TREATMENTS, type TreatmentClass, type TreatmentType } from '../vocabulary/citator.ts'

/** A fact of the citator with the hour and place at which it was recorded. */
export type CitatorFact = { readonly recordedAt: Instant; readonly position: Position } & (
  | { readonly type: 'TreatmentRecorded'; readonly data: EventData<'TreatmentRecorded'> }
  | {
      readonly type: 'TreatmentConfirmed' | 'TreatmentRetracted'
      readonly treatment: TreatmentId
    }
  | { readonly type: 'RelianceRecorded'; readonly data: EventData<'RelianceRecorded'> }
  | { readonly type: 'CitatorAssessed'; readonly data: EventData<'CitatorAssessed'> }
)

/** The statement of a file: of whichever text it turns out to be about. */
export type StatedFact = Pick<CitatorFact, 'recordedAt' | 'position'> & {
  readonly type: 'TreatmentStated'
  readonly data: EventData<'TreatmentStated'>
}

const isLabel = (label: string): boolean => label !== '' && label !== ERASED_WORDS

/** Confidence, in percent, of a statement in a file that lies in no folder of a publisher. */
const IMPORTED_CONFIDENCE = 80

/**
 * A fact about one text. The statement of a file becomes a treatment of that text by the source
 * that it names: confirmed if it is a publisher's, else suggested until a person confirms it.
 */
export const aboutText = (
  fact: CitatorFact | StatedFact,
  articleId: ArticleId,
  sourceSlug: Slug | null = null,
): CitatorFact => {
  if (fact.type !== 'TreatmentStated') return fact
  const { recordedAt, position, data } = fact
  const { source, target: _t, statement: _s, ...rest } = data
  const slug = source.slug ?? sourceSlug
  const isPublishers = data.by === 'publisher'
  const treatment: Treatment = {
    ...rest,
    source: {
      slug,
      ecli: null,
      courtCode: source.courtCode,
      formation: source.formation,
      // Without a slug, the words of the file name the text.
      pinpoint: slug === null && isLabel(source.label) ? source.label : null,
      quote: null,
    },
    target: { articleId, headnoteSequence: null },
    status: isPublishers ? 'confirmed' : 'suggested',
    confidencePercent: isPublishers ? null : IMPORTED_CONFIDENCE,
  }
  return { type: 'TreatmentRecorded', data: { treatment }, recordedAt, position }
}

/**
 * The moment asked about: it decides which treatments have effect and which were known. null: all
 * of them.
 */
export type AsOf = { readonly validAt: Day | null; readonly knownAt: Instant | null }
export const NOW: AsOf = { validAt: null, knownAt: null }

/** `article#sequence`; `article#` for a whole text. */
export type PointKey = string & { readonly __brand: 'PointKey' }
export const pointKey = ({ articleId, headnoteSequence }: Point): PointKey =>
  `${articleId}#${headnoteSequence ?? ''}` as PointKey
export const wholeOf = (articleId: ArticleId): PointKey =>
  pointKey({ articleId, headnoteSequence: null })

const CLASSES = new Map(
  Object.entries(TREATMENTS).flatMap(([name, types]) =>
    types.map((type): [TreatmentType, TreatmentClass] => [type, name as TreatmentClass]),
  ),
)
/** The class of a treatment type (contracts/conventions/citator.md). */
export const classOf = (type: TreatmentType): TreatmentClass => CLASSES.get(type) ?? 'neutral'

/** The treatments in force at a moment, independent of the order of the facts. */
export type CitatorLog = {
  /** Treatments in effect and not retracted, with their latest status, by target. */
  readonly treatments: ReadonlyMap<PointKey, readonly Treatment[]>
  /** The supports that a point relies on. */
  readonly reliesOn: ReadonlyMap<PointKey, readonly PointKey[]>
  /** Through which position every incoming citation of a point was read. */
  readonly assessedThrough: ReadonlyMap<PointKey, Position>
}

const push = <K, V>(lists: Map<K, V[]>, key: K, value: V): void => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else if (!list.includes(value)) list.push(value)
}

const isKnown = ({ recordedAt }: CitatorFact, { knownAt }: AsOf): boolean =>
  knownAt === null || recordedAt <= knownAt

/** Positions of the last fact that recorded or stated a treatment, and of the last retraction. */
type Standing = {
  treatment: Treatment | null
  recordedAt: Position | null
  retractedAt: Position | null
  confirmed: boolean
}

const isLater = (position: Position, than: Position | null): boolean =>
  than === null || position > than

const standingsOf = (facts: Iterable<CitatorFact>): Map<TreatmentId, Standing> => {
  const standings = new Map<TreatmentId, Standing>()
  const of = (id: TreatmentId): Standing => {
    const known: Standing = standings.get(id) ?? {
      treatment: null,
      recordedAt: null,
      retractedAt: null,
      confirmed: false,
    }
    standings.set(id, known)
    return known
  }
  for (const fact of facts) {
    const { position } = fact
    if (fact.type === 'TreatmentRecorded') {
      const { treatment } = fact.data
      const standing = of(treatment.id)
      if (isLater(position, standing.recordedAt))
        Object.assign(standing, { treatment, recordedAt: position })
    } else if (fact.type === 'TreatmentConfirmed') of(fact.treatment).confirmed = true
    else if (fact.type === 'TreatmentRetracted') {
      const standing = of(fact.treatment)
      if (isLater(position, standing.retractedAt)) standing.retractedAt = position
    }
  }
  return standings
}

const treatmentsOf = (
  facts: readonly CitatorFact[],
  { validAt }: AsOf,
): Map<PointKey, Treatment[]> => {
  const byTarget = new Map<PointKey, Treatment[]>()
  for (const { treatment, recordedAt, retractedAt, confirmed } of standingsOf(facts).values()) {
    if (treatment === null) continue
    if (retractedAt !== null && isLater(retractedAt, recordedAt)) continue
    if (validAt !== null && treatment.effectiveDate > validAt) continue
    const standing: Treatment = confirmed ? { ...treatment, status: 'confirmed' } : treatment
    push(byTarget, pointKey(treatment.target), standing)
  }
  return byTarget
}

/**
 * Folds the facts that were known at a moment. A retraction is final, unless a file states it
 * again; the furthest assessment counts. Pure, and blind to the order in which facts are given.
 */
export const citatorLog = (given: Iterable<CitatorFact>, asOf: AsOf = NOW): CitatorLog => {
  const facts = [...given].filter((fact) => isKnown(fact, asOf))
  const reliesOn = new Map<PointKey, PointKey[]>()
  const assessedThrough = new Map<PointKey, Position>()
  for (const fact of facts) {
    if (fact.type === 'RelianceRecorded') {
      push(reliesOn, pointKey(fact.data.from), pointKey(fact.data.to))
    } else if (fact.type === 'CitatorAssessed') {
      const key = pointKey(fact.data.point)
      const before = assessedThrough.get(key) ?? fact.data.assessedThrough
      assessedThrough.set(
        key,
        before > fact.data.assessedThrough ? before : fact.data.assessedThrough,
      )
    }
  }
  return { treatments: treatmentsOf(facts, asOf), reliesOn, assessedThrough }
}
