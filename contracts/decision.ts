import { z } from 'zod'
import { Day, Instant } from './ids.ts'
import { COURTS, CourtCode, CourtLevel } from './vocabulary/courts.ts'
import { Jurisdiction } from './vocabulary/texts.ts'

/** Words by language tag (BCP 47): `{ fr: "Cour de cassation" }`. */
export const Labels = z.record(z.string().min(2).max(35), z.string())
export type Labels = z.infer<typeof Labels>

const orNull = <T extends z.ZodType>(schema: T) => schema.nullable().default(null)

/**
 * One name of a decision in one scheme; the list of schemes is open
 * (contracts/conventions/judicial-decision.md).
 */
export const Identifier = z.strictObject({
  scheme: z.string().min(1).max(40),
  value: z.string().min(1).max(200),
})
export type Identifier = z.infer<typeof Identifier>

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byScheme = (a: Identifier, b: Identifier): number =>
  compare(a.scheme, b.scheme) || compare(a.value, b.value)

/** A French docket number is written with its dot: `23-80251` is `23-80.251`. */
export const docketWithDot = (value: string): string =>
  value.replace(/^(\d{2})-(\d{2})\.?(\d{3})$/, '$1-$2.$3')

/** Sorted by scheme and value, unique, French dockets with their dot. */
export const sortedIdentifiers = (identifiers: readonly Identifier[]): Identifier[] => {
  const written = identifiers.map(({ scheme, value }) => ({
    scheme,
    value: scheme === 'docket' ? docketWithDot(value) : value,
  }))
  const unique = new Map(written.map((one) => [`${one.scheme}\u0000${one.value}`, one]))
  return [...unique.values()].toSorted(byScheme)
}

export const Solution = z.enum([
  'cassation',
  'rejet',
  'annulation',
  'avis',
  'decheance',
  'designation',
  'irrecevabilite',
  'nonlieu',
  'qpc',
  'qpcother',
  'rabat',
  'reglement',
  'renvoi',
  'other',
  'cassation_partielle',
  'confirmation',
  'infirmation',
  'infirmation_partielle',
  'reformation',
  'conformite',
  'non_conformite',
  'desistement',
  'satisfaction_totale',
  'satisfaction_partielle',
  'annulled',
  'dismissed',
  'preliminary_ruling',
  'failure_established',
  'violation',
  'no_violation',
])
export type Solution = z.infer<typeof Solution>

export const Chamber = z.enum([
  'pl',
  'mi',
  'civ1',
  'civ2',
  'civ3',
  'comm',
  'soc',
  'cr',
  'creun',
  'ordo',
])
const FORMATIONS = ['fp', 'fm', 'fs', 'f', 'frh', 'frr'] as const
const PUBLICATIONS = ['b', 'r', 'l', 'c', 'n', 'A', 'B', 'C', 'R'] as const
const ZONES = ['introduction', 'facts', 'pleas', 'reasons', 'operative', 'annexes'] as const
const RELATIONS = [
  'appeal_of',
  'cassation_of',
  'remand_of',
  'preliminary_ruling_of',
  'constitutional_question_of',
  'joined_with',
  'rectifies',
  'reopens',
] as const
export const FATES = [
  'final',
  'appealed',
  'quashed',
  'quashed_in_part',
  'reversed',
  'affirmed',
  'unknown',
] as const

/**
 * Another decision as a chain of procedure names it; at least one member is set by a careful
 * source.
 */
export const DecisionReference = z.strictObject({
  ecli: orNull(z.string()),
  docket: orNull(z.string()),
  slug: orNull(z.string()),
  date: orNull(Day),
})

/** Whether a source states a step, its text does, or it is only likely. */
export const Certainty = z.enum(['official', 'extracted', 'probable'])

const Procedure = z.strictObject({
  completeness: z.enum(['complete', 'partial', 'unknown']).default('unknown'),
  chronology: z
    .array(
      z.strictObject({
        relation: z.enum(RELATIONS),
        target: DecisionReference,
        certainty: Certainty,
        evidence: orNull(z.string()),
      }),
    )
    .default([]),
  fate: z
    .strictObject({
      status: z.enum(FATES).default('unknown'),
      by: orNull(DecisionReference),
      asOf: orNull(Day),
    })
    .prefault({}),
})

/**
 * A judicial decision (contracts/conventions/judicial-decision.md). Any part may be left out on the
 * input; the output has every member, `null` or empty where the source gives nothing (absent is not
 * none).
 */
export const JudicialDecisionShape = z
  .strictObject({
    ecli: orNull(z.string().max(200)),
    identifiers: z.array(Identifier).default([]),
    jurisdiction: orNull(Jurisdiction),
    courtCode: orNull(CourtCode),
    courtLevel: orNull(CourtLevel),
    courtName: orNull(Labels),
    seat: orNull(z.string()),
    chamber: orNull(Chamber),
    formation: orNull(z.enum(FORMATIONS)),
    type: orNull(z.string().max(40)),
    decisionDate: orNull(Day),
    publishedDate: orNull(Day),
    solution: orNull(Solution),
    solutionLabel: orNull(Labels),
    publication: z.array(z.enum(PUBLICATIONS)).default([]),
    significance: z.enum(['major', 'important', 'limited', 'undetermined']).default('undetermined'),
    zones: z
      .array(
        z.strictObject({
          name: z.enum(ZONES),
          start: z.int().nonnegative(),
          end: z.int().nonnegative(),
        }),
      )
      .default([]),
    visa: z
      .array(
        z.strictObject({
          text: z.string(),
          eli: orNull(z.string()),
          slug: orNull(z.string()),
          asOf: orNull(Day),
        }),
      )
      .default([]),
    themes: z.array(z.array(z.string())).default([]),
    procedure: Procedure.prefault({}),
    anonymisation: z
      .strictObject({
        status: z.enum(['official', 'reviewed', 'pending']).default('official'),
        reviewedAt: orNull(Instant),
      })
      .prefault({}),
    sourceUrl: orNull(z.url()),
    retrievedAt: orNull(Instant),
    licence: orNull(z.string()),
  })
  .meta({ id: 'JudicialDecision' })

/**
 * Reads a decision: makes identifiers sorted and unique, and takes the level of the court from the
 * table of courts.
 */
export const JudicialDecision = JudicialDecisionShape.transform((decision) => ({
  ...decision,
  identifiers: sortedIdentifiers(decision.identifiers),
  courtLevel: decision.courtLevel ?? COURTS.get(decision.courtCode ?? '')?.level ?? null,
}))
export type JudicialDecision = z.infer<typeof JudicialDecision>
export type JudicialDecisionInput = z.input<typeof JudicialDecision>
