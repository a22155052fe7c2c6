import { gregorianOf, REPUBLICAN_DAY } from './republican-calendar.ts'

/** The names of each month in flat text, French first, then abbreviations and Catalan. */
const MONTHS: readonly string[] = [
  'janvier|janv|jan|gener',
  'fevrier|fevr|fev|febrer',
  'mars|marc',
  'avril|avr|abril',
  'mai|maig',
  'juin|juny',
  'juillet|juill|juil|juliol',
  'aout|agost',
  'septembre|sept|setembre',
  'octobre|oct|octubre',
  'novembre|nov|novembre',
  'decembre|dec|desembre',
]
/** The French months in order, in flat text. */
export const FRENCH_MONTHS: readonly string[] = MONTHS.map((names) => names.split('|')[0] ?? '')
const MONTH_OF = new Map(
  MONTHS.flatMap((names, index) =>
    names.split('|').map((name): [string, number] => [name, index + 1]),
  ),
)
const MONTH = MONTHS.join('|')

/**
 * Source of a pattern for a day in flat text, without groups: `1er mars 2020`, `25 nov. 2020`,
 * `4.5.2016`, `28-9-2022`, `28 d'octubre de 2021`, `29 floréal an X`.
 */
export const DATE =
  `(?:(?:1er|\\d{1,2}) {1,2}(?:d'|de )?(?:${MONTH})\\.? {1,2}(?:de |del )?\\d{4}(?!\\d)|` +
  `\\d{1,2}[./-]\\d{1,2}[./-]\\d{4}(?!\\d)|\\d{4}-\\d{2}-\\d{2}(?!\\d)|${REPUBLICAN_DAY})`

const WORDED = new RegExp(`^(1er|\\d{1,2}) +(?:d'|de )?(${MONTH})\\.? +(?:de |del )?(\\d{4})$`, 'u')
const NUMERIC = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/u
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/u

const iso = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day))
  const same = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1
  return same && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null
}

/** `YYYY-MM-DD` of a day in flat text, or null where there is no such day. */
export const dayOf = (flat: string): string | null => {
  const worded = WORDED.exec(flat)
  if (worded !== null) {
    const [, day = '', month = '', year = ''] = worded
    return iso(Number(year), MONTH_OF.get(month) ?? 0, Number.parseInt(day, 10))
  }
  const numeric = NUMERIC.exec(flat)
  if (numeric !== null) return iso(Number(numeric[3]), Number(numeric[2]), Number(numeric[1]))
  const plain = ISO.exec(flat)
  return plain === null
    ? gregorianOf(flat)
    : iso(Number(plain[1]), Number(plain[2]), Number(plain[3]))
}

/** A month's name after a number: the number is a day, not an article. */
export const MONTH_NAME = MONTH
