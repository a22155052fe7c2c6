import { CITATION_LIMITS } from '../../citation.ts'
import { ARTICLE_NUMBER, numberAt, startsCoded } from './article-number.ts'
import { isCapital, matchAt, sticky, type Flat } from './flat.ts'

const NUMBER = `(${ARTICLE_NUMBER})`

const FIRST = sticky(`(?:n° ?)?${NUMBER}(?![a-z0-9])`)
const NEXT = sticky(
  `((?: ?,|, et|,? et|,? ou|,? ainsi que|,? i|(?<=\\*)et) ?(?:(?:de|a|aux?|des|les) |(?:de )?l' ?)?)${NUMBER}(?:(?<=\\*)|(?![a-z0-9]))`,
)
/** `16, à l'article 17` is a list, `16 à l'article 17` a range. */
const RANGE = sticky(`(?: (?:a|jusqu'a) l'article |,? (?:a|au|al|jusqu'a) )${NUMBER}(?![a-z0-9])`)
const RENUMBERED = sticky(
  `,? ?\\(?(?:devenue?s?|recodifiee?s?|desormais|nouveau|anciennement|(?:ancien|ex) (?:article|art\\.))(?: (?:l'|les )?articles?)? ?${NUMBER}\\)?(?![a-z0-9])`,
)
/** `et suivants`, and `ancien` after a number. */
const FOLLOWING = sticky(
  ',? et (?:suivante?s?|s\\.|ss\\.|sqq?\\.)| ss?\\.(?= (?:du |c\\. ))|' +
    ',? (?:anciens?|nouveaux?)(?= ?[,(]| et | du | de )|,? \\(?(?:anc|nouv)\\.\\)?',
)

const VALUE =
  "(?:\\(\\d{1,2}(?:er)?\\)|\\d{1,2}(?:er|°|-\\d{1,2})?(?![\\d°-])|[ivx]{1,6}(?![a-z])|[a-z](?![a-z0-9'-])\\)?|premier|second|dernier)"
const ORDINAL =
  '(?:premier|premiere|deuxieme|second|seconde|troisieme|quatrieme|cinquieme|sixieme|septieme|huitieme|neuvieme|dixieme|avant-dernier|dernier|derniere|1er|\\d{1,2}e)'
const ROMAN = '(?:[ivx]{1,5}(?![a-z])(?:[ -](?:bis|ter|quater|[a-h]|\\d)(?![a-z0-9°]))?)'
const DEGREE = '(?:\\d{1,2}°(?: ?(?:bis|ter|quater|[a-z]\\)))?)'
/** `a)`, `iv)`. */
const LETTER = '(?:(?:[a-z]|[ivx]{2,4})\\))'
const AND = '(?:, ?| et |, et | ou | a )'
const MARKED =
  '(?:(?:alineas|paragraphes|points|chiffres|tirets|lettres|§§) {0,2}' +
  `${VALUE}(?:${AND}${VALUE}){0,8}|(?:alinea|al\\.?|paragraphe|par\\.|§|point|pt\\.|chiffre|tiret|lettre|litt?\\.?|sous|phrase) {0,2}${VALUE}` +
  `|(?:dans son |en son |en ses |dans ses )?${ORDINAL}(?:${AND}${ORDINAL})? (?:alineas?|paragraphes?|phrases?|tirets?|points?))`
const PINPOINT = sticky(
  `(?:,? ?\\(?(?:et |ou )?(?:en (?:son|ses|leur) )?)(?:(${MARKED}|in fine)|${LETTER}(?:${AND}${LETTER}){0,6}|(${ROMAN}(?:${AND}${ROMAN}){0,6})|${DEGREE}(?:${AND}${DEGREE}){0,8})(?![a-z0-9])\\)?`,
)
/** `L. 2315-80, 1, du code`: a division without a mark, between commas. */
const BARE_DIVISION = sticky(`, ?\\d{1,2}(?=,|\\)? du code)`)

/** `article 96.1 de la Constitució`, `article 46.1.f)`: a paragraph behind a point. */
const DOTTED = sticky('\\.\\d{1,2}(?:\\.[a-z](?![a-z0-9])\\)?)?(?!\\d|\\.\\d)')
/** `article 6(1)(f) of the GDPR`; with blanks only before the work, since `(8)` may be a note. */
const IN_BRACKETS = sticky(
  '\\(\\d{1,2}\\)(?:\\([a-z]\\))?|' +
    " \\(\\d{1,2}\\)(?: ?\\([a-z]\\))?(?=,? (?:du |de la |de l'|of the |rgpd|gdpr|tfue|tue))",
)

/** One article of a list: `last` where it is the beginning of a range. */
export type ListedArticle = {
  readonly number: string
  readonly last: string | null
  readonly pinpoint: string | null
}
export type ArticleList = { readonly articles: readonly ListedArticle[]; readonly end: number }

/** A number that a list's pattern matched as `written`, at the end of the match. */
const numberIn = (flat: Flat, match: RegExpExecArray, written: string) =>
  numberAt(flat, match.index + match[0].lastIndexOf(written), written)

type ListedDraft = { number: string; last: string | null; pinpoints: string[]; coded: boolean }

const draftOf = (number: string, coded: boolean): ListedDraft => ({
  number,
  last: null,
  pinpoints: [],
  coded,
})

const VARIANT = /^(\d+)[ *]{0,2}[a-z]/u
/** `l'article 23 bis, 23 ter et 23 quater`: variants of one number are listed after a singular. */
const isVariantOf = (written: string, number: string): boolean => {
  const digits = VARIANT.exec(written)?.[1]
  return digits !== undefined && digits === /^\d+/u.exec(number)?.[0]
}

