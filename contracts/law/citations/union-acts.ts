import { CITATION_LIMITS, type CitedWork } from '../../citation.ts'
import { matchAt, sticky, type Flat } from './flat.ts'
import type { Nature, Work } from './work.ts'

const COMMUNITY = '(?:ue, euratom|ue|eu|ceca|cee|ce|ec|eec|euratom|jai|pesc)'
const HEAD = new RegExp(
  '(?<![a-z0-9])(reglements?|regulations?|directives?|decisions?-cadres?|decisions?)' +
    "(?: d'execution| deleguee?s?| delegate?d?| implementing| modifiee?)?" +
    `(?: ${COMMUNITY})?(?: du parlement europeen et du conseil| du conseil| de la commission)?(?= |\\()`,
  'gu',
)
const ONE = sticky(
  `(?:,? ?(?:et|ou|and|,|;)? ?(?:(?:le|la|les|du|de la) )?)?(?: ?\\(${COMMUNITY}\\))?(?: ?(n°|nos?\\.?|numero))? ?` +
    `(\\d{1,4})/(\\d{1,4})(?:/${COMMUNITY}(?![a-z]))?(?![a-z0-9/])`,
)
const FIRST_YEAR = 1951
const LAST_YEAR = 2099
const CENTURY = 1900
const NUMBER_DIGITS = 4
/** From 2015 on, every act puts its year first (interinstitutional style guide). */
const YEAR_FIRST_SINCE = 2015

const LETTERS: readonly (readonly [prefix: string, letter: string, nature: Nature])[] = [
  ['reglement', 'r', 'reglement'],
  ['regulation', 'r', 'reglement'],
  ['directive', 'l', 'directive'],
  ['decision-cadre', 'f', 'decision'],
  ['decision', 'd', 'decision'],
]

const yearOf = (digits: string): number | null => {
  const year = digits.length === 2 ? CENTURY + Number(digits) : Number(digits)
  return digits.length !== 3 && year >= FIRST_YEAR && year <= LAST_YEAR ? year : null
}

/**
 * CELEX of an act: directives and decisions put the year first, regulations the number until 2014
 * (`n° 1215/2012`). Null where neither half is a year.
 */
export const celexOfAct = (
  letter: string,
  { numbered, first, second }: { numbered: boolean; first: string; second: string },
): string | null => {
  const [early, late] = [yearOf(first), yearOf(second)]
  const isRegulation = letter === 'r'
  const yearIsSecond =
    isRegulation && late !== null && (numbered || early === null || late < YEAR_FIRST_SINCE)
      ? early === null || numbered || early < YEAR_FIRST_SINCE
      : early === null
  const year = yearIsSecond ? late : early
  if (year === null) return null
  return `3${year}${letter}${(yearIsSecond ? first : second).padStart(NUMBER_DIGITS, '0')}`
}

/** Acts of the Union by number, lists of them as one work, in order. */
export const unionActsIn = (flat: Flat): Work[] => {
  const works: Work[] = []
  for (const match of flat.text.matchAll(HEAD)) {
    const [all, word = ''] = match
    const kind = LETTERS.find(([prefix]) => word.startsWith(prefix))
    if (kind === undefined) continue
    const cited: CitedWork[] = []
    let end = match.index + all.length
    while (cited.length < CITATION_LIMITS.targetsMax) {
      const one = matchAt(ONE, flat.text, end)
      if (one === null) break
      // A decision of a court or an authority has a number with a slash too; the Union's says of
      // which Community it is.
      if (kind[2] === 'decision' && !/ue|ce|jai|pesc|euratom/u.test(one[0])) break
      const [, numbered, first = '', second = ''] = one
      const key = celexOfAct(kind[1], { numbered: numbered !== undefined, first, second })
      if (key === null) break
      cited.push({ id: key, key, jurisdiction: 'EU' })
      end += one[0].length
      if (!/s(?:-|$)/u.test(word)) break
    }
    if (cited.length > 0)
      works.push({ start: match.index, end, nature: kind[2], cited, date: null })
  }
  return works
}
