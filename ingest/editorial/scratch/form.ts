/**
 * The members of the editor's form as they were typed, which may be unfinished or wrong. Nothing is
 * refused here but its size, so that all of it can be kept.
 */
import { z } from 'zod'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { type ArticleContent, TEXT_LIMITS } from '#contracts/content.ts'
import type { Sha256Hex } from '#contracts/ids.ts'

export const FORM_LIMITS = {
  /** UTF-16 units of all members together, besides the text. */
  membersCharactersMax: 1_000_000,
  valuesMax: 200,
} as const

const Typed = z.string().max(FORM_LIMITS.membersCharactersMax).default('')
const Chosen = z.array(z.string().max(600)).max(FORM_LIMITS.valuesMax).default([])

export const TypedHeadnote = z.object({
  sequence: z.int().min(1).max(1_000_000),
  summary: Typed,
  sourceText: Typed,
  legalRuleType: Typed,
})
export type TypedHeadnote = z.infer<typeof TypedHeadnote>

export const EditorForm = z.object({
  /** Only of a new text: the slug that its author wants; empty: one is made of the title. */
  slug: Typed,
  title: Typed,
  abstract: Typed,
  contentType: Typed,
  doctrineSubtype: Typed,
  language: Typed,
  jurisdiction: Chosen,
  legalDomain: Chosen,
  licence: Typed,
  author: Typed,
  sourceUrl: Typed,
  /** A day. */
  publishedAt: Typed,
  headnotes: z.array(TypedHeadnote).max(TEXT_LIMITS.headnotesMax).default([]),
  /** Ids of concepts that a person or the publisher assigned. */
  concepts: Chosen,
})
export type EditorForm = z.infer<typeof EditorForm>

export const EMPTY_FORM: EditorForm = EditorForm.parse({ contentType: 'doctrine', language: 'fr' })

/** Prints a form as JSON with one order of members, so that equal forms have equal hashes. */
export const printForm = (form: EditorForm): string => canonicalJson(EditorForm.parse(form))
export const formHash = (form: EditorForm): Sha256Hex => sha256Hex(printForm(form))
/** A form that was stored; members of a later or earlier program are left out or empty. */
export const readForm = (json: string): EditorForm => EditorForm.parse(JSON.parse(json))

const DAY_DIGITS = 10

/** What the form shows of a wording. */
export const formOf = (content: ArticleContent): EditorForm => ({
  slug: content.slug,
  title: content.title,
  abstract: content.abstract ?? '',
  contentType: content.contentType,
  doctrineSubtype: content.doctrineSubtype ?? '',
  language: content.language,
  jurisdiction: [...content.jurisdiction],
  legalDomain: [...content.legalDomain],
  licence: content.licence ?? '',
  author: content.author ?? '',
  sourceUrl: content.source.url ?? '',
  publishedAt: content.publishedAt?.slice(0, DAY_DIGITS) ?? '',
  headnotes: content.headnotes.map(({ sequence, summary, sourceText, legalRuleType }) => ({
    sequence,
    summary,
    sourceText: sourceText ?? '',
    legalRuleType: legalRuleType ?? '',
  })),
  concepts: content.concepts
    .filter(({ assignedBy }) => assignedBy !== 'machine')
    .map(({ id }) => id),
})
