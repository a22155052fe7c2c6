import { z } from 'zod'
import { Concept } from '../concept.ts'
import { ERASURE_REQUEST_MAX, ErasureGround } from '../erasure/ground.ts'
import { ArticleId, ConceptId, Day, Instant, Position, Slug, TreatmentId } from '../ids.ts'
import { TreatmentType } from '../vocabulary/citator.ts'
import { ErasureCancelled, ErasureCertified, ErasureRequested } from './article.ts'

/** A point of law: a headnote, or the whole text where `headnoteSequence` is null. */
export const Point = z.strictObject({
  articleId: ArticleId,
  headnoteSequence: z.int().min(1).nullable(),
})
export type Point = z.infer<typeof Point>

/** One text's effect on another (contracts/conventions/citator.md). */
export const Treatment = z.strictObject({
  id: TreatmentId,
  type: TreatmentType,
  source: z.strictObject({
    slug: Slug.nullable(),
    ecli: z.string().nullable(),
    courtCode: z.string().nullable(),
    formation: z.string().nullable(),
    pinpoint: z.string().nullable(),
    quote: z.string().nullable(),
  }),
  target: Point,
  polarity: z.enum(['negative', 'neutral', 'positive']),
  effectiveDate: Day,
  status: z.enum(['confirmed', 'suggested']),
  confidencePercent: z.int().min(0).max(100).nullable(),
  by: z.string(),
})
export type Treatment = z.infer<typeof Treatment>

export const TreatmentRecorded = z.strictObject({ treatment: Treatment })

/**
 * How many names one end of a publisher's statement has at most, and how long its words may be
 * (characters).
 */
export const STATED = { namesMax: 20, nameMax: 300, labelMax: 500 } as const
/**
 * One end of a statement: a text of the corpus by its id, or any text that has one of the names
 * (`law/citations/names.ts`), now or later. Without id and names only the publisher's words
 * identify it.
 */
const StatedEnd = z.strictObject({
  articleId: ArticleId.nullable(),
  names: z.array(z.string().min(1).max(STATED.nameMax)).max(STATED.namesMax),
  /** The publisher's words for it. */
  label: z.string().max(STATED.labelMax),
})
/**
 * Who states it: a publisher, by a file in a configured folder of theirs, or any other file that
 * was imported, whose statement a person confirms.
 */
const StatedBy = z.enum(['publisher', 'import'])
export type StatedBy = z.infer<typeof StatedBy>
/** A file states that one text treats another; either may be imported later. */
export const TreatmentStated = z.strictObject({
  id: TreatmentId,
  type: TreatmentType,
  source: StatedEnd.extend({
    slug: Slug.nullable(),
    courtCode: z.string().nullable(),
    formation: z.string().nullable(),
  }),
  /** `day`: of the decision; one docket may have several. Null: the names say enough. */
  target: StatedEnd.extend({ day: Day.nullable() }),
  polarity: Treatment.shape.polarity,
  effectiveDate: Day,
  by: StatedBy,
  /** The publisher's term for the relation: `RAPPROCHEMENT`, `ABROGE`, `replacement`. */
  statement: z.string().min(1).max(STATED.labelMax),
})
export const TreatmentConfirmed = z.strictObject({ by: z.string() })
/**
 * An editor retracts for good. A publisher or an imported file no longer states it, and may state
 * it again (`TreatmentStated` in the same stream).
 */
export const TreatmentRetracted = z.strictObject({
  reason: z.string().min(1),
  by: z.enum(['editor', ...StatedBy.options]),
})
/**
 * The words of a treatment were erased with the wording that they quote: the keys of its facts were
 * destroyed in the transaction of this fact. What identifies its texts is said anew.
 */
export const TreatmentWordsErased = z.strictObject({
  /** Ids of the keys that no longer exist. */
  keys: z.array(z.uuid()),
  source: z.strictObject({
    slug: Slug.nullable(),
    ecli: z.string().nullable(),
    names: StatedEnd.shape.names,
  }),
  target: z.strictObject({ names: StatedEnd.shape.names }),
})
/** `from` needs `to` as support. */
export const RelianceRecorded = z.strictObject({ from: Point, to: Point, by: z.string() })
/** A point was assessed with every incoming citation up to this position read. */
export const CitatorAssessed = z.strictObject({
  point: Point,
  assessedThrough: Position,
  by: z.string(),
})

export const ConceptDefined = z.strictObject({ concept: Concept })
export const ConceptDeprecated = z.strictObject({ replacedBy: ConceptId.nullable() })
/** A magistrate or lawyer: identity and office only, never statistics. */
export const PersonRecorded = z.strictObject({
  name: z.string().min(1),
  office: z.string().min(1),
  courtCode: z.string().nullable(),
  from: Day.nullable(),
  to: Day.nullable(),
  recordedAt: Instant,
})

/**
 * A magistrate is named in a decision, without how they decided. Lawyers are not linked to cases.
 */
export const PersonNamed = z.strictObject({
  personId: z.uuid(),
  articleId: ArticleId,
  office: z.string().min(1),
  day: Day.nullable(),
})
/** The keys of all facts of a person were destroyed in the transaction of this fact. */
export const SubjectErased = z.strictObject({
  ground: ErasureGround,
  request: z.string().min(1).max(ERASURE_REQUEST_MAX),
  requestedBy: z.string().min(1),
  /** Ids of the keys that no longer exist. */
  keys: z.array(z.uuid()),
})

export const TREATMENT_EVENTS = {
  TreatmentRecorded,
  TreatmentStated,
  TreatmentConfirmed,
  TreatmentRetracted,
  TreatmentWordsErased,
  RelianceRecorded,
  CitatorAssessed,
} as const
export const CONCEPT_EVENTS = { ConceptDefined, ConceptDeprecated } as const
/** Two persons erase a person as they erase a text, so its request and certificate are the same. */
export const PERSON_EVENTS = {
  PersonRecorded,
  PersonNamed,
  ErasureRequested,
  ErasureCancelled,
  SubjectErased,
  ErasureCertified,
} as const
