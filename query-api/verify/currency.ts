import type { Currency } from '#contracts/claim.ts'
import type { Article } from '#contracts/http/article.ts'
import type { Day } from '#contracts/ids.ts'

type Dated = Pick<Article, 'validity' | 'statusFlag' | 'judicialDecision' | 'contentType'>

/**
 * The currency of a text on a day: by its validity, or else by its colour
 * (contracts/conventions/verify.md; contracts/conventions/citator.md).
 */
export const currencyOf = (article: Dated, asOf: Day): Currency => {
  const { validFrom, validTo } = article.validity
  if (validFrom !== null && asOf < validFrom) return 'not_yet_in_force'
  if (validTo !== null && asOf > validTo) return 'repealed'
  if (article.statusFlag === 'red') return 'superseded'
  if (validFrom !== null || validTo !== null || article.statusFlag === 'green') return 'current'
  return 'unknown'
}

const ORDER: readonly Currency[] = [
  'repealed',
  'superseded',
  'not_yet_in_force',
  'unknown',
  'current',
]

/** A claim is as current as the best of its evidence; without evidence it is unknown. */
export const currencyOfAll = (articles: readonly Dated[], asOf: Day): Currency => {
  const found = articles.map((article) => currencyOf(article, asOf))
  return ORDER.findLast((currency) => found.includes(currency)) ?? 'unknown'
}
