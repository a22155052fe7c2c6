import { QUOTATION, quotationsIn } from '../quotations/marks.ts'
import type { SentenceAnalysis } from './sentence-analysis.ts'

/** A sentence with fewer meaningful words states nothing that can be checked. */
const TOKENS_MIN = 3

/** Verbs and nouns that state a rule. */
const NORMATIVE: ReadonlySet<string> = new Set(
  (
    '=obligation =permission =validity =prove =burden =prescription =forfeit =compensate =decide =cancel =confirmation =right ' +
    '=interrupt =suspend =sufficient =punish =liberate =guarantee =resolve =abusive =acceptance =application =presume =condemn ' +
    '=consequence =rule'
  ).split(' '),
)
const QUESTION = /\?["»”)\]]*\s*$/u

/** Whether a sentence states enough to be checked. */
export const isCheckable = (text: string, { tokens }: SentenceAnalysis): boolean =>
  tokens.length >= TOKENS_MIN && !QUESTION.test(text)

const quotes = (text: string): boolean =>
  quotationsIn(text).some((quotation) => quotation.text.length >= QUOTATION.charactersMin)

/**
 * Check-worthy (contracts/conventions/groundedness.md): a citation, a quotation, a date, a counted
 * number or a normative verb occurs in it.
 */
export const isCheckWorthy = (text: string, reading: SentenceAnalysis): boolean =>
  isCheckable(text, reading) &&
  (reading.authorities.length > 0 ||
    reading.dates.length > 0 ||
    reading.quantities.some(({ unit }) => unit !== null) ||
    reading.tokens.some(({ concept }) => NORMATIVE.has(concept)) ||
    quotes(text))

const ELSEWHERE = new RegExp(
  '\\b(?:droit|code|loi|tribunal|cour|juge|law|act|court|llei|dret)\\s(?:\\w+\\s){0,2}?' +
    '(?:allemande?|suisse|helvetique|belge|italiene?|italienne?|espagnole?|portugaise?|anglaise?|britannique|americaine?|canadienn?e?|' +
    'quebecoise?|marocaine?|chinoise?|japonaise?|russe|turque|german|swiss|belgian|italian|spanish|english|american|british|canadian)\\b',
  'u',
)

/**
 * Whether a claim is about a law that this service does not hold; then a failed search proves
 * nothing.
 */
export const isOutsideCoverage = (text: string): boolean =>
  ELSEWHERE.test(text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase())
