/** Days, lists and blanks as citations write them. */
import { MONTHS } from '../../toolkit/months.ts'

export type CitationLanguage = 'fr' | 'en'

/** Abbreviated months of the French publishers (SNE); short ones are written out. */
const SHORT_MONTHS = [
  'janv.',
  'févr.',
  'mars',
  'avr.',
  'mai',
  'juin',
  'juill.',
  'août',
  'sept.',
  'oct.',
  'nov.',
  'déc.',
] as const
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})/u
const DAY_CHARACTERS = 10

/** `YYYY-MM-DD` of a day or an instant; null where it is none. */
export const isoDay = (text: string | null): string | null =>
  text !== null && ISO_DAY.test(text) ? text.slice(0, DAY_CHARACTERS) : null

const printed = (day: string, months: readonly string[], first: string): string => {
  const [, year = '', month = '', date = ''] = ISO_DAY.exec(day) ?? []
  const number = Number(date)
  return `${number === 1 ? first : String(number)} ${months[Number(month) - 1] ?? ''} ${year}`
}

/** `1er juill. 2020`, as French publishers abbreviate days. */
export const shortDay = (day: string): string => printed(day, SHORT_MONTHS, '1er')

/** `1er juillet 2020`, `1 July 2020`. */
export const longDay = (language: CitationLanguage, day: string): string =>
  printed(day, MONTHS[language], language === 'fr' ? '1er' : '1')

const AND = { fr: 'et', en: 'and' } as const
/** `a, b et c`. */
export const listed = (language: CitationLanguage, values: readonly string[]): string => {
  const last = values.at(-1) ?? ''
  return values.length < 2 ? last : `${values.slice(0, -1).join(', ')} ${AND[language]} ${last}`
}

/** Parts with commas between them, without those that are missing. */
export const joined = (parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(', ')

/** Some publishers write the escape sequence of a line end into titles. */
const WRITTEN_LINE_END = /\\n(?!\p{Ll})/gu

/** One line: runs of blanks are one blank, which does not break if one of them did not. */
export const oneLine = (text: string): string =>
  text
    .replace(WRITTEN_LINE_END, ' ')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\s+/gu, (run) => (/[\u00a0\u202f]/u.test(run) ? '\u00a0' : ' '))
    .trim()

/** Without accents and in small letters. */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/’/gu, "'").toLowerCase()

/** A name within a sentence: `Fiche pratique` is `fiche pratique`. */
export const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)
