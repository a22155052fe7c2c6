import { z } from 'zod'
import { Validity } from '../content.ts'
import { StatusFlag, TreatmentType } from '../vocabulary/citator.ts'
import { CourtLevel } from '../vocabulary/courts.ts'
import {
  ContentType,
  DoctrineSubtype,
  Jurisdiction,
  LEGAL_DOMAINS,
  LegalRuleType,
} from '../vocabulary/texts.ts'

/** Bounds of a search (contracts/conventions/search.md). */
export const SEARCH_LIMITS = {
  textCodePointsMax: 500,
  limitMax: 100,
  limitDefault: 20,
  offsetMax: 1_000,
} as const

/** The members of a filter by days that contradict each other. */
type Days = { readonly dateFrom?: string | undefined; readonly dateTo?: string | undefined }

/** Days in the wrong order would match nothing, and the answer would be charged. */
export const refuseReversedDays = ({ dateFrom, dateTo }: Days, context: z.RefinementCtx): void => {
  if (dateFrom === undefined || dateTo === undefined || dateFrom <= dateTo) return
  context.addIssue({
    code: 'custom',
    path: ['dateFrom'],
    message: 'dateFrom is after dateTo: nothing can match',
    params: { code: 'dates_reversed' },
  })
}

/**
 * Filters. OR within a field, AND between fields. A value outside a vocabulary is refused; a
 * concept that no text carries matches nothing and is named in `warnings`.
 */
export const SearchFilters = z
  .strictObject({
    jurisdictions: z.array(Jurisdiction).max(10).optional().describe('Jurisdictions of the text.'),
    conceptIds: z
      .array(z.uuid())
      .max(20)
      .optional()
      .describe('Concepts of a controlled vocabulary.'),
    courtLevels: z.array(CourtLevel).max(10).optional().describe('Level of the court.'),
    statusFlags: z
      .array(StatusFlag)
      .max(5)
      .optional()
      .describe('Citator status of the hit itself; `gray`: not assessed.'),
    legalRuleTypes: z.array(LegalRuleType).max(20).optional().describe('Kind of a headnote.'),
    doctrineSubtypes: z.array(DoctrineSubtype).max(10).optional().describe('Genre of doctrine.'),
    legalDomains: z
      .array(z.enum(LEGAL_DOMAINS))
      .max(20)
      .optional()
      .describe('Field of law; a root such as `civil` finds its leaves.'),
    treatmentTypes: z
      .array(TreatmentType)
      .max(20)
      .optional()
      .describe('What later texts did to it, such as `followed`.'),
    dateFrom: z.iso
      .date()
      .optional()
      .describe('First day, inclusive; texts without a date are out.'),
    dateTo: z.iso.date().optional().describe('Last day, inclusive.'),
    /** Our addition. */
    asOf: z.iso
      .date()
      .optional()
      .describe('The wording in force on that day; without it only the current wording is found.'),
    /** Our addition. */
    inForce: z
      .literal(true)
      .optional()
      .describe('Leaves out law that has ended or not begun on the day of `asOf`, else today.'),
  })
  .superRefine(refuseReversedDays)
  .meta({ id: 'SearchFilters' })
export type SearchFilters = z.infer<typeof SearchFilters>

const codePoints = (text: string): number => [...text].length

export const SearchRequest = z
  .strictObject({
    text: z
      .string()
      .refine((text) => codePoints(text) <= SEARCH_LIMITS.textCodePointsMax, {
        error: `at most ${SEARCH_LIMITS.textCodePointsMax} characters (Unicode code points)`,
        params: { code: 'too_big' },
      })
      .default('')
      .meta({
        maxLength: SEARCH_LIMITS.textCodePointsMax,
        description: 'Words, a question or a citation; empty: a browse by filters, newest first.',
      }),
    filters: SearchFilters.default({}),
    limit: z
      .int()
      .min(1)
      .max(SEARCH_LIMITS.limitMax)
      .default(SEARCH_LIMITS.limitDefault)
      .describe('Hits at most.'),
    offset: z
      .int()
      .min(0)
      .max(SEARCH_LIMITS.offsetMax)
      .default(0)
      .describe('Hits to skip: the place of the first one.'),
    includeHeadnotes: z.boolean().default(true).describe('Headnotes among the hits.'),
    enableVector: z
      .boolean()
      .default(true)
      .describe('The semantic ranking beside the lexical one.'),
  })
  .meta({
    id: 'SearchRequest',
    examples: [{ text: 'responsabilité contractuelle', filters: { jurisdictions: ['FR'] } }],
  })
export type SearchRequest = z.infer<typeof SearchRequest>

const hitBase = {
  score: z.number().describe('Reciprocal Rank Fusion: the sum of 1 / (60 + rank).'),
  slug: z.string(),
  title: z.string(),
  abstract: z.string().nullable(),
  jurisdiction: z.array(z.string()),
  contentType: ContentType,
  publishedAt: z.string().meta({ format: 'date-time' }).nullable(),
  version: z.string(),
  sha256Hash: z.string(),
  statusFlag: StatusFlag,
  validity: Validity.describe('Days on which the wording is in force, both inclusive.'),
  inForce: z
    .boolean()
    .describe('Whether its validity includes the day of `asOf`, else today; true without one.'),
}
/** A hit. `version`, `sha256Hash` and `statusFlag` let a reader check what was found. */
export const ArticleHit = z
  .object({ type: z.literal('article'), ...hitBase })
  .meta({ id: 'SearchHit' })
export type ArticleHit = z.infer<typeof ArticleHit>

/**
 * A hit that is a headnote. It also carries the members of SearchHit
 * (contracts/conventions/conflicts.md).
 */
export const HeadnoteHit = z
  .object({
    type: z.literal('headnote'),
    headnoteId: z.uuid(),
    articleSlug: z.string(),
    articleTitle: z.string(),
    sequence: z.int().min(1),
    summary: z.string(),
    snippet: z.string().describe('HTML-safe: text is escaped, matched terms stand in `<mark>`.'),
    legalRuleType: z.string().nullable(),
    ...hitBase,
  })
  .meta({ id: 'HeadnoteHit' })
export type HeadnoteHit = z.infer<typeof HeadnoteHit>

export const SearchHit = z.discriminatedUnion('type', [ArticleHit, HeadnoteHit])
export type SearchHit = z.infer<typeof SearchHit>

/**
 * A filter value that no text carries. It is reported, so that an empty result has a reason
 * (contracts/conventions/search.md).
 */
export const FilterWarning = z.object({
  path: z.string(),
  value: z.string(),
  closest: z.string().nullable(),
})
export type FilterWarning = z.infer<typeof FilterWarning>

export const SearchResponse = z
  .object({
    hits: z.array(SearchHit),
    total: z.int().nonnegative().describe('Exact, and the same on every page.'),
    offset: z.int().nonnegative(),
    limit: z.int().positive(),
    embeddingCostUsd: z.number(),
    latencyMs: z.int().nonnegative(),
    warnings: z.array(FilterWarning).describe('Filter values that no text carries.'),
    degraded: z
      .array(z.literal('vector'))
      .optional()
      .describe('Present where a ranking failed and the other answered alone.'),
  })
  .meta({ id: 'SearchResponse' })
export type SearchResponse = z.infer<typeof SearchResponse>
