import { z } from 'zod'
import { CourtCode } from './vocabulary/courts.ts'
import { Day } from './ids.ts'
import { Jurisdiction } from './vocabulary/texts.ts'

/** Limits of a citation; anything longer is not recognised. */
export const CITATION_LIMITS = {
  /** UTF-16 units of one citation. */
  spanMax: 1_000,
  /** Texts that one citation names (a list of articles, joined cases). */
  targetsMax: 60,
  normalMax: 300,
} as const

const Normal = z.string().min(1).max(CITATION_LIMITS.normalMax)

/** A work: the id in its normal form and the key of its texts. */
export const CitedWork = z.strictObject({
  /** `code-du-travail`, `loi-89-462`, `32016r0679`, `lu-code-du-travail`. */
  id: Normal,
  /** Slug of its name or number without its country: the key of its texts. */
  key: Normal,
  jurisdiction: Jurisdiction.nullable(),
})
export type CitedWork = z.infer<typeof CitedWork>

const CitedArticle = z.strictObject({
  kind: z.literal('article'),
  normal: Normal,
  /** Null: the text does not say of which work. */
  work: CitedWork.nullable(),
  /** `l1221-1`, `1240`, `9bis`, `1`. */
  number: z.string(),
  /** The last article of a range; else null. */
  last: z.string().nullable(),
  /** `alinéa 2`, `I, 1°`, as written; null where the article is cited as a whole. */
  pinpoint: z.string().nullable(),
})

const CitedAct = z.strictObject({
  kind: z.literal('act'),
  normal: Normal,
  work: CitedWork,
  date: Day.nullable(),
})

const CitedDecision = z.strictObject({
  kind: z.literal('decision'),
  normal: Normal,
  court: CourtCode,
  /** City of the court, in the form of a slug; null for a court that has one seat. */
  seat: z.string().nullable(),
  chamber: z.string().nullable(),
  date: Day.nullable(),
  /** Docket in its normal form; null where only court and date are given. */
  number: z.string().nullable(),
})

const CitedIdentifier = z.strictObject({
  kind: z.literal('identifier'),
  normal: Normal,
  scheme: z.enum([
    'ecli',
    'eli',
    'celex',
    'nor',
    'juritext',
    'legiarti',
    'legitext',
    'cetatext',
    'constext',
    'jorftext',
  ]),
  value: z.string(),
})

/** A page of an official gazette: the place of a text, not its identity. */
const CitedGazette = z.strictObject({
  kind: z.literal('gazette'),
  normal: Normal,
  gazette: z.enum(['jorf', 'ojeu', 'memorial', 'journal-de-monaco', 'bopa']),
  number: z.string().nullable(),
  date: Day.nullable(),
})

/** One text that a citation names. */
export const CitationTarget = z.discriminatedUnion('kind', [
  CitedArticle,
  CitedAct,
  CitedDecision,
  CitedIdentifier,
  CitedGazette,
])
export type CitationTarget = z.infer<typeof CitationTarget>

/** A citation in a text: its place and its targets, in the order written. */
export const Citation = z.strictObject({
  /** UTF-16 units, `end` exclusive. */
  start: z.int().nonnegative(),
  end: z.int().positive(),
  kind: z.enum(['article', 'act', 'decision', 'identifier', 'gazette']),
  targets: z.array(CitationTarget).min(1).max(CITATION_LIMITS.targetsMax),
  /** Normal forms of the targets (contracts/conventions/verify.md `normalized`). */
  normalized: z.array(Normal).min(1),
  jurisdiction: Jurisdiction.nullable(),
  /** `certain`: it names its targets itself, or its antecedent is near; else `ambiguous`. */
  confidence: z.enum(['certain', 'ambiguous']),
  /** The work that an earlier citation named (`du même code`); null where this one names it. */
  antecedent: CitedWork.nullable(),
})
export type Citation = z.infer<typeof Citation>
