/** Dates of the desk: people who publish plan in local time, so it is that of Paris. */
import type { Instant } from '#contracts/ids.ts'
import type { Language } from '#contracts/web/language.ts'

export const DESK_ZONE = 'Europe/Paris'
const LOCALES: Readonly<Record<Language, string>> = { fr: 'fr-FR', en: 'en-GB' }

const printersIn = (locale: string) => ({
  short: new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: DESK_ZONE,
  }),
  long: new Intl.DateTimeFormat(locale, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: DESK_ZONE,
  }),
  count: new Intl.NumberFormat(locale),
})
const PRINTERS = { fr: printersIn(LOCALES.fr), en: printersIn(LOCALES.en) }

export const shortTime = (language: Language, at: Instant): string =>
  PRINTERS[language].short.format(Date.parse(at))
export const longTime = (language: Language, at: Instant): string =>
  PRINTERS[language].long.format(Date.parse(at))
export const printCount = (language: Language, count: number): string =>
  PRINTERS[language].count.format(count)
