import {
  APPEAL_NUMBER,
  constitutionalForm,
  docketForm,
  EUROPEAN_CASE,
  europeanForm,
} from '../references.ts'
import { CITATION_LIMITS } from '../../citation.ts'
import { matchAt, sticky } from './flat.ts'

/** Numbers of decisions as a court writes them: where they end, and their normal forms in order. */
export type Dockets = { readonly numbers: readonly string[]; readonly end: number }

type Numbering = {
  readonly first: RegExp
  readonly next: RegExp
  readonly form: (written: string) => string
}

const N = '(?:n(?:°|os?\\.?|o°)s? {0,2})'
const CLEAN = (written: string): string => written.replace(/[\s.]/gu, '')

const numbering = (
  lead: string,
  number: string,
  form: (written: string) => string = CLEAN,
): Numbering => ({
  first: sticky(`${lead}(${number})(?![a-z0-9]|[-/.]\\d)`),
  next: sticky(`(?:,|, et| et|;| ;| a) ?(?:${N})?(?:[a-z] )?(${number})(?![a-z0-9/]|[-.]\\d)`),
  form,
})

const RG = '\\d{2}/\\d{3,6}'
const CASE = `${EUROPEAN_CASE}(?: ?(?:p|ppu)(?![a-z]))?`
const OLD_CASE = '\\d{1,3}/\\d{2}'
const QPC_NUMBER = '\\d{2,4}-\\d{1,5}(?:/\\d{1,5}){0,12}'
const QPC = `${QPC_NUMBER} ?`
/** The tribunal of Paris adds the section: `1901234/2-1`. */
const TA_NUMBER = '\\d{6,7}(?:/\\d(?:-\\d)?)?'
const withoutSection = (written: string): string => written.replace(/\/.*$/su, '')
const KINDS = '(?:dc|qpc|lp|lom|fnr|elec|org|l|an|sen|i|d|pdr|rip|ref)'
const IS_KIND = new RegExp(`^${KINDS}$`, 'u')

const SHORT_YEAR = 2

/** How a ruling of the Cour de cassation is published, before its number: `FS-P+B`, `F-D`. */
const PUBLICATION = '(?:,? (?:fp|fs|frr?|frh|f)-[bdilpr](?:[+ ]{1,2}[bdilpr](?![a-z])){0,5})?'

