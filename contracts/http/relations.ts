import { z } from 'zod'
import { Relation } from '../citation-index.ts'
import { CitationCoverage, TargetResolution } from '../citation-index.ts'
import { Article } from './article.ts'
import {
  ChronologyResult,
  ExplainTermInput,
  ExplainTermResult,
  ListAuthoritiesInput,
  ListAuthoritiesResult,
  RELATION_KINDS,
  RelationsResult,
  SimilarText,
  USUAL_RELATIONS,
} from '../mcp/research.ts'
import { TextSpan } from '../integrity.ts'
import { SearchFilters } from './search.ts'
import { integerParameter, listParameter, pageMembers, pageParameters } from './query.ts'

/** Members that a tool of equal data adds to what REST sends in headers and by pages. */
const bounds = { truncated: true, nextCursor: true, corpusPosition: true } as const
const position = { corpusPosition: true } as const

export const RelationsQuery = z.strictObject({
  kind: listParameter(z.array(z.enum(RELATION_KINDS)).min(1))
    .default([...USUAL_RELATIONS])
    .meta({
      default: [...USUAL_RELATIONS],
      description:
        'Kinds of relation. `citing`: what the text cites; `cited`: what cites it; `treatments`: what later texts did to it; `similar`: texts near in meaning.',
    }),
  ...pageParameters,
})
/** `GET /articles/{slug}/relations`: `limit` and `offset` page through `citing`, then `cited`. */
export const TextRelations = RelationsResult.omit(bounds)
  .extend(pageMembers)
  .meta({ id: 'TextRelations' })
export type TextRelations = z.infer<typeof TextRelations>

export const TextChronology = ChronologyResult.omit(position).meta({ id: 'TextChronology' })

const SIMILAR = { max: 50, default: 10 } as const
export const SimilarQuery = z.strictObject({
  limit: integerParameter(z.int().min(1).max(SIMILAR.max))
    .default(SIMILAR.default)
    .meta({ default: SIMILAR.default, description: 'Texts at most.' }),
})
export const SimilarTexts = Article.pick({
  slug: true,
  title: true,
  version: true,
  sha256Hash: true,
})
  .extend({ similar: z.array(SimilarText).describe('The nearest first.') })
  .meta({ id: 'SimilarTexts' })

const CITATION_STATES = ['resolved', 'ambiguous', 'unresolved'] as const
export const CitationsQuery = z.strictObject({
  state: listParameter(z.array(z.enum(CITATION_STATES)).min(1))
    .optional()
    .describe('Which citations; default: all. `unresolved`: no text that is held has the name.'),
  ...pageParameters,
})
/** One citation in a text: its words, what they name, and whether that is held. */
export const TextCitation = z
  .object({
    ...Relation.pick({ normal: true, kind: true, confidence: true }).shape,
    quote: z.string().describe('Its words: `contentClean[start:end]`.'),
    span: TextSpan,
    state: z.enum(CITATION_STATES),
    code: TargetResolution.shape.code
      .nullable()
      .describe('Of an unresolved one: why; null: it is resolved, or nothing says why.'),
    coverage: CitationCoverage.nullable().describe('What is held of the court or the work.'),
    targets: z.array(z.string()).describe('Slugs of the texts that it names.'),
  })
  .meta({ id: 'TextCitation' })
export type TextCitation = z.infer<typeof TextCitation>
/** `GET /articles/{slug}/citations`, in the order of the text. */
export const TextCitationsPage = Article.pick({ slug: true, version: true, sha256Hash: true })
  .extend({
    citations: z.array(TextCitation),
    unresolved: z.int().nonnegative().describe('Citations of the text that name nothing held.'),
    more: z.boolean().describe('The text has more citations than are looked at.'),
    ...pageMembers,
  })
  .meta({ id: 'TextCitations' })
export type TextCitationsPage = z.infer<typeof TextCitationsPage>

const { jurisdictions, courtLevels, conceptIds, asOf } = SearchFilters.shape
export const AuthoritiesQuery = z.strictObject({
  text: ListAuthoritiesInput.shape.text,
  conceptIds: listParameter(conceptIds.unwrap())
    .optional()
    .describe('Concepts; with or instead of `text`.'),
  jurisdictions: listParameter(jurisdictions.unwrap())
    .optional()
    .describe('Jurisdictions of the decision.'),
  courtLevels: listParameter(courtLevels.unwrap()).optional().describe('Level of the court.'),
  asOf,
  limit: integerParameter(z.int().min(1).max(30))
    .default(10)
    .meta({ default: 10, description: 'Decisions at most.' }),
})
export const Authorities = ListAuthoritiesResult.omit(position).meta({ id: 'Authorities' })

export const TermQuery = z.strictObject({
  term: ExplainTermInput.shape.text,
  jurisdictions: listParameter(jurisdictions.unwrap())
    .optional()
    .describe('Jurisdictions of the passages.'),
  limit: integerParameter(z.int().min(1).max(20))
    .default(5)
    .meta({ default: 5, description: 'Passages at most.' }),
})
export const Term = ExplainTermResult.omit(position).meta({ id: 'Term' })
