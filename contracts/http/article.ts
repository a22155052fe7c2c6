import { z } from 'zod'
import { AssignedConcept } from '../concept.ts'
import { Provision, Source, Validity } from '../content.ts'
import { JudicialDecisionShape } from '../decision.ts'
import { GroundednessCounts } from '../events/article.ts'
import { HeadnoteId, ArticleId, Instant, SemVer, Sha256Hex, SLUG_MAX, Slug } from '../ids.ts'
import { IntegrityFlag } from '../integrity.ts'
import { StatusFlag } from '../vocabulary/citator.ts'
import {
  ContentType,
  DoctrineSubtype,
  Jurisdiction,
  LegalDomain,
  LegalRuleType,
} from '../vocabulary/texts.ts'
import { listParameter } from './query.ts'
import { textOf } from './request-text.ts'

/** An instant, with the format that the description document names. */
const DateTime = Instant.meta({ format: 'date-time' })

/** What is no slug is not found, as a slug that nothing has. */
export const SlugParams = z.object({ slug: textOf(SLUG_MAX).min(1) })

/** A headnote as it is returned (contracts/conventions/article.md). */
export const Headnote = z
  .object({
    headnoteId: HeadnoteId,
    sequence: z.int().min(1),
    summary: z.string(),
    sourceText: z.string().nullable(),
    legalRuleType: LegalRuleType.nullable(),
    statusFlag: StatusFlag,
  })
  .meta({ id: 'Headnote' })
export type Headnote = z.infer<typeof Headnote>

/**
 * The decision with its id, which is derived like the article's own
 * (contracts/conventions/judicial-decision.md).
 */
const DecisionOfArticle = JudicialDecisionShape.extend({ id: ArticleId }).meta({
  id: 'JudicialDecisionOfArticle',
})

/** Why a point has its colour (contracts/conventions/citator.md). */
export const StatusDerivation = z.object({
  flag: StatusFlag,
  rule: z.string(),
  because: z.array(z.string()),
  asOf: z.string().nullable(),
  assessedThrough: z.string().nullable(),
})
export type StatusDerivation = z.infer<typeof StatusDerivation>

/** Of a colour in an answer about the law of a day: colours are always those of today. */
export const StatusAsOf = z
  .string()
  .nullable()
  .describe(
    'Day up to which facts of the citator count for the colour, also where `asOf` is earlier; null: none is about the text.',
  )

/**
 * The article as it is returned (contracts/conventions/article.md). A function of the log alone.
 */
export const Article = z
  .object({
    id: ArticleId,
    slug: Slug,
    title: z.string(),
    abstract: z.string().nullable(),
    contentClean: z.string().describe('The cleaned full text.'),
    language: z.string(),
    jurisdiction: z.array(Jurisdiction),
    legalDomain: z.array(LegalDomain),
    contentType: ContentType,
    doctrineSubtype: DoctrineSubtype.nullable(),
    publishedAt: DateTime.nullable(),
    updatedAt: DateTime,
    version: SemVer,
    sha256Hash: Sha256Hex.describe(
      'SHA-256 of the canonical JSON (RFC 8785) of the hashed members.',
    ),
    hashProfile: z.literal('article/1').describe('Which members are hashed.'),
    groundednessScore: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .describe('Percentage of verified claims; null until assessed.'),
    groundedness: GroundednessCounts.nullable(),
    hasIntegrityWarning: z.boolean().describe('Some integrity flag is a warning or worse.'),
    integrityFlags: z.array(IntegrityFlag),
    statusFlag: StatusFlag,
    statusDerivation: StatusDerivation,
    headnotes: z.array(Headnote),
    concepts: z.array(AssignedConcept),
    judicialDecision: DecisionOfArticle.nullable(),
    validity: Validity,
    provision: Provision.nullable(),
    source: Source,
    licence: z
      .string()
      .nullable()
      .describe(
        'Of the text itself; null: all rights reserved. What this service adds is CC BY 4.0.',
      ),
  })
  .meta({ id: 'Article' })
export type Article = z.infer<typeof Article>

/** Members that come whatever `fields` says: they let a reader cite and check the text. */
export const ARTICLE_FIELDS_ALWAYS = ['slug', 'version', 'sha256Hash'] as const

/** The article where `fields` names members; the others are left out. */
export const ArticleOfFields = Article.partial()
  .required({ slug: true, version: true, sha256Hash: true })
  .meta({ id: 'ArticleOfFields', description: 'An article with the members that `fields` names.' })

/** Parameter of an address that gives an article. */
export const articleFields = listParameter(
  z.array(Article.keyof()).max(Object.keys(Article.shape).length),
)
  .optional()
  .describe(
    'Members of the article to return, with slug, version and sha256Hash; commas between; absent: all. The answer is JSON, at the same price.',
  )
