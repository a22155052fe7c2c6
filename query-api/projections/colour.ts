import type { Point } from '#contracts/events/others.ts'
import type { StatusDerivation } from '#contracts/http/article.ts'
import type { StatusFlag } from '#contracts/vocabulary/citator.ts'
import type { LegalRuleType } from '#contracts/vocabulary/texts.ts'

/**
 * Colour of one point of law, with its derivation (CONVENTIONS §7). No treatment and no assessment is recorded yet, so the
 * only rule that can hold is 4: never assessed.
 */
export const colourOf = (_point: Point): StatusDerivation => ({
  flag: 'gray',
  rule: '4',
  because: [],
  asOf: null,
  assessedThrough: null,
})

/** Unknown is worse than good. */
const WORST_FIRST: readonly StatusFlag[] = ['red', 'orange', 'yellow', 'gray', 'green']
const rank = (flag: StatusFlag): number => WORST_FIRST.indexOf(flag)

/** An aside never condemns a text: it contributes yellow at most. */
const contribution = (rule: LegalRuleType | null, derivation: StatusDerivation): StatusDerivation =>
  rule === 'obiter' && rank(derivation.flag) < rank('yellow')
    ? { ...derivation, flag: 'yellow' }
    : derivation

/**
 * Colour of a text: the worst contribution of its points, the first one where several are alike; a text without
 * headnotes is one point itself, `whole`.
 */
export const colourOfText = (
  points: readonly { legalRuleType: LegalRuleType | null; derivation: StatusDerivation }[],
  whole: StatusDerivation,
): StatusDerivation => {
  const [first, ...rest] = points.map((point) =>
    contribution(point.legalRuleType, point.derivation),
  )
  if (first === undefined) return whole
  return rest.reduce((worst, next) => (rank(next.flag) < rank(worst.flag) ? next : worst), first)
}
