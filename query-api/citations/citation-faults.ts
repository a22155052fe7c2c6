import type { TargetResolution } from '#contracts/citation-index.ts'
import type { Citation, CitationTarget } from '#contracts/citation.ts'
import { parseEcli } from '#contracts/law/citations/ecli.ts'
import { numbersBetween } from '#contracts/law/citations/names.ts'

/** Errors in a citation itself, independent of the corpus. */
export type CitationFault = { readonly code: TargetResolution['code']; readonly hint: string }

const fault = (code: CitationFault['code'], hint: string): CitationFault => ({ code, hint })

/** Codes whose articles have plain numbers; below, codes in which every article has a letter. */
const WITHOUT_LETTER: ReadonlySet<string> = new Set(['code-civil', 'code-de-procedure-civile'])
const WITH_LETTER: ReadonlySet<string> = new Set([
  'code-du-travail',
  'code-de-la-consommation',
  'code-des-relations-entre-le-public-et-l-administration',
  'code-monetaire-et-financier',
  'code-de-la-sante-publique',
  'code-de-l-entree-et-du-sejour-des-etrangers-et-du-droit-d-asile',
  'code-de-la-propriete-intellectuelle',
  'code-general-des-collectivites-territoriales',
])
const LETTERED = /^(?:lo|lp|[lrda])\d/u

const articleFault = ({ work, number, last }: Extract<CitationTarget, { kind: 'article' }>) => {
  const lettered = LETTERED.test(number)
  if (/^0+(?:-|$)/u.test(number))
    return fault('article_form_impossible', 'articles are numbered from 1')
  if (work !== null && lettered && WITHOUT_LETTER.has(work.id))
    return fault('article_form_impossible', `the articles of ${work.id} have no letter`)
  if (work !== null && /^\d/u.test(number) && WITH_LETTER.has(work.id))
    return fault(
      'article_form_impossible',
      `every article of ${work.id} has a letter: L., R. or D.`,
    )
  return last === null ? null : rangeFault(number, last)
}

const parts = (number: string): number[] => (number.match(/\d+/gu) ?? []).map(Number)

/** Whether one article number precedes another, compared part by part. */
const isBefore = (a: string, b: string): boolean => {
  const [left, right] = [parts(a), parts(b)]
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? -1) - (right[index] ?? -1)
    if (difference !== 0) return difference < 0
  }
  return false
}

const rangeFault = (first: string, last: string): CitationFault | null =>
  numbersBetween(first, last) === null && isBefore(last, first)
    ? fault('range_reversed', `the range ends before it begins: ${first} to ${last}`)
    : null

const CENTURY_TURN = 50
/** The year in which an appeal was registered, from the two digits that its docket begins with. */
const docketYear = (number: string): number => {
  const digits = Number(number.slice(0, 2))
  return digits >= CENTURY_TURN ? 1900 + digits : 2000 + digits
}

const decisionFault = ({ court, number, date }: Extract<CitationTarget, { kind: 'decision' }>) => {
  if (court !== 'fr.ccass' || number === null || date === null) return null
  const [decided, registered] = [Number(date.slice(0, 4)), docketYear(number)]
  return decided < registered
    ? fault(
        'docket_after_decision',
        `an appeal of ${registered} can't be decided in ${decided}: look at the number and the date`,
      )
    : null
}

const identifierFault = ({ scheme, value }: Extract<CitationTarget, { kind: 'identifier' }>) =>
  scheme === 'ecli' && parseEcli(value) === null
    ? fault('ecli_invalid', 'ECLI:country:court:year:ordinal')
    : null

/** The error in one target of a citation, or null. */
export const faultOfTarget = (target: CitationTarget): CitationFault | null => {
  switch (target.kind) {
    case 'article':
      return articleFault(target)
    case 'decision':
      return decisionFault(target)
    case 'identifier':
      return identifierFault(target)
    case 'act':
    case 'gazette':
      return null
    default:
      return target satisfies never
  }
}

/** Whether the year of an ECLI is that of the decision. A malformed ECLI never agrees. */
const ecliAgreesWith = (ecli: string, day: string): boolean =>
  parseEcli(ecli)?.year === Number(day.slice(0, 4))

/** Maximum distance between a decision and the ECLI beside it, in UTF-16 units. */
const BESIDE = 12

/**
 * A decision and the ECLI beside it (`Soc., 25 nov. 2020, n° …, ECLI:FR:CCASS:2021:…`) whose years
 * disagree: the faults of both, by index in the list, which is in order.
 */
export const disagreements = (
  citations: readonly Citation[],
): ReadonlyMap<number, CitationFault> => {
  const found = new Map<number, CitationFault>()
  citations.forEach((citation, index) => {
    const next = citations[index + 1]
    if (next === undefined || next.start - citation.end > BESIDE) return
    const both = [citation.targets[0], next.targets[0]]
    const decision = both.find((target) => target?.kind === 'decision')
    const ecli = both.find((target) => target?.kind === 'identifier' && target.scheme === 'ecli')
    if (decision?.kind !== 'decision' || ecli?.kind !== 'identifier') return
    if (decision.date === null || ecliAgreesWith(ecli.value, decision.date)) return
    const wrong = fault('ecli_year_disagrees', `the ECLI is of another year than ${decision.date}`)
    found.set(index, wrong)
    found.set(index + 1, wrong)
  })
  return found
}
