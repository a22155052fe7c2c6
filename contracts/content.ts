import { z } from 'zod'
import { ConceptAssignment } from './concept.ts'
import { JudicialDecision } from './decision.ts'
import { Day, Instant, Sha256Hex, Slug } from './ids.ts'
import {
  ContentType,
  DoctrineSubtype,
  Jurisdiction,
  LegalDomain,
  LegalRuleType,
} from './vocabulary/texts.ts'

/** Limits of one text. */
export const TEXT_LIMITS = {
  /** UTF-8 bytes of contentClean. */
  contentBytesMax: 4 * 1024 * 1024,
  titleCharactersMax: 2_000,
  abstractCharactersMax: 20_000,
  summaryCharactersMax: 20_000,
  headnotesMax: 500,
  authorCharactersMax: 500,
} as const

/** One point of law of a text, as written. */
export const HeadnoteContent = z.strictObject({
  sequence: z.int().min(1),
  summary: z.string().min(1).max(TEXT_LIMITS.summaryCharactersMax),
  sourceText: z.string().min(1).nullable().default(null),
  legalRuleType: LegalRuleType.nullable().default(null),
})
export type HeadnoteContent = z.infer<typeof HeadnoteContent>

/** The place of a provision in its work. */
export const Provision = z.strictObject({
  work: z.string().min(1).max(2_000),
  number: z.string().max(400).nullable().default(null),
  section: z.array(z.string()).nullable().default(null),
  anchor: z.string().max(400).nullable().default(null),
})
export type Provision = z.infer<typeof Provision>

/** Where a text came from. `id` alone is the identity of the text. */
export const Source = z.strictObject({
  id: z.string().min(1).max(500),
  version: z.string().min(1).max(200).nullable().default(null),
  url: z.url().nullable().default(null),
})
export type Source = z.infer<typeof Source>

/**
 * One wording of a text: what an editor writes and a version freezes. The members that are hashed
 * are listed in `canonical/article.ts`; the others (publishedAt, provision, source, author,
 * licence, citations) travel with the wording but do not change its hash.
 */
export const ArticleContent = z.strictObject({
  slug: Slug,
  title: z.string().min(1).max(TEXT_LIMITS.titleCharactersMax),
  abstract: z.string().min(1).max(TEXT_LIMITS.abstractCharactersMax).nullable(),
  contentClean: z.string().min(1),
  language: z.string().min(2).max(35),
  jurisdiction: z.array(Jurisdiction),
  legalDomain: z.array(LegalDomain),
  contentType: ContentType,
  doctrineSubtype: DoctrineSubtype.nullable(),
  headnotes: z.array(HeadnoteContent).max(TEXT_LIMITS.headnotesMax),
  concepts: z.array(ConceptAssignment),
  judicialDecision: JudicialDecision.nullable(),
  /**
   * Publication date that the source itself states; an editor's text takes the hour it goes public.
   */
  publishedAt: Instant.nullable(),
  provision: Provision.nullable(),
  citations: z.array(z.string()),
  source: Source,
  /** Who wrote it, as the source states; absent where none is named. A later addition: not null. */
  author: z.string().min(1).max(TEXT_LIMITS.authorCharactersMax).optional(),
  /** Null: none is stated, so all rights are reserved. */
  licence: z.string().min(1).max(200).nullable(),
})
export type ArticleContent = z.infer<typeof ArticleContent>

/**
 * A text kept once, beside the log, under its hash. Lengths are in the unit named.
 */
export const TextReference = z.strictObject({
  sha256: Sha256Hex,
  utf8Bytes: z.int().nonnegative(),
  utf16Units: z.int().nonnegative(),
})
export type TextReference = z.infer<typeof TextReference>

/** A wording as an event carries it: the long text by reference, all else inline. */
export const ContentRecord = ArticleContent.omit({ contentClean: true }).extend({
  contentClean: TextReference,
})
export type ContentRecord = z.infer<typeof ContentRecord>

/** Days on which a wording is in force, both inclusive; `null` is open. */
export const Validity = z.strictObject({
  validFrom: Day.nullable(),
  validTo: Day.nullable(),
})
export type Validity = z.infer<typeof Validity>
