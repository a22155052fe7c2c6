import { z } from 'zod'
import { Citation } from './citation.ts'
import { ArticleId, Day, SemVer, Slug } from './ids.ts'
import { Jurisdiction } from './vocabulary/texts.ts'

/** Limits of queries to the citation index. */
export const CITATION_INDEX = {
  /** Most candidates of an ambiguous citation. */
  candidatesMax: 20,
  /** Relations of one text in one direction. */
  relationsMax: 1_000,
  /** Most articles that a range is expanded to. */
  rangeMax: 60,
} as const

/** A name of a text: the normal form of the citations that refer to it. */
export const CitedName = z.strictObject({
  name: z.string().min(1),
  /** The scope of a negative answer: `work:code-civil`, `court:fr.ccass`. */
  scope: z.string().min(1),
  jurisdiction: Jurisdiction.nullable(),
  /** Version of the wording that has the name on these days, both inclusive; null is open. */
  version: SemVer,
  validFrom: Day.nullable(),
  validTo: Day.nullable(),
  /** Day of a decision; null for law. */
  day: Day.nullable(),
  /** Whether the wording is the current one, which a query without a day selects. */
  current: z.boolean(),
})
export type CitedName = z.infer<typeof CitedName>

/** A citation in the current wording of a text, one row for each text that it names. */
export const CitationEdge = z.strictObject({
  version: SemVer,
  /** UTF-16 units of `contentClean` of that version. */
  start: z.int().nonnegative(),
  end: z.int().positive(),
  kind: Citation.shape.kind,
  confidence: Citation.shape.confidence,
  normal: z.string().min(1),
  jurisdiction: Jurisdiction.nullable(),
  /** The names under which its target may be filed: more than one for a range. */
  names: z.array(z.string()),
})
export type CitationEdge = z.infer<typeof CitationEdge>

/** Names and edges of a text in the citation index, derived from its own stream alone. */
export const TextCitations = z.strictObject({
  articleId: ArticleId,
  names: z.array(CitedName),
  edges: z.array(CitationEdge),
})
export type TextCitations = z.infer<typeof TextCitations>

/** An edge of the citation index with the text at its other end, if the corpus has it. */
export const Relation = z.strictObject({
  normal: z.string(),
  kind: Citation.shape.kind,
  confidence: Citation.shape.confidence,
  span: z.strictObject({ start: z.int().nonnegative(), end: z.int().positive() }),
  sourceId: ArticleId,
  sourceSlug: Slug,
  sourceVersion: SemVer,
  targetId: ArticleId.nullable(),
  targetSlug: Slug.nullable(),
})
export type Relation = z.infer<typeof Relation>

/**
 * The citations of a text in order, and the texts that cite it; `more`: a limit cut one of them.
 */
export const Relations = z.strictObject({
  citing: z.array(Relation),
  cited: z.array(Relation),
  more: z.boolean(),
})
export type Relations = z.infer<typeof Relations>

/** A text that a citation may refer to. */
export const CitationCandidate = z.strictObject({
  articleId: ArticleId,
  slug: Slug,
  version: SemVer,
  normal: z.string(),
  validFrom: Day.nullable(),
  validTo: Day.nullable(),
})
export type CitationCandidate = z.infer<typeof CitationCandidate>

/**
 * How much of a scope the corpus holds, to tell not found from not held
 * (contracts/conventions/coverage.md).
 */
export const CitationCoverage = z.strictObject({
  scope: z.string(),
  documents: z.int().nonnegative(),
  from: Day.nullable(),
  to: Day.nullable(),
  held: z.boolean(),
})
export type CitationCoverage = z.infer<typeof CitationCoverage>

/** The resolution of one text that a citation names. */
export const TargetResolution = z.strictObject({
  normal: z.string(),
  status: z.union([z.literal(200), z.literal(300), z.literal(400), z.literal(404)]),
  code: z.enum([
    'resolved',
    'ambiguous',
    'not_found',
    'not_held',
    'ecli_invalid',
    'ecli_year_disagrees',
    'decision_date_disagrees',
    'docket_after_decision',
    'article_form_impossible',
    'range_reversed',
  ]),
  candidates: z.array(CitationCandidate),
  /** Only with 404. */
  coverage: CitationCoverage.nullable(),
  /** What to do about a 400; else null. */
  hint: z.string().nullable(),
})
export type TargetResolution = z.infer<typeof TargetResolution>

/**
 * A citation resolved on a day (contracts/conventions/verify.md): the status is the worst of its
 * targets', 400 before 404 before 300.
 */
export const CitationResolution = z.strictObject({
  citation: Citation,
  asOf: Day.nullable(),
  status: TargetResolution.shape.status,
  code: TargetResolution.shape.code,
  targets: z.array(TargetResolution),
})
export type CitationResolution = z.infer<typeof CitationResolution>