/**
 * Reads a list from its first number on. A state machine with one step for each thing that may
 * follow a number.
 */
class ArticleListReader {
  readonly drafts: ListedDraft[] = []
  end: number
  readonly #flat: Flat
  readonly #plural: boolean

  constructor(flat: Flat, at: number, plural: boolean) {
    this.#flat = flat
    this.#plural = plural
    this.end = at
  }

  first(): boolean {
    const match = matchAt(FIRST, this.#flat.text, this.end)
    const written = match?.[1]
    if (match === null || written === undefined) return false
    const { form, end } = numberIn(this.#flat, match, written)
    this.drafts.push(draftOf(form, startsCoded(written)))
    this.end = end
    return true
  }

  range(): boolean {
    const match = matchAt(RANGE, this.#flat.text, this.end)
    const before = this.drafts.at(-1)
    if (match?.[1] === undefined || before === undefined || before.last !== null) return false
    const { form, end } = numberIn(this.#flat, match, match[1])
    const coded = startsCoded(match[1])
    if (coded !== before.coded && !(before.coded && form.includes('-'))) return false
    before.last = coded === before.coded ? form : before.number.replace(/\d.*$/su, '') + form
    this.end = end
    return true
  }

  renumbered(): boolean {
    const match = matchAt(RENUMBERED, this.#flat.text, this.end)
    return match?.[1] !== undefined && this.#take(match, match[1])
  }

  next(): boolean {
    const match = matchAt(NEXT, this.#flat.text, this.end)
    const before = this.drafts.at(-1)
    const [, separator = '', written] = match ?? []
    if (match === null || written === undefined || before === undefined) return false
    if (startsCoded(written)) return this.#isWritten(match, written) && this.#take(match, written)
    // After `L. 411-31` a bare number is a division of the article, unless it has a hyphen of its
    // own.
    if (before.coded) {
      if (!/^\d{1,4}-\d/u.test(written)) return false
      return this.#take(match, written, before.number.replace(/\d.*$/su, ''))
    }
    const isVariant = isVariantOf(written, before.number)
    if (!this.#plural && !isVariant && (separator.includes(',') || this.drafts.length > 1))
      return false
    // `14, points 1, sous a), et 2`: lists ascend, so a smaller number after a division is one more
    // division.
    if (
      before.pinpoints.length > 0 &&
      Number.parseInt(written, 10) < Number.parseInt(before.number, 10)
    )
      return this.#divide(match)
    return this.#take(match, written)
  }

  pinpoint(): boolean {
    const { text } = this.#flat
    const match =
      matchAt(PINPOINT, text, this.end) ??
      (this.drafts.at(-1)?.coded === true ? matchAt(BARE_DIVISION, text, this.end) : null) ??
      matchAt(DOTTED, text, this.end) ??
      matchAt(IN_BRACKETS, text, this.end)
    if (match === null) return false
    const start = match.index + match[0].search(/[a-z0-9§(]/u)
    const end = match.index + match[0].length
    if (match[2] !== undefined && /[ivx]/u.test(this.#flat.original.slice(start, end))) return false
    this.drafts.at(-1)?.pinpoints.push(this.#flat.original.slice(start, end))
    this.end = end
    return true
  }

  following(): boolean {
    const match = matchAt(FOLLOWING, this.#flat.text, this.end)
    if (match === null) return false
    this.end += match[0].length
    return true
  }

  #divide(match: RegExpExecArray): boolean {
    const end = match.index + match[0].length
    const divided = this.#flat.original.slice(match.index, end)
    this.drafts.at(-1)?.pinpoints.push(divided.replace(/^[, ]*(?:et |ou )?/u, '').trim())
    this.end = end
    return true
  }

  /** `prefix`: the letters that the number before it has, and this one leaves out. */
  #take(match: RegExpExecArray, written: string, prefix = ''): boolean {
    const { form, end } = numberIn(this.#flat, match, written)
    this.drafts.push(draftOf(prefix + form, prefix !== '' || startsCoded(written)))
    this.end = match[0].endsWith(')') ? match.index + match[0].length : end
    return true
  }

  /** `L. 12` is a number, `l'a 12` and `d 3` are not: the letter is a capital or has its stop. */
  #isWritten(match: RegExpExecArray, written: string): boolean {
    const start = match.index + match[0].length - written.length
    return isCapital(this.#flat, start, start + 1) || /^[a-z]\./u.test(written)
  }
}

/**
 * The articles that are listed from `at` on, the position of the first number: ranges, `devenu`,
 * `alinéa`, `et suivants`. Null where there is no number. Linear, at most `targetsMax` articles.
 */
export const articleListAt = (flat: Flat, at: number, plural: boolean): ArticleList | null => {
  const reader = new ArticleListReader(flat, at, plural)
  if (!reader.first()) return null
  while (
    reader.drafts.length < CITATION_LIMITS.targetsMax &&
    reader.end - at < CITATION_LIMITS.spanMax / 2 &&
    (reader.range() ||
      reader.renumbered() ||
      reader.pinpoint() ||
      reader.next() ||
      reader.following())
  );
  return {
    articles: reader.drafts.map(({ number, last, pinpoints }) => ({
      number,
      last,
      pinpoint: pinpoints.length === 0 ? null : pinpoints.join(', '),
    })),
    end: reader.end,
  }
}
