import { z } from 'zod'
import { Concept } from '../concept.ts'
import { ArticleId, ConceptId, Day, Instant, Position, Slug, TreatmentId } from '../ids.ts'
import { TreatmentType } from '../vocabulary/citator.ts'

/** A point of law: a headnote, or the whole text where `headnoteSequence` is null. */
export const Point = z.strictObject({
  articleId: ArticleId,
  headnoteSequence: z.int().min(1).nullable(),
})
export type Point = z.infer<typeof Point>

/** One text's effect on another (CONVENTIONS §7). */
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
export const TreatmentConfirmed = z.strictObject({ by: z.string() })
export const TreatmentRetracted = z.strictObject({ reason: z.string().min(1) })
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

export const TREATMENT_EVENTS = {
  TreatmentRecorded,
  TreatmentConfirmed,
  TreatmentRetracted,
  RelianceRecorded,
  CitatorAssessed,
} as const
export const CONCEPT_EVENTS = { ConceptDefined, ConceptDeprecated } as const
export const PERSON_EVENTS = { PersonRecorded } as const
