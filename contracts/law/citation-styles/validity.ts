/** The days of a wording, and the countries whose law it is. */
import type { Jurisdiction } from '../../vocabulary/texts.ts'
import type { CitedText } from './cited-text.ts'
import type { CitationLanguage } from './print.ts'

const OF_LAW: ReadonlySet<string> = new Set(['legislation', 'regulation', 'convention_collective'])
/** Whether a citation names the days of the wording: law changes, other texts are dated. */
export const hasValidity = ({ contentType }: CitedText): boolean => OF_LAW.has(contentType)

type Printing = {
  /** The day that was asked for. */
  readonly day: string | null
  readonly print: (day: string) => string
  readonly language: CitationLanguage
  /**
   * Consolidated versions of acts of the Union have a day of their own, which is not that of entry
   * into force.
   */
  readonly isUnion: boolean
}

const WORDS = {
  fr: {
    on: (day: string) => `version en vigueur au ${day}`,
    between: (from: string, to: string) => `version en vigueur du ${from} au ${to}`,
    since: (from: string) => `version en vigueur depuis le ${from}`,
    until: (to: string) => `version en vigueur jusqu'au ${to}`,
    of: (from: string) => `version du ${from}`,
    ofUntil: (from: string, to: string) => `version du ${from}, jusqu'au ${to}`,
  },
  en: {
    on: (day: string) => `version in force on ${day}`,
    between: (from: string, to: string) => `version in force from ${from} to ${to}`,
    since: (from: string) => `version in force since ${from}`,
    until: (to: string) => `version in force until ${to}`,
    of: (from: string) => `version of ${from}`,
    ofUntil: (from: string, to: string) => `version of ${from}, until ${to}`,
  },
} as const

/** `version en vigueur depuis le 1er oct. 2016`; null where no day is known. */
export const validityOf = (
  { validity: { validFrom, validTo } }: CitedText,
  { day, print, language, isUnion }: Printing,
): string | null => {
  const words = WORDS[language]
  if (day !== null) return words.on(print(day))
  if (validFrom !== null && validTo !== null) {
    const between = isUnion ? words.ofUntil : words.between
    return between(print(validFrom), print(validTo))
  }
  if (validFrom !== null) return (isUnion ? words.of : words.since)(print(validFrom))
  return validTo === null ? null : words.until(print(validTo))
}

const COUNTRIES: Readonly<Record<CitationLanguage, Readonly<Record<Jurisdiction, string | null>>>> =
  {
    fr: { FR: 'France', LU: 'Luxembourg', MC: 'Monaco', AD: 'Andorre', EU: null },
    en: { FR: 'France', LU: 'Luxembourg', MC: 'Monaco', AD: 'Andorra', EU: null },
  }
/** Null for the Union, which is no country. */
export const countryName = (
  language: CitationLanguage,
  jurisdiction: Jurisdiction,
): string | null => COUNTRIES[language][jurisdiction]

const SAYS: Readonly<Record<Jurisdiction, RegExp | null>> = {
  FR: /fran[cç]/iu,
  LU: /luxemb|grand-duc/iu,
  MC: /monac|monég/iu,
  AD: /andorr/iu,
  EU: null,
}
/** Whether a name already says to which country its law belongs. */
export const namesCountry = (name: string, jurisdiction: Jurisdiction): boolean =>
  SAYS[jurisdiction]?.test(name) === true
