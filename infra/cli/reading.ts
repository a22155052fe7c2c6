/** Words of a command line become values here, by zod, where they enter. */
import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { z } from 'zod'
import { ACT_KINDS } from '#contracts/audit.ts'
import { ArticleContent, TEXT_LIMITS } from '#contracts/content.ts'
import { meantWord } from '#contracts/toolkit/closest.ts'
import { CATALOGUE, type ErrorCode } from '#contracts/errors/codes.ts'
import { Fault } from '#contracts/fault.ts'
import { UsageMonth } from '#contracts/http/usage.ts'
import { Day, Instant, Position, SemVer, Sha256Hex, Slug, TreatmentId } from '#contracts/ids.ts'
import { sayIssue } from '#contracts/web/http/schema-words.ts'
import { TreatmentType } from '#contracts/vocabulary/citator.ts'
import { COURTS } from '#contracts/vocabulary/courts.ts'
import { IntegrityCode } from '#contracts/vocabulary/integrity.ts'
import {
  Jurisdiction,
  LEGAL_DOMAINS,
  LegalDomain,
  LegalRuleType,
} from '#contracts/vocabulary/texts.ts'
import { TOKEN_TERMS } from '#ingest/editorial/staff/tokens.ts'
import { languageTag } from '#ingest/sources/languages.ts'
import type { Settings } from '../settings.ts'

/** Reads the settings when a command needs them: `verify` and `--help` need none. */
export type ReadSettings = () => Settings

type Reader<T> = (text: string) => T

/**
 * Reads a word by a schema. What the schema refuses is a fault of the code; without a code it is an
 * error of usage.
 */
const readBy =
  <S extends z.ZodType<unknown, string>>(
    schema: S,
    code?: ErrorCode,
    hintOf?: Reader<string>,
  ): Reader<z.output<S>> =>
  (text) => {
    const parsed = schema.safeParse(text, { error: sayIssue })
    if (parsed.success) return parsed.data
    if (code === undefined)
      throw new InvalidArgumentError(parsed.error.issues[0]?.message ?? 'it cannot be read')
    const [message, hint] = CATALOGUE[code]
    throw new Fault(code, `${JSON.stringify(text)}: ${message}`, {
      hint: hintOf?.(text) ?? hint ?? 'add --help for the whole usage',
    })
  }

/** The known word that was probably meant, and all of them. */
export const closestAmong =
  (known: readonly string[]): Reader<string> =>
  (text) => {
    const meant = meantWord(text, known)
    const list = known.join(', ')
    return meant === null ? `one of: ${list}` : `did you mean ${meant}? One of: ${list}`
  }

const wholeNumber = (from: number, to: number = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^\d{1,16}$/, { error: 'a whole number is expected' })
    .transform(Number)
    .pipe(
      z
        .int()
        .min(from, { error: `at least ${from}` })
        .max(to, { error: `at most ${to}` }),
    )

const PERCENT_MAX = 100

export const readGeneration = readBy(wholeNumber(1))
export const readSequence = readBy(wholeNumber(1), 'point-invalid')
export const readPosition = readBy(wholeNumber(0).pipe(Position), 'position-invalid')
export const readPercent = readBy(wholeNumber(0, PERCENT_MAX), 'confidence-invalid')
/** A number from 0 to 1, in percent. */
export const readRelevance = readBy(
  z
    .string()
    .regex(/^(?:0|1|[01]?\.\d{1,9}|1\.0)$/)
    .transform(Number)
    .pipe(z.number().min(0).max(1))
    .transform((part) => Math.round(part * PERCENT_MAX)),
  'relevance-invalid',
)
/** Whole days that an access token lasts. */
export const readTokenDays = readBy(wholeNumber(1, TOKEN_TERMS.daysMax), 'token-days-invalid')
export const readDay = readBy(Day, 'day-invalid')
export const readInstant = readBy(Instant, 'instant-invalid')
/** Milliseconds since 1970 of a day or an instant. */
export const readDayOrInstant = readBy(
  z.union([Day, Instant]).transform((text) => Date.parse(text)),
  'instant-invalid',
  () => 'write it like 2026-01-31 or 2026-01-31T12:00:00.000Z',
)
export const readMonth = readBy(UsageMonth, 'month-invalid')
export const readSlug = readBy(
  Slug,
  'slug-invalid',
  () => 'take the slug of a search hit or of an article',
)
export const readHash = readBy(Sha256Hex, 'hash-invalid')
export const readPersonId = readBy(z.uuid(), 'person-id-invalid')
export const readCommentId = readBy(z.uuid(), 'comment-id-invalid')
export const readTreatmentId = readBy(TreatmentId, 'treatment-id-invalid')
export const readTreatmentType = readBy(
  z.string().pipe(TreatmentType),
  'treatment-type-unknown',
  closestAmong(TreatmentType.options),
)
export const readCourt = readBy(
  z.string().refine((code) => COURTS.has(code)),
  'court-unknown',
  closestAmong([...COURTS.keys()]),
)
export const readDoubtCode = readBy(
  z.string().pipe(IntegrityCode),
  'doubt-code-unknown',
  closestAmong(IntegrityCode.options),
)
export const readRuleType = readBy(z.string().pipe(LegalRuleType), 'rule-type-unknown')
export const readActKind = readBy(
  z.string().pipe(z.enum(ACT_KINDS)),
  'kind-unknown',
  closestAmong(ACT_KINDS),
)
const PUBLISHER_CHARACTERS_MAX = 200
export const readPublisher = readBy(
  z.string().trim().min(1, { error: 'it is empty' }).max(PUBLISHER_CHARACTERS_MAX),
)
export const readLicence = readBy(ArticleContent.shape.licence.unwrap())
export const readTitle = readBy(z.string().trim().max(TEXT_LIMITS.titleCharactersMax))
export const readAuthor = readBy(
  z.string().trim().min(1, { error: 'it is empty' }).max(TEXT_LIMITS.authorCharactersMax),
)
const listOf = <T extends z.ZodType<unknown, string>>(member: T) =>
  z
    .string()
    .transform((words) => words.split(',').map((word) => word.trim()))
    .pipe(z.array(member))
/** Versions of a text, or `all`. */
export const readVersions: Reader<readonly SemVer[] | 'all'> = (text) =>
  text.trim() === 'all' ? 'all' : readVersionList(text)
const readVersionList = readBy(listOf(z.string().pipe(SemVer)))
export const readJurisdictions = readBy(
  listOf(z.string().pipe(Jurisdiction)),
  'jurisdiction-unknown',
  closestAmong(Jurisdiction.options),
)
export const readDomains = readBy(
  listOf(z.string().pipe(LegalDomain)),
  'legal-domain-unknown',
  closestAmong(LEGAL_DOMAINS),
)
export const readLanguage = readBy(
  z.string().transform((tag, context) => {
    const known = languageTag(tag)
    if (known === null) context.addIssue('no language is named so: write fr, en, ca …')
    return known ?? ''
  }),
)
export const readText = readBy(z.string().trim().min(1, { error: 'it is empty' }).max(10_000))

/** A text as a whole, or one of its headnotes. */
export type NamedPoint = { readonly slug: Slug; readonly sequence: number | null }
/** `SLUG` for a whole text, `SLUG#2` for its second headnote. */
export const readPoint: Reader<NamedPoint> = (words) => {
  const [name = '', number] = words.split('#', 2)
  return { slug: readSlug(name), sequence: number === undefined ? null : readSequence(number) }
}

export const jsonOption = () => new Option('--json', 'print one JSON object on stdout')
