/** Makes a wording of what was typed, or says what is wrong with each field. */
import { slugFor } from '#contracts/canonical/identity.ts'
import { type ArticleContent, TEXT_LIMITS } from '#contracts/content.ts'
import { ConceptId, Day, midnight, Slug } from '#contracts/ids.ts'
import { isVisible } from '#contracts/toolkit/visible.ts'
import {
  ContentType,
  DoctrineSubtype,
  Jurisdiction,
  LegalDomain,
  LegalRuleType,
} from '#contracts/vocabulary/texts.ts'
import type { z } from 'zod'
import { cleanLine, cleanMember, cleanText } from '../../enrich/clean.ts'
import { languageTag } from '../../sources/languages.ts'
import type { EditorForm, TypedHeadnote } from './form.ts'
import { moveZones } from './move-zones.ts'

export type FormField = Exclude<keyof EditorForm, 'headnotes'> | 'text' | 'headnotes'
export type FormFault = {
  readonly field: FormField
  readonly wrong: 'missing' | 'unknown' | 'too-long'
  /** Of a headnote. */
  readonly sequence: number | null
}

/** The members of a wording that no form shows. */
export type ContentBefore = {
  /** The wording that the form began from; null: a new text. */
  readonly content: ArticleContent | null
  readonly sourceId: string
}

const LICENCE_CHARACTERS_MAX = 200
const URL_CHARACTERS_MAX = 2_000

const fault = (
  field: FormField,
  wrong: FormFault['wrong'],
  sequence: number | null = null,
): FormFault => ({ field, wrong, sequence })

/** Half of a pair of surrogates is no character. */
const line = (typed: string): string => cleanLine(typed.toWellFormed())
const member = (typed: string): string => cleanMember(typed.toWellFormed())

const isWebAddress = (typed: string): boolean =>
  typed.length <= URL_CHARACTERS_MAX && URL.canParse(typed) && /^https?:/i.test(typed)

const unknown = (field: FormField, schema: z.ZodType, typed: string): FormFault[] =>
  schema.safeParse(typed).success ? [] : [fault(field, 'unknown')]

const headnoteFaults = ({ sequence, summary, legalRuleType }: TypedHeadnote): FormFault[] => {
  const cleaned = member(summary)
  return [
    ...(isVisible(cleaned) ? [] : [fault('headnotes', 'missing', sequence)]),
    ...(cleaned.length > TEXT_LIMITS.summaryCharactersMax
      ? [fault('headnotes', 'too-long', sequence)]
      : []),
    ...(legalRuleType === '' || LegalRuleType.safeParse(legalRuleType).success
      ? []
      : [fault('headnotes', 'unknown', sequence)]),
  ]
}

const isEmpty = ({ summary, sourceText }: TypedHeadnote): boolean =>
  member(summary) === '' && member(sourceText) === ''

/** All that is wrong, in the order of the form. */
export const faultsOf = (form: EditorForm, text: string, isNew: boolean): FormFault[] => {
  const title = line(form.title)
  const cleaned = cleanText(text.toWellFormed())
  const tooLong = (field: FormField, value: string, max: number): FormFault[] =>
    value.length > max ? [fault(field, 'too-long')] : []
  return [
    ...(isVisible(title) ? [] : [fault('title', 'missing')]),
    ...tooLong('title', title, TEXT_LIMITS.titleCharactersMax),
    ...(isNew && form.slug !== '' ? unknown('slug', Slug, form.slug) : []),
    ...tooLong('abstract', member(form.abstract), TEXT_LIMITS.abstractCharactersMax),
    ...(isVisible(cleaned) ? [] : [fault('text', 'missing')]),
    ...(Buffer.byteLength(cleaned) > TEXT_LIMITS.contentBytesMax
      ? [fault('text', 'too-long')]
      : []),
    ...unknown('contentType', ContentType, form.contentType),
    ...(form.contentType === 'doctrine' && form.doctrineSubtype !== ''
      ? unknown('doctrineSubtype', DoctrineSubtype, form.doctrineSubtype)
      : []),
    ...(languageTag(form.language) === null ? [fault('language', 'unknown')] : []),
    ...form.jurisdiction.flatMap((one) => unknown('jurisdiction', Jurisdiction, one)),
    ...form.legalDomain.flatMap((one) => unknown('legalDomain', LegalDomain, one)),
    ...tooLong('licence', line(form.licence), LICENCE_CHARACTERS_MAX),
    ...tooLong('author', line(form.author), TEXT_LIMITS.authorCharactersMax),
    ...(form.sourceUrl.trim() === '' || isWebAddress(form.sourceUrl.trim())
      ? []
      : [fault('sourceUrl', 'unknown')]),
    ...(form.publishedAt === '' ? [] : unknown('publishedAt', Day, form.publishedAt)),
    ...form.headnotes.filter((one) => !isEmpty(one)).flatMap(headnoteFaults),
    ...form.concepts.flatMap((one) => unknown('concepts', ConceptId, one)),
  ]
}

