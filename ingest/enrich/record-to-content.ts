import { ArticleContent, TEXT_LIMITS, type Validity } from '#contracts/content.ts'
import { JudicialDecision, JudicialDecisionShape } from '#contracts/decision.ts'
import { isRefusal, refusalByCode } from '#contracts/fault.ts'
import { slugFor } from '#contracts/canonical/identity.ts'
import { Day, type Instant } from '#contracts/ids.ts'
import type { ImportRecord } from '../sources/import-record.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import { COURTS } from '#contracts/vocabulary/courts.ts'
import { firstRefusal } from '../sources/issue-refusal.ts'
import type { RecordRefusal } from '../sources/source-item.ts'
import { cleanLine, cleanMember, cleanStrings, cleanText } from './clean.ts'
import { integrityFlagsOf } from './integrity.ts'
import { languageTag } from './languages.ts'
import { checkValues, instantOf } from './record-checks.ts'

/** The content of a record with its validity and doubts. */
export type RecordContent = {
  readonly content: ArticleContent
  readonly validity: Validity
  readonly flags: readonly IntegrityFlag[]
}

const LANGUAGE_DEFAULT = 'fr'
const MEBIBYTE = 1024 * 1024

// toSorted() without a comparator orders by UTF-16 code unit, as the hash profile asks.
const sortedSet = <T extends string>(values: readonly T[]): T[] => [...new Set(values)].toSorted()

/**
 * The stated members: without `id`, which is derived, and without `null`, which equals a missing
 * member.
 */
const statedMembers = (decision: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(decision).filter(([name, value]) => name !== 'id' && value !== null),
  )

const TEXT_OUTSIDE: RecordRefusal = {
  ...refusalByCode('zone-outside-text'),
  path: 'judicialDecision.zones',
}

/** Maps zones from the original to the cleaned text, which may be shorter. */
const withCleanZones = (
  decision: JudicialDecision,
  text: string,
): JudicialDecision | RecordRefusal => {
  const isOutside = decision.zones.some(({ start, end }) => start > end || end > text.length)
  if (isOutside) return TEXT_OUTSIDE
  const cleaned = (offset: number): number => cleanText(text.slice(0, offset)).length
  const zones = decision.zones.map(({ name, start, end }) => ({
    name,
    start: cleaned(start),
    end: cleaned(end),
  }))
  return { ...decision, zones }
}

const decisionOf = (record: ImportRecord): JudicialDecision | null | RecordRefusal => {
  const given: unknown = record.judicialDecision ?? null
  if (given === null) return null
  const isMembers = typeof given === 'object' && !Array.isArray(given)
  const input = isMembers ? cleanStrings(statedMembers(given)) : given
  const parsed = JudicialDecision.safeParse(input)
  return parsed.success
    ? withCleanZones(parsed.data, record.text)
    : firstRefusal(parsed.error, JudicialDecisionShape, input, 'judicialDecision')
}

/** The jurisdiction of a record, by default that of its court. */
const jurisdictionOf = (record: ImportRecord, decision: JudicialDecision | null): string[] => {
  if (record.jurisdiction !== undefined) return sortedSet(record.jurisdiction)
  const ofCourt =
    decision?.jurisdiction ?? COURTS.get(decision?.courtCode ?? '')?.jurisdiction ?? null
  return ofCourt === null ? [] : [ofCourt]
}

const headnotesOf = (record: ImportRecord): unknown[] =>
  (record.headnotes ?? [])
    .map(({ sequence, summary, sourceText, legalRuleType }) => ({
      sequence,
      summary: cleanMember(summary),
      sourceText: cleanMember(sourceText ?? '') || null,
      legalRuleType: legalRuleType ?? null,
    }))
    .toSorted((a, b) => a.sequence - b.sequence)

type CleanTexts = { readonly title: string; readonly contentClean: string }

const contentInput = (
  record: ImportRecord,
  { title, contentClean }: CleanTexts,
  decision: JudicialDecision | null,
  licenceDefault: string | null,
): unknown => {
  const { source } = record
  const author = cleanLine(record.author ?? '')
  const isDoctrine = record.contentType === 'doctrine'
  return {
    slug: record.slug ?? slugFor(title, source.id),
    title,
    abstract: cleanMember(record.abstract ?? '') || null,
    contentClean,
    language: languageTag(record.language ?? LANGUAGE_DEFAULT),
    jurisdiction: jurisdictionOf(record, decision),
    legalDomain: sortedSet(record.legalDomain ?? []),
    contentType: record.contentType,
    doctrineSubtype: isDoctrine ? (record.doctrineSubtype ?? null) : null,
    headnotes: headnotesOf(record),
    concepts: [],
    judicialDecision: decision,
    publishedAt: record.publishedAt ? instantOf(record.publishedAt) : null,
    provision: cleanStrings(record.provision ?? null, cleanLine),
    citations: cleanStrings(record.citations ?? [], cleanLine),
    source: { id: source.id, version: source.version || null, url: source.url || null },
    ...(author === '' ? {} : { author }),
    licence: record.licence || source.licence || decision?.licence || licenceDefault,
  }
}

const tooLarge = (contentClean: string): RecordRefusal | null => {
  const bytes = Buffer.byteLength(contentClean)
  if (bytes <= TEXT_LIMITS.contentBytesMax) return null
  const limit = `${TEXT_LIMITS.contentBytesMax / MEBIBYTE} MiB`
  return {
    path: 'text',
    refused: 'text-too-large',
    reason: `the text has ${(bytes / MEBIBYTE).toFixed(1)} MiB of UTF-8, above its limit of ${limit}`,
    hint: 'split it at a section',
  }
}

/** A text of control characters alone is empty after cleaning. */
const emptied = ({ title, contentClean }: CleanTexts): RecordRefusal | null => {
  if (title !== '' && contentClean.trim() !== '') return null
  const path = title === '' ? 'title' : 'text'
  return {
    path,
    refused: 'member-empty',
    reason: `${path} has no visible character`,
    hint: `give the ${path}, or leave the record out`,
  }
}

const day = (given: string | null | undefined): Day | null => (given ? Day.parse(given) : null)

/**
 * Cleans a record and makes its content (contracts/conventions/canonical-form.md) with the doubts
 * of the import, detected at `time`. Pure. Refusals name the member. `licenceDefault` is that of the
 * official source; null: all rights reserved.
 */
export const recordToContent = (
  record: ImportRecord,
  time: Instant,
  licenceDefault: string | null = null,
): RecordContent | RecordRefusal => {
  const refused = checkValues(record)
  if (refused !== null) return refused
  const texts = { title: cleanLine(record.title), contentClean: cleanText(record.text) }
  const bad = emptied(texts) ?? tooLarge(texts.contentClean)
  if (bad !== null) return bad
  const decision = decisionOf(record)
  if (isRefusal(decision)) return decision
  const input = contentInput(record, texts, decision, licenceDefault)
  const parsed = ArticleContent.safeParse(input)
  if (!parsed.success) return firstRefusal(parsed.error, ArticleContent, input)
  const content = parsed.data
  const validity = { validFrom: day(record.validFrom), validTo: day(record.validTo) }
  return { content, validity, flags: integrityFlagsOf(record, content, time) }
}
