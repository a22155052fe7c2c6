import { z } from 'zod'
import { Relation } from '../citation-index.ts'
import { Certainty, DecisionReference, FATES } from '../decision.ts'
import { Treatment } from '../events/others.ts'
import { Validity } from '../content.ts'
import {
  ChosenHit,
  refuseReversedDays,
  SEARCH_LIMITS,
  SearchFilters,
  SearchRequest,
  SearchResponse,
} from '../http/search.ts'
import { StatusDerivation } from '../http/article.ts'
import { CoverageSummary } from '../http/coverage.ts'
import { RagRequest, RagResponse } from '../http/rag.ts'
import { trimmedOf } from '../http/request-text.ts'
import { VerifyRequest, VerifyResponse } from '../http/verify.ts'
import { SemVer, Sha256Hex, Slug } from '../ids.ts'
import { TextSpan } from '../integrity.ts'
import { StatusFlag } from '../vocabulary/citator.ts'
import { CourtLevel } from '../vocabulary/courts.ts'
import { ContentType } from '../vocabulary/texts.ts'
import { bounded, bounds } from './shared.ts'
import { GetArticleInput } from './texts.ts'

const { text, filters: _ofSearch, offset: _cursor, ...ofSearch } = SearchRequest.shape
/**
 * Arguments of a search: those of `POST /search`, the filters beside the others; a cursor in place
 * of the offset.
 */
export const SearchInput = z
  .strictObject({ text, ...SearchFilters.shape, ...ofSearch, ...bounds })
  .superRefine(refuseReversedDays)
export const SearchResult = SearchResponse.extend({ hits: z.array(ChosenHit), ...bounded })

const { filters: _, asOf: __, ...ofQuestion } = RagRequest.shape
/** Arguments of a question: those of `POST /rag`, the filters beside the others. */
export const RagInput = z
  .strictObject({ ...ofQuestion, ...SearchFilters.shape })
  .superRefine(refuseReversedDays)
export const RagResult = RagResponse.extend({ corpusPosition: bounded.corpusPosition })

export const VerifyInput = VerifyRequest.safeExtend(bounds)
export const VerifyResult = VerifyResponse.extend(bounded)

export const RELATION_KINDS = [
  'citing',
  'cited',
  'treatments',
  'commented_decisions',
  'versions',
  'similar',
] as const
/** Likeness is asked for by name: it costs a look at every vector. */
export const USUAL_RELATIONS = RELATION_KINDS.filter((kind) => kind !== 'similar')
export const RelationsInput = z.strictObject({
  idOrSlug: GetArticleInput.shape.idOrSlug,
  relations: z
    .array(z.enum(RELATION_KINDS))
    .min(1)
    .default([...USUAL_RELATIONS])
    .describe(
      '`citing`: what the text cites; `cited`: what cites it; `treatments`: what later texts did to it; `similar`: texts near in meaning. Default: all but `similar`.',
    ),
  ...bounds,
})
/** Leaves out the actor, who is recorded in the log alone. */
const ShownTreatment = Treatment.omit({ by: true, target: true }).extend({
  headnoteSequence: z.int().positive().nullable().describe('null: the whole text is treated.'),
})
const NamedPoint = z.object({ slug: Slug.nullable(), sequence: z.int().positive().nullable() })
const RelationsTreatments = z.object({
  statusFlag: StatusFlag,
  derivation: StatusDerivation,
  points: z
    .array(
      z.object({
        sequence: z.int().positive().nullable(),
        legalRuleType: z.string().nullable(),
        derivation: StatusDerivation,
        reliesOn: z.array(NamedPoint),
      }),
    )
    .describe(
      'Each headnote with its own colour and what it relies on; a text without any is one point.',
    ),
  received: z
    .array(
      ShownTreatment.extend({
        decides: z.boolean().describe('Whether a colour of the text rests on it.'),
      }),
    )
    .describe('What later texts did to this one.'),
  given: z
    .array(ShownTreatment.extend({ targetSlug: Slug.nullable() }))
    .describe('What this text did to those that it cites.'),
  reliedOnBy: z.array(Slug).describe('Texts with a point that needs one of this text as support.'),
})

/** A text whose passages are near to those of another one. */
export const SimilarText = z.object({
  slug: Slug,
  title: z.string(),
  contentType: ContentType,
  version: SemVer,
  sha256Hash: Sha256Hex,
  statusFlag: StatusFlag,
  similarity: z
    .number()
    .min(0)
    .max(1)
    .describe('Mean cosine of its nearest passage to each passage of the text.'),
})
export type SimilarText = z.infer<typeof SimilarText>

export const RelationsResult = z.object({
  slug: Slug,
  title: z.string(),
  version: SemVer,
  sha256Hash: Sha256Hex,
  citing: z.array(Relation),
  cited: z.array(Relation),
  treatments: RelationsTreatments.nullable().describe(
    'The colour of the text and why it has it, and its treatments in both directions.',
  ),
  commentedDecisions: z.array(
    z.object({
      slug: Slug,
      normal: z.string(),
      relation: z.enum(['comments_on', 'commented_by']),
    }),
  ),
  versions: z.array(
    z.object({
      version: SemVer,
      sha256Hash: Sha256Hex,
      validity: Validity,
      inForce: z
        .array(Validity)
        .describe('The days on which it is in force; empty: no source says, or on none.'),
      publishedAt: z.string().nullable(),
      current: z.boolean(),
    }),
  ),
  similar: z.array(SimilarText).describe('The nearest first.'),
  notes: z.array(z.string()).describe('What the service does not hold or has left out.'),
  ...bounded,
})

