import { TEXT_LIMITS } from '#contracts/content.ts'
import type { ErrorCode } from '#contracts/errors/codes.ts'
import { Day, Instant, midnight } from '#contracts/ids.ts'
import type { ImportRecord } from './import-record.ts'
import {
  ContentType,
  DoctrineSubtype,
  Jurisdiction,
  LEGAL_DOMAINS,
  LegalRuleType,
} from '#contracts/vocabulary/texts.ts'
import { isVisible } from '#contracts/toolkit/visible.ts'
import { isSlug } from '#contracts/canonical/identity.ts'
import { shown, unknownValue } from './issue-refusal.ts'
import { FAULTS_MAX, type RecordFault } from './source-item.ts'
import { languageNamed, LANGUAGES, languageTag } from './languages.ts'

type Found = RecordFault | null
type Check = (record: ImportRecord) => Found | readonly Found[]

const refuse = (path: string, refused: ErrorCode, reason: string, hint: string): RecordFault => ({
  path,
  refused,
  reason,
  hint,
})

const blank = (path: string, text: string): RecordFault | null => {
  if (isVisible(text)) return null
  const wrong = text.trim() === '' ? 'is empty' : 'has no visible character'
  const hint = `give the ${path}, or leave the record out`
  return refuse(path, 'member-empty', `${path} ${wrong}`, hint)
}

const inList = (
  path: string,
  refused: ErrorCode,
  value: string | null | undefined,
  allowed: readonly string[],
): RecordFault | null =>
  value === null || value === undefined || allowed.includes(value)
    ? null
    : unknownValue(path, refused, value, allowed)

/** Each value that is not in the list; no more than is reported. */
const allInList = (
  path: string,
  refused: ErrorCode,
  values: readonly string[] | undefined,
  allowed: readonly string[],
): RecordFault[] =>
  (values ?? [])
    .map((value, index) => ({ value, index }))
    .filter(({ value }) => !allowed.includes(value))
    .slice(0, FAULTS_MAX + 1)
    .map(({ value, index }) => unknownValue(`${path}.${index}`, refused, value, allowed))

/**
 * An instant of a source: a day, or a date and time of RFC 3339 with its offset; null if it is
 * neither.
 */
export const instantOf = (given: string): Instant | null => {
  const day = Day.safeParse(given)
  if (day.success) return midnight(day.data)
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/.test(given)) {
    return null
  }
  // The day is checked separately, since Date takes 31 February for 2 March.
  if (!Day.safeParse(given.slice(0, 'YYYY-MM-DD'.length)).success) return null
  const time = Date.parse(given)
  const instant = Instant.safeParse(Number.isNaN(time) ? '' : new Date(time).toISOString())
  return instant.success ? instant.data : null
}

const publishedAt: Check = ({ publishedAt: given }) =>
  given === null || given === undefined || instantOf(given) !== null
    ? null
    : refuse(
        'publishedAt',
        'date-invalid',
        `publishedAt is not a date: ${shown(given)}`,
        'write the day as YYYY-MM-DD, or the instant as 2024-05-02T10:00:00Z',
      )

const validity: Check = ({ validFrom, validTo }) =>
  validFrom && validTo && validTo < validFrom
    ? refuse(
        'validTo',
        'validity-reversed',
        `the text ends (${validTo}) before it begins (${validFrom})`,
        'swap validFrom and validTo; both days are inclusive',
      )
    : null

const language: Check = ({ language: given }) =>
  given === undefined || languageTag(given) !== null
    ? null
    : unknownValue('language', 'language-unknown', given, LANGUAGES, languageNamed(given))

const slug: Check = ({ slug: given }) =>
  given === undefined || isSlug(given)
    ? null
    : refuse(
        'slug',
        'slug-invalid',
        `the slug ${shown(given)} has other characters than a-z, 0-9 and single hyphens, or is too long`,
        'correct it, or leave it out: one is made from the title',
      )

const headnotes: Check = ({ headnotes: given }) => {
  const seen = new Set<number>()
  // A record with more has a fault of its own for that.
  const checked = (given ?? []).slice(0, TEXT_LIMITS.headnotesMax)
  return checked.flatMap(({ sequence, summary, legalRuleType }, index): Found[] => {
    const path = `headnotes.${index}`
    const isRepeated = seen.has(sequence)
    seen.add(sequence)
    return [
      isRepeated
        ? refuse(
            `${path}.sequence`,
            'headnote-sequence-repeated',
            `two headnotes have the number ${sequence}`,
            'number them 1, 2, 3 …',
          )
        : null,
      blank(`${path}.summary`, summary),
      inList(
        `${path}.legalRuleType`,
        'legal-rule-type-unknown',
        legalRuleType,
        LegalRuleType.options,
      ),
    ]
  })
}

const ECLI_PARTS =
  /^ECLI:[A-Z]{2}:[A-Z0-9]{1,7}:(?<year>\d{4}):(?<ordinal>.*?)(?:\.(?<day>\d{8}))?$/iu

/** The Conseil d'État ends its ECLI with the day; all others carry the year alone. */
const ecli: Check = ({ judicialDecision: decision }) => {
  // Its members are parsed later, so their types are unknown here.
  const { ecli: given, decisionDate: date } = decision ?? {}
  if (typeof given !== 'string' || typeof date !== 'string') return null
  const { year, day } = ECLI_PARTS.exec(given.trim())?.groups ?? {}
  const isOther =
    (day !== undefined && day !== date.replaceAll('-', '')) || year !== date.slice(0, 4)
  return year === undefined || !isOther
    ? null
    : refuse(
        'judicialDecision.ecli',
        'ecli-date-disagrees',
        `the ECLI ${shown(given)} is of another ${day === undefined ? 'year' : 'day'} than the decision (${date})`,
        'look which of the two is right on the page of the court, and correct the other',
      )
}

/** An address is shown as a link: nothing that a browser runs, and nothing that ends the link. */
const sourceUrl: Check = ({ source: { url } }) => {
  if (url === null || url === undefined || url === '') return null
  const isWeb = /^https?:\/\/[^\s<>"`]+$/i.test(url) && URL.canParse(url)
  return isWeb
    ? null
    : refuse(
        'source.url',
        'url-not-web',
        'source.url is not an address of the web',
        'give the whole address of the page, with http:// or https://, or leave it out',
      )
}

const CHECKS: readonly Check[] = [
  ({ title }) => blank('title', title),
  ({ text }) => blank('text', text),
  ({ source }) => blank('source.id', source.id),
  sourceUrl,
  (record) =>
    inList('contentType', 'content-type-unknown', record.contentType, ContentType.options),
  (record) =>
    inList(
      'doctrineSubtype',
      'doctrine-subtype-unknown',
      record.doctrineSubtype,
      DoctrineSubtype.options,
    ),
  ({ jurisdiction }) =>
    allInList('jurisdiction', 'jurisdiction-unknown', jurisdiction, Jurisdiction.options),
  ({ legalDomain }) => allInList('legalDomain', 'legal-domain-unknown', legalDomain, LEGAL_DOMAINS),
  language,
  publishedAt,
  validity,
  slug,
  headnotes,
  ecli,
]

/** Every invalid value: not in its vocabulary, not a date, or contradicting another. */
export const checkValues = (record: ImportRecord): RecordFault[] =>
  CHECKS.flatMap((check) => check(record)).filter((fault) => fault !== null)
