/**
 * How the number of an article is written (`L. 1221-1`, `9 bis`, `150-0 B ter`, `préliminaire`):
 * one grammar for running text, for queries and for what texts are filed under. Sources of patterns
 * are for flat text and have no groups.
 */
import { articleNumberForm, ARTICLE_PREFIX } from '../references.ts'
import { MONTH_NAME } from './dates.ts'
import { type Flat, flatten, isCapital, matchAt, sticky } from './flat.ts'
import { MULTIPLICATIVES } from './multiplicatives.ts'
import { startsNamedLaw } from './works.ts'

const LATIN = `(?:${MULTIPLICATIVES.join('|')})(?![a-z])`
/** Words and abbreviations of two letters: in a line of capitals they look like a number's. */
const SHORT_WORDS =
  'ai|al|an|as|au|ca|cc|ce|cj|de|dc|du|ed|en|es|et|eu|fr|il|jo|la|le|lu|ma|me|mm|mr|nb|ne|ni|no|on|or|ou|pt|' +
  'qu|rg|sa|se|si|su|ta|tc|te|ti|tj|tu|ue|un|us|va|vs|vu'
/** `I`, `IV` and `X` are divisions of an article. */
const ROMAN = '[ivx]{1,2}'

/** One letter or two behind a number, `LETTERS` where they stand in prose: `A`, `ZD`, `B-1`. */
const ANY_LETTERS = "[a-z]{1,2}(?![a-z0-9°'])(?:-\\d{1,3}(?![\\d-])|(?!-))"
const LETTERS = `(?!(?:${SHORT_WORDS}|${ROMAN})(?![a-z]))${ANY_LETTERS}`

/** `23*bis*`: publishers of Luxembourg and of the Union write the multiplicative in italics. */
const LATIN_OR_ITALIC = `(?: ?${LATIN}| ?\\*${LATIN} ?\\*)`

const suffixOf = (letters: string): string =>
  `(?:${LATIN_OR_ITALIC}(?:-\\d{1,2}(?!\\d))?)?(?: ${letters}(?: ?${LATIN}(?: ${letters})?)?)?`

/**
 * What follows the digits: `bis`, `A`, `quater B`, `B ter`, `sexies-0 A`, `A ter B`. `numberAt`
 * drops letters that belong to the sentence.
 */
export const NUMBER_SUFFIX = suffixOf(LETTERS)

const DIGITS = '\\d{1,5}(?:-\\d{1,4}){0,6}'
/** A comma without a blank begins decimals; in `9,10 et 12` and `16-1,2°` a list goes on. */
const DECIMALS = ',\\d(?!\\d{0,3}(?:-\\d{1,4}){0,6}(?:°|,\\d| et | ou | a ))'
const CODED_DIGITS = `${ARTICLE_PREFIX}\\.? ?\\*{0,2}\\.? {0,2}${DIGITS}(?![\\d/]|-\\d|${DECIMALS})`
/** What makes a number a length of time, an amount, a date or the beginning of a larger number. */
const NOT_A_NUMBER = `(?!\\d|[°%€º/]|-\\d|${DECIMALS}|\\.\\d(?:\\d?\\.\\d|\\d{2})| ?(?:°|%|€)| \\d{3}(?!\\d)| (?:euros?|francs?|ans?|annees?|jours?|mois|semaines?|heures?|salaries?|${MONTH_NAME})(?![a-z]))`
const BARE_DIGITS = `${DIGITS}(?:er(?![a-z]))?${NOT_A_NUMBER}`
const WORD = `(?:premier(?![a-z])(?: ?${LATIN})?|(?:unique|preliminaire|liminaire)(?![a-z]))`

/** `L. 16 B`, `R*133-1`, `L.O. 127`. */
export const CODED_NUMBER = `${CODED_DIGITS}${NUMBER_SUFFIX}`
/** `1240`, `1er`, `150-0 B ter`. */
export const BARE_NUMBER = `${BARE_DIGITS}${NUMBER_SUFFIX}`
export const ARTICLE_NUMBER = `(?:${CODED_NUMBER}|${BARE_NUMBER}|${WORD})`

const CODED_START = new RegExp(`^${ARTICLE_PREFIX}[. *]*\\d`, 'u')
/** Whether a text begins like the number of a code (`L. 12`). */
export const startsCoded = (flat: string): boolean => CODED_START.test(flat)

/** `L. 1221-1` is `l1221-1`, `1er` and `premier` are `1`, `9 bis` is `9bis`. */
const numberForm = (written: string): string =>
  articleNumberForm(written.replace(/^premier/u, '1').replace(/(?<=\d)er(?![a-z])/u, ''))

