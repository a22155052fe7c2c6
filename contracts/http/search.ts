import { z } from 'zod'
import { Validity } from '../content.ts'
import { Explanation, QueryExplanation } from './explain.ts'
import { CITATION_LIMITS } from '../citation.ts'
import { Chamber, Solution } from '../decision.ts'
import { FACET_VALUES_MAX } from '../search/parameters.ts'
import { StatusFlag, TreatmentType } from '../vocabulary/citator.ts'
import { COURTS, CourtLevel } from '../vocabulary/courts.ts'
import {
  ContentType,
  DoctrineSubtype,
  Jurisdiction,
  LEGAL_DOMAINS,
  LegalRuleType,
} from '../vocabulary/texts.ts'
import { textOf, trimmedOf } from './request-text.ts'

/** Bounds of a search (contracts/conventions/search.md). */
export const SEARCH_LIMITS = {
  textCodePointsMax: 500,
  limitMax: 100,
  limitDefault: 20,
  offsetMax: 1_000,
} as const

/** A language tag (RFC 5646) of the usual form. */
const LANGUAGE_TAG = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/

/** A name as the index of citations writes it: `article:code-civil:1240`, `celex:32016r0679`. */
const NormalName = trimmedOf(CITATION_LIMITS.normalMax)

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
    contentTypes: z
      .array(ContentType)
      .max(10)
      .optional()
      .describe('Kind of text, such as `jurisprudence`.'),
    courts: z
      .array(z.enum([...COURTS.keys()]))
      .max(20)
      .optional()
      .describe('Courts by code, such as `fr.ccass`.'),
    chambers: z.array(Chamber).max(10).optional().describe('Chambers of the court, such as `soc`.'),
    solutions: z
      .array(Solution)
      .max(20)
      .optional()
      .describe('What the court decided, such as `cassation`.'),
    languages: z
      .array(
        z.string().max(35).regex(LANGUAGE_TAG, {
          error: 'must be a language tag such as fr or fr-LU (BCP 47)',
        }),
      )
      .max(10)
      .optional()
      .describe('Languages of the text (BCP 47); `fr` finds `fr-LU` too.'),
    cites: z
      .array(NormalName)
      .max(20)
      .optional()
      .describe('Names that the text cites, such as `article:code-civil:1240`.'),
    identifiers: z
      .array(NormalName)
      .max(20)
      .optional()
      .describe('Names of the text itself: `ecli:…`, `celex:32016r0679`, `docket:19-60.222`.'),
    provision: NormalName.optional().describe(
      'One provision or work by its name: texts that are it, or cite it or a part of it.',
    ),
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
      .literal(true, { error: 'must be true, or left out' })
      .optional()
      .describe('Leaves out law that has ended or not begun on the day of `asOf`, else today.'),
  })
  .superRefine(refuseReversedDays)
  .meta({ id: 'SearchFilters' })
export type SearchFilters = z.infer<typeof SearchFilters>

/** The order of a result (contracts/conventions/search.md); ties are broken alike everywhere. */
export const SearchSort = z.enum(['relevance', 'date', 'date_asc', 'authority'])
export type SearchSort = z.infer<typeof SearchSort>

/** What a result can be counted by. `years` are those of the date that filters use. */
export const FacetName = z.enum([
  'contentTypes',
  'jurisdictions',
  'courts',
  'courtLevels',
  'chambers',
  'solutions',
  'languages',
  'legalDomains',
  'conceptIds',
  'doctrineSubtypes',
  'statusFlags',
  'legalRuleTypes',
  'years',
])
export type FacetName = z.infer<typeof FacetName>

/** Facets of one request, at most. */
const FACETS_MAX = 12

/**
 * How many hits of the whole result carry each value. The result is filtered by everything but the
 * facet's own field (`years`: the dates), so that the other values of a chosen one can be seen. A
 * hit with several values counts for each of them.
 */
export const Facet = z
  .object({
    values: z
      .array(
        z.object({ value: z.string(), count: z.int().positive().describe('Hits that carry it.') }),
      )
      .max(FACET_VALUES_MAX)
      .describe('The most frequent values; of equal counts by the value.'),
    others: z.int().nonnegative().describe('The sum of the counts of all other values.'),
  })
  .meta({ id: 'Facet' })
export type Facet = z.infer<typeof Facet>

const hitBase = {
  score: z.number().describe('Reciprocal Rank Fusion: the sum of 1 / (60 + rank).'),
  slug: z.string(),
  title: z.string(),
  abstract: z.string().nullable(),
  language: z.string(),
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
const explanation = Explanation.optional().describe('Present where the request says `explain`.')

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
    explanation,
  })
  .meta({ id: 'HeadnoteHit' })
