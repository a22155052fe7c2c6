/** Filters of a search and their values as people write them. */
import { COURTS } from '#contracts/vocabulary/courts.ts'
import { domainLabel, LABELS } from '#contracts/vocabulary/labels.ts'
import { type Language, languageName, printersOf } from '#contracts/web/language.ts'
import { namesInWords } from './names-in-words.ts'
import { WORDS } from './words/words.ts'

/** The language of the labels, and the labels of the concepts that filters name, by id. */
export type LabelState = {
  readonly language: Language
  readonly concepts: ReadonlyMap<string, string>
}

/** Filters whose value is a day. */
export const DAYS: ReadonlySet<string> = new Set(['dateFrom', 'dateTo', 'asOf'])

const isMember = <T extends object>(names: T, value: string): value is string & keyof T =>
  Object.hasOwn(names, value)
export const named = (names: Readonly<Record<string, string>>, value: string): string =>
  isMember(names, value) ? (names[value] ?? value) : value

/** Several countries have courts of the same name. */
const SMALL_COUNTRIES: ReadonlySet<string> = new Set(['LU', 'MC', 'AD'])
const courtLabel = (language: Language, code: string): string => {
  const court = COURTS.get(code)
  if (court === undefined) return code
  const { name, jurisdiction } = court
  return SMALL_COUNTRIES.has(jurisdiction)
    ? `${name} (${LABELS[language].jurisdictions[jurisdiction]})`
    : name
}

export const isDay = (value: string): boolean => !Number.isNaN(Date.parse(value))

/** A value of a filter as people write it. */
export const valueLabel = (
  { language, concepts }: LabelState,
  field: string,
  value: string,
): string => {
  const labels = LABELS[language]
  if (DAYS.has(field)) return isDay(value) ? printersOf(language).date(value) : value
  switch (field) {
    case 'courts':
      return courtLabel(language, value)
    case 'legalDomains':
      return domainLabel(labels, value)
    case 'conceptIds':
      return concepts.get(value) ?? value
    case 'languages':
      return capitalised(language, languageName(language, value))
    case 'treatmentTypes':
      return named(labels.treatments, value)
    case 'cites':
    case 'identifiers':
    case 'provision':
      return namesInWords(language, [value]).join('')
    case 'inForce':
      return WORDS[language].search.onlyInForce
    case 'contentTypes':
    case 'jurisdictions':
    case 'courtLevels':
    case 'chambers':
    case 'solutions':
    case 'statusFlags':
    case 'doctrineSubtypes':
    case 'legalRuleTypes':
      return named(labels[field], value)
    default:
      return value
  }
}

const capitalised = (language: Language, name: string): string =>
  `${name.slice(0, 1).toLocaleUpperCase(language)}${name.slice(1)}`

export const fieldLabel = (language: Language, field: string): string =>
  WORDS[language].fields[field] ?? field
