/** Languages of the pages, and how numbers and dates are printed in them. */
import { MICRO_PER_USD } from '../tariff.ts'

export type Language = 'fr' | 'en'
/** The first one is the default. */
export const LANGUAGES = ['fr', 'en'] as const satisfies readonly Language[]
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { fr: 'Français', en: 'English' }

export const asLanguage = (text: unknown): Language | null =>
  LANGUAGES.find((one) => one === text) ?? null

const LOCALES: Readonly<Record<Language, string>> = { fr: 'fr-FR', en: 'en-GB' }
const NAMES: Readonly<Record<Language, Intl.DisplayNames>> = {
  fr: new Intl.DisplayNames('fr', { type: 'language' }),
  en: new Intl.DisplayNames('en', { type: 'language' }),
}
/** A language tag (BCP 47) in words; a text that is no tag stays as it is. */
export const languageName = (language: Language, tag: string): string => {
  try {
    return NAMES[language].of(tag) ?? tag
  } catch {
    return tag
  }
}
const DATE = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
const DAY = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
const TIME = { ...DATE, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const
const MIDNIGHT = /T00:00:00\.000Z$/
const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const

/** Dates are those of UTC, as bills are. */
export const printersOf = (language: Language) => {
  const locale = LOCALES[language]
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'code',
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  })
  const count = new Intl.NumberFormat(locale)
  const first = (text: string): string => (language === 'fr' ? text.replace(/^1 /, '1er ') : text)
  const dates = new Intl.DateTimeFormat(locale, DATE)
  const times = new Intl.DateTimeFormat(locale, TIME)
  const days = new Intl.DateTimeFormat(locale, DAY)
  const date = (ms: number): string => first(dates.format(ms))
  const month = new Intl.DateTimeFormat(locale, MONTH)
  return {
    usd: (microUsd: number): string => money.format(microUsd / MICRO_PER_USD),
    count: (value: number): string => count.format(value),
    date: (text: string): string => date(Date.parse(text)),
    /** A day without its year. */
    day: (text: string): string => first(days.format(Date.parse(text))),
    time: (text: string): string => first(times.format(Date.parse(text))),
    /** An end: midnight is printed as the day before. */
    end: (text: string): string =>
      MIDNIGHT.test(text) ? date(Date.parse(text) - 1) : first(times.format(Date.parse(text))),
    month: (text: string): string => month.format(Date.parse(`${text}-01`)),
  }
}
export type Printers = ReturnType<typeof printersOf>
