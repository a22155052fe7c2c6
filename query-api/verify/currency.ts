import type { Currency } from '#contracts/claim.ts'
import type { Article } from '#contracts/http/article.ts'
import type { Day } from '#contracts/ids.ts'

type Dated = Pick<
  Article,
  'validity' | 'statusFlag' | 'judicialDecision' | 'contentType' | 'publishedAt'
>
/** A wording, and whether another one took its place. */
type DatedWording = { readonly article: Dated; readonly isReplaced: boolean }

const DAY_CHARACTERS = 10

/** The first day of a wording: law has days of validity, all else is made on a day. */
const beganOn = ({ validity, judicialDecision, publishedAt }: Dated): string | null =>
  validity.validFrom ??
  judicialDecision?.decisionDate ??
  (validity.validTo === null ? (publishedAt?.slice(0, DAY_CHARACTERS) ?? null) : null)

/**
 * The currency of a wording on a day: by its days, or else by its colour
 * (contracts/conventions/verify.md; contracts/conventions/citator.md).
 */
export const currencyOf = (article: Dated, asOf: Day, isReplaced = false): Currency => {
  const { validFrom, validTo } = article.validity
  const began = beganOn(article)
  if (began !== null && asOf < began) return 'not_yet_in_force'
  if (validTo !== null && asOf > validTo) return isReplaced ? 'superseded' : 'repealed'
  const hasDays = validFrom !== null || validTo !== null
  if (article.statusFlag === 'red' || (isReplaced && !hasDays)) return 'superseded'
  return hasDays || article.statusFlag === 'green' ? 'current' : 'unknown'
}

const ORDER: readonly Currency[] = [
  'repealed',
  'superseded',
  'not_yet_in_force',
  'unknown',
  'current',
]

/** A claim is as current as the best of its evidence; without evidence it is unknown. */
export const currencyOfAll = (wordings: readonly DatedWording[], asOf: Day): Currency => {
  const found = wordings.map(({ article, isReplaced }) => currencyOf(article, asOf, isReplaced))
  return ORDER.findLast((currency) => found.includes(currency)) ?? 'unknown'
}