export const ExplainTermInput = z.strictObject({
  text: trimmedOf(200, 2).describe('A legal term, such as `force majeure`.'),
  jurisdictions: SearchFilters.shape.jurisdictions,
  limit: z.int().min(1).max(20).default(5).describe('Passages at most.'),
})
export const Quotation = z.object({
  slug: Slug,
  title: z.string(),
  contentType: ContentType,
  version: SemVer,
  sha256Hash: Sha256Hex,
  quote: z.string().describe('`contentClean[start:end]` of the version whose hash is named.'),
  quoteSpan: TextSpan,
  statusFlag: StatusFlag,
})
export const ExplainTermResult = z.object({
  term: z.string(),
  definitions: z
    .array(
      z.object({
        conceptId: z.uuid(),
        vocabulary: z.string(),
        label: z.string(),
        definition: z.record(z.string(), z.string()),
      }),
    )
    .describe('Of the controlled vocabularies.'),
  passages: z
    .array(Quotation.extend({ defines: z.boolean().describe('It reads as a definition.') }))
    .describe('Passages of the corpus, definitions first.'),
  coverage: CoverageSummary.nullable().describe(
    'What is held, where nothing was found; else null.',
  ),
  corpusPosition: bounded.corpusPosition,
})

export const ListAuthoritiesInput = z
  .strictObject({
    text: trimmedOf(SEARCH_LIMITS.textCodePointsMax, 2)
      .optional()
      .describe('Words or a question of law.'),
    conceptIds: SearchFilters.shape.conceptIds.describe('Concepts; with or instead of `text`.'),
    jurisdictions: SearchFilters.shape.jurisdictions,
    courtLevels: SearchFilters.shape.courtLevels,
    asOf: SearchFilters.shape.asOf,
    limit: z.int().min(1).max(30).default(10).describe('Decisions at most.'),
  })
  .refine(({ text: words, conceptIds = [] }) => words !== undefined || conceptIds.length > 0, {
    error: 'text or conceptIds is needed',
    path: ['text'],
    params: { code: 'one_of' },
  })
export const Authority = z.object({
  rank: z.int().min(1),
  slug: Slug,
  title: z.string(),
  version: SemVer,
  sha256Hash: Sha256Hex,
  courtLevel: CourtLevel.nullable(),
  courtCode: z.string().nullable(),
  ecli: z.string().nullable(),
  decisionDate: z.string().nullable(),
  statusFlag: StatusFlag,
  citedBy: z.int().nonnegative().describe('Texts of the corpus that cite it.'),
  relevance: z.number().describe('Score of the search, before anything is weighed.'),
})
export const ListAuthoritiesResult = z.object({
  authorities: z.array(Authority),
  ranking: z.string().describe('What the order says.'),
  total: z.int().nonnegative().describe('Decisions that match.'),
  warnings: SearchResponse.shape.warnings.describe('Concepts that no text carries.'),
  coverage: CoverageSummary.nullable().describe(
    'What is held, where nothing was found; else null.',
  ),
  corpusPosition: bounded.corpusPosition,
})

/** The steps that the source states, and those that the citator knows from other decisions. */
const CaseProcedure = z.object({
  completeness: z.enum(['complete', 'partial', 'unknown']),
  chronology: z.array(
    z.object({
      relation: z
        .string()
        .describe('`cassation_of`, `appeal_of` …: earlier steps; `quashed_by` …: later ones.'),
      target: DecisionReference,
      certainty: Certainty,
      evidence: z.string().nullable().describe('Words that state the step.'),
    }),
  ),
  fate: z.object({
    status: z.enum([...FATES, 'reversed_in_part', 'annulled', 'vacated']),
    by: DecisionReference.nullable(),
    asOf: z.string().nullable().describe('Day of the decision that decided it.'),
  }),
})
export type CaseProcedure = z.infer<typeof CaseProcedure>

export const ChronologyInput = z.strictObject({ idOrSlug: GetArticleInput.shape.idOrSlug })
export const ChronologyResult = z.object({
  slug: Slug,
  title: z.string(),
  version: SemVer,
  sha256Hash: Sha256Hex,
  kind: z.enum(['case', 'provision', 'text']),
  procedure: CaseProcedure.nullable().describe(
    'Of a case: `completeness: unknown` says that nothing is known, not that there is nothing.',
  ),
  states: z
    .array(
      z.object({
        version: SemVer,
        sha256Hash: Sha256Hex,
        validity: Validity,
        current: z.boolean(),
      }),
    )
    .describe('Of law: its wordings by period in force.'),
  events: z
    .array(z.object({ date: z.string(), event: z.string(), certainty: z.string() }))
    .describe(
      'What has a date, ascending; of what a later text did, whether it is confirmed or suggested.',
    ),
  notes: z.array(z.string()),
  corpusPosition: bounded.corpusPosition,
})