export type HeadnoteHit = z.infer<typeof HeadnoteHit>

/** A hit. `version`, `sha256Hash` and `statusFlag` let a reader check what was found. */
export const ArticleHit = z
  .object({
    type: z.literal('article'),
    ...hitBase,
    snippet: z
      .string()
      .nullable()
      .describe(
        'HTML-safe: the best piece of `contentClean`, escaped, matched terms in `<mark>`; null: not asked for.',
      ),
    snippetSpan: z
      .object({ start: z.int().nonnegative(), end: z.int().nonnegative() })
      .nullable()
      .describe('Its place in `contentClean`, in code points.'),
    passageHeading: z.string().nullable().describe('Heading above the snippet; null: none.'),
    matchedIdentifiers: z
      .array(z.string())
      .describe('Names that the query cites and that are names of this text.'),
    headnotes: z
      .array(HeadnoteHit)
      .optional()
      .describe('Headnotes of the text that are hits, present where the request says `collapse`.'),
    explanation,
  })
  .meta({ id: 'SearchHit' })
export type ArticleHit = z.infer<typeof ArticleHit>

export const SearchHit = z.discriminatedUnion('type', [ArticleHit, HeadnoteHit])
export type SearchHit = z.infer<typeof SearchHit>

/** Members that every hit has, whatever `fields` says: they let a reader check it. */
export const HIT_FIELDS_ALWAYS = ['type', 'slug', 'score', 'version', 'sha256Hash'] as const
const ALWAYS = { type: true, slug: true, score: true, version: true, sha256Hash: true } as const
const HIT_FIELDS = [
  ...new Set([...Object.keys(ArticleHit.shape), ...Object.keys(HeadnoteHit.shape)]),
].toSorted()

const ChosenHeadnoteHit = HeadnoteHit.partial().required(ALWAYS).meta({ id: 'HeadnoteHitOfFields' })
/** A hit with the members that `fields` names, and those that always come. */
export const ChosenHit = z.discriminatedUnion('type', [
  ArticleHit.partial()
    .required(ALWAYS)
    .extend({ headnotes: z.array(ChosenHeadnoteHit).optional() })
    .meta({ id: 'SearchHitOfFields' }),
  ChosenHeadnoteHit,
])
export type ChosenHit = z.infer<typeof ChosenHit>

export const SearchRequest = z
  .strictObject({
    text: textOf(SEARCH_LIMITS.textCodePointsMax)
      .default('')
      .describe('Words, a question or a citation; empty: a browse by filters, newest first.'),
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
    sort: SearchSort.default('relevance').describe(
      'Order of the whole result: `date` is newest first; texts without a date come last.',
    ),
    facets: z
      .array(FacetName)
      .max(FACETS_MAX)
      .default([])
      .describe('Counts of the whole result by these fields, exact.'),
    collapse: z
      .boolean()
      .default(false)
      .describe('Folds headnotes under their text: `hits`, `total` and `offset` count texts.'),
    fields: z
      .array(z.enum(HIT_FIELDS))
      .max(HIT_FIELDS.length)
      .optional()
      .describe(
        'Members of a hit to return, with type, slug, score, version and sha256Hash; absent: all.',
      ),
    explain: z
      .boolean()
      .default(false)
      .describe('Why each hit has its place: terms, meaning, ranks and filters.'),
  })
  .meta({
    id: 'SearchRequest',
    examples: [{ text: 'responsabilité contractuelle', filters: { jurisdictions: ['FR'] } }],
  })
export type SearchRequest = z.infer<typeof SearchRequest>

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
    facets: z
      .partialRecord(FacetName, Facet)
      .optional()
      .describe('Present where the request names facets, one member for each.'),
    explanation: QueryExplanation.optional().describe('Present where the request says `explain`.'),
    degraded: z
      .array(z.literal('vector'))
      .optional()
      .describe('Present where a ranking failed and the other answered alone.'),
  })
  .meta({ id: 'SearchResponse' })
export type SearchResponse = z.infer<typeof SearchResponse>

/** The same where the request names `fields`: hits have these members, and those of every hit. */
export const SearchResponseOfFields = SearchResponse.extend({ hits: z.array(ChosenHit) }).meta({
  id: 'SearchResponseOfFields',
  description: 'What was found, with the members of hits that `fields` names.',
})
export type SearchResponseOfFields = z.infer<typeof SearchResponseOfFields>