// toSorted() without a comparator orders by UTF-16 code unit, as the hash profile asks.
const sortedSet = <T extends string>(values: readonly T[]): T[] => [...new Set(values)].toSorted()

const headnotesOf = ({ headnotes }: EditorForm): ArticleContent['headnotes'] =>
  headnotes
    .filter((one) => !isEmpty(one))
    .map(({ sequence, summary, sourceText, legalRuleType }) => ({
      sequence,
      summary: member(summary),
      sourceText: member(sourceText) || null,
      legalRuleType: LegalRuleType.nullable().catch(null).parse(legalRuleType),
    }))
    .toSorted((one, other) => one.sequence - other.sequence)

/** A concept that somebody assigned stays theirs; machines' concepts are not in the form. */
const conceptsOf = (
  { concepts }: EditorForm,
  before: ArticleContent | null,
): ArticleContent['concepts'] => {
  const known = before?.concepts ?? []
  const chosen = new Set(concepts)
  const kept = known.filter(({ id, assignedBy }) => assignedBy === 'machine' || chosen.has(id))
  const added = concepts.filter(
    (one) => !known.some(({ id, assignedBy }) => id === one && assignedBy !== 'machine'),
  )
  return [
    ...kept.filter(({ id }) => !added.includes(id)),
    ...[...new Set(added)].map((id) => ({
      id: ConceptId.parse(id),
      assignedBy: 'editor' as const,
      relevancePercent: null,
    })),
  ]
}

/** The parts of a ruling are places in its text, so they go with its words. */
const decisionOf = (
  before: ArticleContent | null,
  text: string,
): ArticleContent['judicialDecision'] => {
  const decision = before?.judicialDecision ?? null
  if (before === null || decision === null) return null
  return { ...decision, zones: moveZones(decision.zones, before.contentClean, text) }
}

/** The wording of a form without faults. */
export const contentOfForm = (
  form: EditorForm,
  text: string,
  { content: before, sourceId }: ContentBefore,
): ArticleContent => {
  const title = line(form.title)
  const author = line(form.author)
  const day = form.publishedAt === '' ? null : Day.parse(form.publishedAt)
  // The form shows a day alone, and the hour of an unchanged one is kept.
  const isSameDay = day !== null && before?.publishedAt?.startsWith(day) === true
  const { author: _, ...members } = before ?? {
    provision: null,
    judicialDecision: null,
    citations: [],
    source: { id: sourceId, version: null, url: null },
  }
  const contentClean = cleanText(text.toWellFormed())
  return {
    ...members,
    judicialDecision: decisionOf(before, contentClean),
    slug: before?.slug ?? (form.slug === '' ? slugFor(title, sourceId) : Slug.parse(form.slug)),
    title,
    abstract: member(form.abstract) || null,
    contentClean,
    language: languageTag(form.language) ?? 'fr',
    jurisdiction: sortedSet(form.jurisdiction.map((one) => Jurisdiction.parse(one))),
    legalDomain: sortedSet(form.legalDomain.map((one) => LegalDomain.parse(one))),
    contentType: ContentType.parse(form.contentType),
    doctrineSubtype:
      form.contentType === 'doctrine' && form.doctrineSubtype !== ''
        ? DoctrineSubtype.parse(form.doctrineSubtype)
        : null,
    headnotes: headnotesOf(form),
    concepts: conceptsOf(form, before),
    publishedAt: isSameDay ? (before?.publishedAt ?? null) : day && midnight(day),
    source: { ...members.source, url: form.sourceUrl.trim() || null },
    ...(author === '' ? {} : { author }),
    licence: line(form.licence) || null,
  }
}
