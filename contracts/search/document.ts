import { z } from 'zod'
import { Passage } from '../events/article.ts'
import { ArticleId, Day, HeadnoteId, SemVer, Sha256Hex, Slug } from '../ids.ts'
import { StatusFlag } from '../vocabulary/citator.ts'
import { ContentType } from '../vocabulary/texts.ts'

/** Filter fields of a search entry; each holds the values a filter may name. */
export const TAG_FIELDS = [
  'jurisdictions',
  'conceptIds',
  'courtLevels',
  'statusFlags',
  'legalRuleTypes',
  'doctrineSubtypes',
  'legalDomains',
  'treatmentTypes',
  'contentTypes',
  'courts',
  'chambers',
  'solutions',
  /** Language tags and their prefixes, in lower case: `fr-lu` and `fr`. */
  'languages',
  /** Names that the text cites, as the index of citations writes them (law/citations/names). */
  'cites',
  /** Names of the text: those that a query is matched with, and those that citations have. */
  'identifiers',
  /** Names of provisions and works that the text is, is part of, or cites a part of. */
  'provisions',
  /** The year of `date`, in four digits. */
  'years',
] as const
export type TagField = (typeof TAG_FIELDS)[number]

const tagShape = Object.fromEntries(TAG_FIELDS.map((field) => [field, z.array(z.string())]))
export const Tags = z.strictObject(tagShape as Record<TagField, z.ZodArray<z.ZodString>>)
export type Tags = z.infer<typeof Tags>

/** Days on which a wording is found by `filters.asOf`, both inclusive. Disjoint within one text. */
export const Interval = z.strictObject({ from: Day.nullable(), to: Day.nullable() })
export type Interval = z.infer<typeof Interval>

/**
 * The members that a hit shows, stored in the index so that an answer comes from one state of it.
 */
export const HitDisplay = z.strictObject({
  title: z.string(),
  abstract: z.string().nullable(),
  jurisdiction: z.array(z.string()),
  contentType: ContentType,
  publishedAt: z.string().nullable(),
  version: SemVer,
  sha256Hash: Sha256Hex,
  statusFlag: StatusFlag,
  /** Headnotes only. */
  headnote: z
    .strictObject({
      headnoteId: HeadnoteId,
      sequence: z.int().min(1),
      summary: z.string(),
      legalRuleType: z.string().nullable(),
      /** Of the text that it belongs to. */
      articleStatusFlag: StatusFlag,
    })
    .nullable(),
})
export type HitDisplay = z.infer<typeof HitDisplay>

/**
 * A passage as the index knows it. `start` and `end` are UTF-16 units of `contentClean`, `end`
 * exclusive; of a headnote those of its summary.
 */
export const IndexedPassage = Passage.extend({
  /** The heading above it in the text, or the part of a ruling; null where there is none. */
  heading: z.string().nullable(),
})
export type IndexedPassage = z.infer<typeof IndexedPassage>

/**
 * The unit of the index: one hit in one wording (an article's version, or a headnote of it), with
 * its passages. Everything here is a function of the log; the vectors are kept apart, under
 * `textSha256`.
 */
export const SearchDocument = z.strictObject({
  /** `<article uuid>@<version>` or `<headnote uuid>@<version>`; unique in a generation. */
  id: z.string(),
  kind: z.enum(['article', 'headnote']),
  articleId: ArticleId,
  slug: Slug,
  /** 0 for an article. */
  sequence: z.int().nonnegative(),
  version: SemVer,
  /** The wording found without `asOf`. */
  current: z.boolean(),
  validity: z.array(Interval),
  /** decisionDate, else publishedAt, else validFrom; null is out under a date filter. */
  date: Day.nullable(),
  tags: Tags,
  /** How much weight the text has (contracts/conventions/search.md), for sorting. */
  authority: z.int().nonnegative(),
  /** Names that a citation resolves to: ECLI, docket, CELEX, article of a code (law/analysis). */
  identifiers: z.array(z.string()),
  /** Analysed terms (law/analysis), joined by single spaces. */
  titleTerms: z.string(),
  bodyTerms: z.string(),
  /** Empty until the text is embedded. A headnote has one, ordinal 0. */
  passages: z.array(IndexedPassage),
  model: z.string().nullable(),
  /** The key of `contentClean` among the blobs, which passages are slices of. */
  contentSha256: Sha256Hex,
  display: HitDisplay,
})
export type SearchDocument = z.infer<typeof SearchDocument>
