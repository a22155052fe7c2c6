/**
 * How references to law are written, and the one spelling that each is compared in: numbers of
 * articles and of decisions, ECLI, CELEX, identifiers of Légifrance, months. The analysis of words
 * for the search, the recogniser in running text and the reader of queries build their patterns
 * from these. Sources of patterns are for text in small letters and have no groups.
 */

/** Hyphens that join. The en dash is left out: between numbers it means a range. */
export const HYPHEN = '[-\\u2010\\u2011\\u2212]'
const HYPHENS = new RegExp(HYPHEN, 'gu')
export const plainHyphens = (written: string): string => written.replace(HYPHENS, '-')

/** The letters before the number of a codified article: `L.`, `R.`, `L.O.`, `LP`. */
export const ARTICLE_PREFIX = '(?:l\\.? ?o|lp|[lrda])'
/** An ECLI, read generously. */
export const ECLI = 'ecli:[a-z]{2}:[a-z0-9]{1,7}:\\d{4}:[a-z0-9.]{0,24}[a-z0-9]'
/** What follows the first character of a CELEX number. */
export const CELEX_TAIL = '\\d{4}[a-z]{1,2}\\d{4}(?:\\(\\d{2}\\))?'
/** An appeal to the Cour de cassation: `19-60.222`, `19-60222`. */
export const APPEAL_NUMBER = '\\d{2}-\\d{2}\\.?\\d{3}'
/** A case of the courts of the Union: `C-311/18`. */
export const EUROPEAN_CASE = '[ctf]-\\d{1,4}/\\d{2}'
/** Kinds of decision of the Conseil constitutionnel that follow a number. */
export const CONSTITUTIONAL_KINDS = 'dc|qpc|lp|lom|fnr|elec|org'
/** Joined cases that a publisher gives as one value: `19-60.222, 19-60.223`. */
export const JOINED_NUMBERS = /(?<!\s)\s*[,;]\s*|(?<!\s)\s+et\s+/u

/**
 * One spelling of an article number: `L. 1221-1` and `l 1221-1` are `l1221-1`; the star of a
 * decree's rank goes.
 */
export const articleNumberForm = (written: string): string =>
  plainHyphens(written.toLowerCase()).replace(/[\s\u202f.*]/gu, '')

/** One spelling of a docket number, with its dot: `19-60222` is `19-60.222`. */
export const docketForm = (written: string): string => {
  const digits = written.replace(/\D/gu, '')
  return `${digits.slice(0, 2)}-${digits.slice(2, 4)}.${digits.slice(4)}`
}

/** `2020-800 DC` is `2020-800dc`. */
export const constitutionalForm = (written: string): string =>
  plainHyphens(written.toLowerCase()).replace(/[\s\u202f]/gu, '')

/** `C‑311/18` is `c-311/18`. */
export const europeanForm = (written: string): string => plainHyphens(written.toLowerCase())