/** Docket formats by court. The lead matches the words between court or date and number. */
const NUMBERINGS: Readonly<Record<string, readonly Numbering[]>> = {
  'fr.ccass': [
    numbering(
      `${PUBLICATION},? ?\\(?(?:(?:sur le |sur les )?pourvois? )?(?:${N})?(?:[a-z] )?`,
      APPEAL_NUMBER,
      docketForm,
    ),
  ],
  'fr.ce': [
    numbering(`,? ?(?:req\\.? ?|requetes? |decision )?${N}`, '\\d{3}\\.\\d{3}|\\d{4,6}'),
    numbering(', ', '\\d{6}'),
  ],
  'fr.caa': [numbering(`,? ?(?:req\\.? ?)?(?:${N})?`, '\\d{2} ?[a-z]{2} ?\\d{5}')],
  'fr.ta': [
    numbering(`,? ?(?:req\\.? ?)?${N}`, TA_NUMBER, withoutSection),
    numbering(', ', '\\d{7}'),
  ],
  'lu.ta': [numbering(`,? ?${N}(?:du role )?`, '\\d{4,5}[a-z]?')],
  // `C3828` and `3828` are one number.
  'fr.tc': [
    numbering(`,? ?(?:${N})`, 'c?\\d{4}|0\\d{4}', (written) => CLEAN(written).replace(/^c/u, '')),
  ],
  'fr.cc': [
    numbering(`,? ?(?:decision )?(?:${N})?`, `${QPC}${KINDS}`, (written) =>
      constitutionalForm(written).replace(/(?<=\d)(?=[a-z])/u, '-'),
    ),
    // `QPC n° 2012-240`: the kind before the number.
    numbering('', `(?:qpc|dc) (?:n°? ?)?${QPC_NUMBER}`, (written) =>
      written.replace(/^(qpc|dc)\D*(.*)$/su, '$2-$1'),
    ),
  ],
  'eu.cj': [
    numbering(
      `,? ?(?:\\()?(?:affaires? (?:jointes )?|aff\\. ?(?:jtes |jointes )?)?(?:${N})?`,
      CASE,
      europeanForm,
    ),
    numbering('(?:,? ?(?:affaires? |aff\\. ?)|, )', OLD_CASE),
  ],
  'coe.echr': [numbering(`,? ?(?:\\()?(?:req\\.? ?|requetes? )?${N}`, '\\d{1,5}/\\d{2}')],
  'fr.ca': [numbering(`,? ?\\(?(?:rg )?(?:${N})?(?:rg ?:? ?)?(?:[a-z] )?`, RG)],
  'lu.ccass': [
    numbering(`,? ?(?:${N})?`, 'cas-\\d{4}-\\d{5}'),
    numbering(`,? ?${N}`, '\\d{1,3} ?/ ?(?:\\d{4}|\\d{2})(?: pen\\.?)?'),
  ],
  'lu.ca': [
    numbering(`,? ?(?:${N})?`, 'cal-\\d{4}-\\d{5}'),
    numbering(`,? ?${N}(?:du role )?`, '\\d{5}'),
  ],
  'fr.cnil': [
    numbering(`,? ?(?:delib(?:eration|\\.) |decision )?${N}`, '(?:(?:san|med)-)?\\d{4}-\\d{3}'),
    numbering(',? ?(?:delib(?:eration|\\.) |decision )?', '(?:san|med)-\\d{4}-\\d{3}'),
  ],
  'fr.autconc': [
    numbering(`,? ?(?:dec(?:ision|\\.) |avis )?(?:${N})?`, '\\d{2}-(?:d|a|dcc|mc)-\\d{1,3}'),
  ],
  'lu.cadm': [numbering(`,? ?${N}(?:du role )?`, '\\d{5}c?[a]?')],
  'lu.cc': [numbering(`,? ?${N}`, '\\d{1,5}(?:/\\d{2})?')],
  'fr.tcom': [
    numbering(`,? ?\\(?(?:rg )?(?:${N})?(?:rg ?:? ?)?(?:[a-z] )?`, RG),
    numbering(`,? ?(?:rg )?${N}(?:rg ?:? ?)?`, '\\d{4}[a-z]?\\d{5,6}'),
  ],
  'lu.tal': [
    numbering(`,? ?(?:${N})?`, 'tal-\\d{4}-\\d{5}'),
    numbering(`,? ?${N}(?:du role )?`, '\\d{5,6}'),
  ],
  'lu.tad': [
    numbering(`,? ?(?:${N})?`, 'tad-\\d{4}-\\d{5}'),
    numbering(`,? ?${N}(?:du role )?`, '\\d{5,6}'),
  ],
  'mc.ts': [
    numbering(`,? ?${N}`, '(?:ts ?)?\\d{4}[-/]\\d{1,3}'),
    numbering(', ', 'ts \\d{4}[-/]\\d{1,3}'),
  ],
  'mc.crev': [numbering(`,? ?${N}`, '\\d{4}-\\d{1,5}')],
  'ad.tsj': [numbering(`,? ?(?:${N})?`, 'tsj[a-z]{1,2}-\\d{1,7}/\\d{4}')],
  'ad.tc': [numbering(`,? ?(?:causa |${N})?`, '\\d{4}-\\d{1,3}-(?:re|l|dp|cc|pi)')],
}
const SAME_AS: Readonly<Record<string, string>> = {
  'eu.gc': 'eu.cj',
  'eu.cst': 'eu.cj',
  'fr.tj': 'fr.ca',
  'fr.cph': 'fr.ca',
}

const RANGE = / a ?/u
/** `n° 19-10.123 à 19-10.126`: joined appeals in a row. */
const between = (first: string, last: string): string[] => {
  const [from, to] = [first, last].map((docket) => Number(docket.replace(/\D/gu, '')))
  if (from === undefined || to === undefined || to <= from) return []
  if (to - from > CITATION_LIMITS.targetsMax) return []
  return Array.from({ length: to - from - 1 }, (_, index) =>
    docketForm(String(from + index + 1).padStart(first.replace(/\D/gu, '').length, '0')),
  )
}

const readList = (text: string, at: number, { first, next, form }: Numbering): Dockets | null => {
  const match = matchAt(first, text, at)
  if (match?.[1] === undefined) return null
  const numbers = [form(match[1])]
  let end = at + match[0].length
  while (numbers.length < CITATION_LIMITS.targetsMax) {
    const more = matchAt(next, text, end)
    if (more?.[1] === undefined) break
    const number = form(more[1])
    const isRow = form === docketForm && RANGE.test(more[0].slice(0, SHORT_YEAR + 1))
    numbers.push(...(isRow ? between(numbers.at(-1) ?? '', number) : []), number)
    end += more[0].length
  }
  return { numbers: [...new Set(numbers)].slice(0, CITATION_LIMITS.targetsMax), end }
}

/** The numbers of a court's decision at a place, with what leads to them (`, pourvoi n° `). */
export const docketsAt = (text: string, at: number, court: string): Dockets | null => {
  for (const one of NUMBERINGS[SAME_AS[court] ?? court] ?? []) {
    const found = readList(text, at, one)
    if (found !== null) return found
  }
  return null
}

/**
 * The number of a decision of the Conseil constitutionnel as it is cited, with the kind behind it
 * (`2015-470 QPC`), where a source gives the kind apart.
 */
export const constitutionalNumber = (number: string, kind: string | null): string => {
  const small = kind?.toLowerCase() ?? ''
  return IS_KIND.test(small) && /^[\d/-]+$/u.test(number)
    ? `${number} ${small.toUpperCase()}`
    : number
}
