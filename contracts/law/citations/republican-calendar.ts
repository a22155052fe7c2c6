/**
 * Days of the French republican calendar (1792 to 1805), in which acts that are still in force are
 * dated: `29 floréal an X` is 19 May 1802.
 */

const MONTHS =
  'vendemiaire brumaire frimaire nivose pluviose ventose germinal floreal prairial messidor thermidor fructidor'.split(
    ' ',
  )
const YEARS = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv'.split(' ')
/** Of each year, the day of September on which it began; the first began in 1792. */
const FIRST_DAYS = [22, 22, 22, 23, 22, 22, 22, 23, 23, 23, 23, 24, 23, 23]
const FIRST_YEAR = 1792
const SEPTEMBER = 8
const DAYS_OF_MONTH = 30

/** Source of a pattern for such a day in flat text, without groups. */
export const REPUBLICAN_DAY = `(?:1er|\\d{1,2}) {1,2}(?:${MONTHS.join('|')}),? {1,2}an {1,2}(?:[ivx]{1,4}|\\d{1,2})(?![a-z0-9])`

const WRITTEN = /^(\d{1,2})(?:er)? +([a-z]+),? +an +([ivx]+|\d{1,2})$/u

/** Its `YYYY-MM-DD`, or null where there is no such day. */
export const gregorianOf = (flat: string): string | null => {
  const [, day = '', name = '', written = ''] = WRITTEN.exec(flat) ?? []
  const year = /^\d/u.test(written) ? Number(written) - 1 : YEARS.indexOf(written)
  const [month, first] = [MONTHS.indexOf(name), FIRST_DAYS[year]]
  const inMonth = Number(day)
  if (month < 0 || first === undefined || inMonth < 1 || inMonth > DAYS_OF_MONTH) return null
  const since = month * DAYS_OF_MONTH + inMonth - 1
  return new Date(Date.UTC(FIRST_YEAR + year, SEPTEMBER, first + since)).toISOString().slice(0, 10)
}
