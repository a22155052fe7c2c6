import { ArticleContent, TEXT_LIMITS, type Validity } from '#contracts/content.ts'
import { JudicialDecision, JudicialDecisionShape } from '#contracts/decision.ts'
import { refusalByCode } from '#contracts/fault.ts'
import { slugFor } from '#contracts/canonical/identity.ts'
import { Day, type Instant } from '#contracts/ids.ts'
import type { ImportRecord } from '../sources/import-record.ts'
import { isVisible } from '#contracts/toolkit/visible.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import { COURTS } from '#contracts/vocabulary/courts.ts'
import { faultsOfIssues } from '../sources/issue-refusal.ts'
import { type RecordFault, type RecordRefusal, refusalOfFaults } from '../sources/source-item.ts'
import { cleanLine, cleanMember, cleanStrings, cleanText } from './clean.ts'
import { integrityFlagsOf } from './integrity.ts'
import { languageTag } from '../sources/languages.ts'
import { checkValues, instantOf } from '../sources/record-checks.ts'

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

const TEXT_OUTSIDE: RecordFault = {
  ...refusalByCode('zone-outside-text'),
  path: 'judicialDecision.zones',
}

/** Maps zones from the original to the cleaned text, which may be shorter. */
const withCleanZones = (
  decision: JudicialDecision,
  text: string,
): JudicialDecision | readonly RecordFault[] => {
  const isOutside = decision.zones.some(({ start, end }) => start > end || end > text.length)
  if (isOutside) return [TEXT_OUTSIDE]
  const cleaned = (offset: number): number => cleanText(text.slice(0, offset)).length
  const zones = decision.zones.map(({ name, start, end }) => ({
    name,
    start: cleaned(start),
    end: cleaned(end),
  }))
  return { ...decision, zones }
}

const decisionOf = (record: ImportRecord): JudicialDecision | null | readonly RecordFault[] => {
  const given: unknown = record.judicialDecision ?? null
  if (given === null) return null
  const isMembers = typeof given === 'object' && !Array.isArray(given)
  const input = isMembers ? cleanStrings(statedMembers(given)) : given
  const parsed = JudicialDecision.safeParse(input)
  return parsed.success
    ? withCleanZones(parsed.data, record.text)
    : faultsOfIssues(parsed.error, JudicialDecisionShape, input, 'judicialDecision')
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

const tooLarge = (contentClean: string): RecordFault | null => {
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
const emptied = ({ title, contentClean }: CleanTexts): RecordFault | null => {
  if (isVisible(title) && isVisible(contentClean)) return null
  const path = isVisible(title) ? 'text' : 'title'
  return {
    path,
    refused: 'member-empty',
    reason: `${path} has no visible character`,
    hint: `give the ${path}, or leave the record out`,
  }
}

const isFaulty = (
  found: JudicialDecision | null | readonly RecordFault[],
): found is readonly RecordFault[] => Array.isArray(found)

/** The text has another name in a record. */
const ofRecord = (fault: RecordFault): RecordFault =>
  fault.path === 'contentClean' ? { ...fault, path: 'text' } : fault

/** A second fault of one member, or of what holds a faulty one, says nothing new. */
const allFaults = (faults: readonly RecordFault[]): RecordFault[] => {
  const told = new Set<string>()
  return faults.filter(({ path }) => {
    if (told.has(path)) return false
    for (let part = path; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('.'))))
      told.add(part)
    return true
  })
}

const day = (given: string | null | undefined): Day | null => (given ? Day.parse(given) : null)

/**
 * Cleans a record and makes its content (contracts/conventions/canonical-form.md) with the doubts
 * of the import, detected at `time`. Pure. Refusals name the member. `licenceDefault` is that of
 * the official source; null: all rights reserved.
 */
export const recordToContent = (
  record: ImportRecord,
  time: Instant,
  licenceDefault: string | null = null,
): RecordContent | RecordRefusal => {
  const texts = { title: cleanLine(record.title), contentClean: cleanText(record.text) }
  const found = decisionOf(record)
  const decision = isFaulty(found) ? null : found
  const input = contentInput(record, texts, decision, licenceDefault)
  const parsed = ArticleContent.safeParse(input)
  const faults = allFaults([
    ...checkValues(record),
    ...[emptied(texts), tooLarge(texts.contentClean)].filter((fault) => fault !== null),
    ...(isFaulty(found) ? found : []),
    ...(parsed.success ? [] : faultsOfIssues(parsed.error, ArticleContent, input)).map(ofRecord),
  ])
  const refused = refusalOfFaults(faults)
  if (refused !== null) return refused
  if (!parsed.success) throw new RangeError('a failed parsing names an issue')
  const content = parsed.data
  const validity = { validFrom: day(record.validFrom), validTo: day(record.validTo) }
  return { content, validity, flags: integrityFlagsOf(record, content, time) }
}