// ───────── letters that belong to a number ─────────

/** `À défaut` is often written `A défaut`, and `Y compris` begins a sentence, too. */
const WORD_LETTERS: ReadonlySet<string> = new Set(['a', 'o', 'y'])
/** What follows a number, but never the preposition `À`. */
const AFTER_NUMBER = sticky(
  `(?=$|[\\n,;:\\]»"]|-\\d| {1,2}(?:${LATIN}|(?:de l'|s'appli|n'est )|` +
    '(?:du|de la|dudit|et|ou|ainsi|dans|a|au|alineas?|al|premier|est|sont|precitee?|susvisee?|' +
    'prevoit|prevoient|dispose|disposent|enonce|precise|permet|fixe|institue|impose|autorise|exige|reserve|soumet)(?![a-z])))',
)
/** A stop that ends the sentence: an initial (`M. Dupont`) has none of these words behind it. */
const SENTENCE_END = sticky(
  '\\.(?= {0,2}$|\\n| {1,2}(?:(?:la|les?|ils?|elles?|une?|cet|cette|ces?|en|dans|par|pour|sur|si|selon|toutefois|or|mais|' +
    "ainsi|cependant|aux?|que|lorsque|des)(?![a-z'])|l'|d'|qu'|s'))",
)
const BRACKET_BEHIND = 200
const isInBrackets = (text: string, at: number): boolean => {
  const before = text.slice(Math.max(0, at - BRACKET_BEHIND), at)
  return before.lastIndexOf('(') > before.lastIndexOf(')')
}

/** Whether letters behind a number are a part of it: capitals that can't begin a sentence. */
const belong = (flat: Flat, start: number, end: number): boolean => {
  const { text, original } = flat
  if (!isCapital(flat, start, end) || startsNamedLaw(flat, start)) return false
  if (text[end] === '.') return matchAt(SENTENCE_END, text, end) !== null
  // `5 A)` is a division, `(CGI, art. 209 B)` is not.
  if (text[end] === ')') return isInBrackets(text, end)
  if (end - start > 1) return true
  if (WORD_LETTERS.has(text.charAt(start)))
    return matchAt(AFTER_NUMBER, text, end) !== null || startsNamedLaw(flat, end + 1)
  return text[start] !== 'm' || !/^ \p{Lu}\p{Ll}/u.test(original.slice(end, end + 3))
}

const LETTERS_BEHIND = / ([a-z]{1,2})(?![a-z])/gu
/** Places in a number of the letters behind its digits. */
const lettersOf = (written: string): { readonly from: number; readonly to: number }[] => {
  const digits = Math.max(0, written.search(/\d/u))
  return [...written.slice(digits).matchAll(LETTERS_BEHIND)].map(({ index, 0: all }) => ({
    from: digits + index + 1,
    to: digits + index + all.length,
  }))
}

/** A number in its normal form, and where it ends. */
export type WrittenNumber = { readonly form: string; readonly end: number }

/**
 * The number that a pattern matched at a place, without the letters that belong to the sentence:
 * `9` of `9 A défaut`, `209b` of `209 B`.
 */
export const numberAt = (flat: Flat, start: number, written: string): WrittenNumber => {
  const wrong = lettersOf(written).find(({ from, to }) => !belong(flat, start + from, start + to))
  const number = wrong === undefined ? written : written.slice(0, wrong.from - 1)
  return { form: numberForm(number), end: start + number.length }
}

// ───────── a number alone ─────────

const LABEL = sticky(' *(?:(?:article|art)(?![a-z])\\.? *)?')
const suffix = suffixOf(ANY_LETTERS)
const ALONE = sticky(`((?:${CODED_DIGITS}|${BARE_DIGITS})${suffix})\\.? *$`)
const BEGINNING = sticky(`(${ARTICLE_NUMBER})\\.?(?![a-z0-9])`)

/**
 * Of an article number that a source states: `Art. 1er.`, `Article premier`, `R*133-1`, `990 I`.
 * Null: not a number.
 */
export const articleNumber = (written: string): string | null => {
  const flat = flatten(written.normalize('NFC'))
  const start = matchAt(LABEL, flat.text, 0)?.[0].length ?? 0
  const alone = matchAt(ALONE, flat.text, start)?.[1]
  if (alone !== undefined) {
    // No sentence follows a number that is given alone, so it is enough that the letters are
    // capitals.
    const parts = lettersOf(alone).every(({ from, to }) =>
      isCapital(flat, start + from, start + to),
    )
    if (parts) return numberForm(alone)
  }
  const number = matchAt(BEGINNING, flat.text, start)?.[1]
  return number === undefined ? null : numberAt(flat, start, number).form
}
