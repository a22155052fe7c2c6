/**
 * The colour of a point of law and why (contracts/conventions/citator.md; after KeyCite's and
 * Shepard's signals, by point).
 */
import type { Point, Treatment } from '#contracts/events/others.ts'
import type { StatusDerivation } from '#contracts/http/article.ts'
import { printPosition, type Day, type Position } from '#contracts/ids.ts'
import type { StatusFlag } from '#contracts/vocabulary/citator.ts'
import type { LegalRuleType } from '#contracts/vocabulary/texts.ts'
import { powerOver, type TargetContext } from './power.ts'
import { classOf } from '#contracts/law/treatment-log.ts'

/** Which rule of contracts/conventions/citator.md gave a colour. */
type ColourRule = '1' | '2a' | '2b' | '2c' | '2d' | '3' | '4' | '5'

/** A suggestion is taken for likely from here on, percent. */
const LIKELY_PERCENT = 80

/** Everything that decides the colour of a point, except the points that it relies on. */
export type PointFacts = {
  readonly point: Point
  readonly context: TargetContext
  /** In effect, aimed at the point or at the whole text. */
  readonly treatments: readonly Treatment[]
  readonly assessedThrough: Position | null
  /** Of the newest incoming citation; null: nobody cites the text. */
  readonly newestCitation: Position | null
  /** Whether the citator reads the texts that could cite this one. */
  readonly covered: boolean
}

/** A colour with the facts that gave it. */
export type Colour = {
  readonly flag: StatusFlag
  readonly rule: ColourRule
  /** Ids of the treatments, ascending. */
  readonly because: readonly string[]
}

/** The colours that stop a reader, the worst first. Unknown is worse than good. */
const WORST_FIRST: readonly StatusFlag[] = ['red', 'orange', 'yellow', 'gray', 'green']
export const severity = (flag: StatusFlag): number => WORST_FIRST.length - WORST_FIRST.indexOf(flag)

const idsOf = (treatments: readonly Treatment[]): string[] =>
  treatments.map(({ id }): string => id).toSorted()

/**
 * A partial stop applies to the point that it names; one without a point leaves open which (rule
 * 2a).
 */
const isStop = ({ type, target }: Treatment): boolean =>
  classOf(type) === 'stop' || (classOf(type) === 'stop-partial' && target.headnoteSequence !== null)
const isOpenStop = ({ type, target }: Treatment): boolean =>
  classOf(type) === 'stop-partial' && target.headnoteSequence === null
const isConfirmed = ({ status }: Treatment): boolean => status === 'confirmed'
const isLikely = ({ confidencePercent }: Treatment): boolean =>
  (confidencePercent ?? 0) >= LIKELY_PERCENT

const hasPower = ({ type, source }: Treatment, context: TargetContext): boolean =>
  powerOver({ type, courtCode: source.courtCode, formation: source.formation }, context) !== null

type Rule = {
  readonly rule: ColourRule
  readonly flag: StatusFlag
  readonly holds: (treatment: Treatment, context: TargetContext) => boolean
}

/**
 * In the order in which they are tried; the first that holds for some treatment gives the colour.
 */
const RULES: readonly Rule[] = [
  {
    rule: '1',
    flag: 'red',
    holds: (one, context) => isStop(one) && isConfirmed(one) && hasPower(one, context),
  },
  { rule: '2a', flag: 'orange', holds: (one) => isOpenStop(one) && isConfirmed(one) },
  {
    rule: '2b',
    flag: 'orange',
    holds: (one) => isStop(one) && (isConfirmed(one) || isLikely(one)),
  },
  { rule: '2c', flag: 'orange', holds: ({ type }) => classOf(type) === 'pending' },
  {
    rule: '3',
    flag: 'yellow',
    // After rule 2, a remaining stop is an unlikely suggestion, and an open stop any suggestion.
    holds: (one) => classOf(one.type) === 'caution' || isStop(one) || isOpenStop(one),
  },
]

/** The colour from a point's own treatments; null if nothing speaks against it. */
export const treatedColour = ({ treatments, context }: PointFacts): Colour | null => {
  for (const { rule, flag, holds } of RULES) {
    const because = treatments.filter((treatment) => holds(treatment, context))
    if (because.length > 0) return { flag, rule, because: idsOf(because) }
  }
  return null
}

/** Gray until every incoming citation was read; green then. */
const untreatedColour = ({ assessedThrough, newestCitation, covered }: PointFacts): Colour => {
  const assessed = assessedThrough !== null && (newestCitation ?? 0) <= assessedThrough
  return covered && assessed
    ? { flag: 'green', rule: '5', because: [] }
    : { flag: 'gray', rule: '4', because: [] }
}

const worse = (own: Colour | null, flag: StatusFlag): boolean =>
  own === null || severity(own.flag) < severity(flag)

/**
 * The colour of a point whose supports have these colours. `treated` are the colours that the
 * supports have of their own treatments; `relying` those that they have with what they rely on
 * themselves, of which only orange carries on, to yellow: so a colour goes two steps at most (rules
 * 2d and 3).
 */
export const colourWithSupports = (
  facts: PointFacts,
  supports: readonly { readonly treated: Colour | null; readonly relying: Colour | null }[],
): Colour => {
  const own = treatedColour(facts)
  const reasonsOf = (colours: readonly Colour[]): string[] =>
    [...new Set(colours.flatMap(({ because }) => because))].toSorted()
  const red = supports.flatMap(({ treated }) => (treated?.flag === 'red' ? [treated] : []))
  if (red.length > 0 && worse(own, 'orange'))
    return { flag: 'orange', rule: '2d', because: reasonsOf(red) }
  const orange = supports.flatMap(({ relying }) => (relying?.flag === 'orange' ? [relying] : []))
  if (orange.length > 0 && worse(own, 'yellow'))
    return { flag: 'yellow', rule: '3', because: reasonsOf(orange) }
  return own ?? untreatedColour(facts)
}

/** A colour as it is returned. */
export const derivationOf = (
  { flag, rule, because }: Colour,
  { assessedThrough }: PointFacts,
  asOf: Day | null,
): StatusDerivation => ({
  flag,
  rule,
  because: [...because],
  asOf,
  assessedThrough: assessedThrough === null ? null : printPosition(assessedThrough),
})

/** An aside never condemns a text: it contributes yellow at most. */
const contribution = (rule: LegalRuleType | null, derivation: StatusDerivation): StatusDerivation =>
  rule === 'obiter' && severity(derivation.flag) > severity('yellow')
    ? { ...derivation, flag: 'yellow' }
    : derivation

/**
 * Colour of a text: the worst contribution of its points, the first one where several are alike; a
 * text without headnotes is one point itself, `whole`.
 */
export const colourOfText = (
  points: readonly { legalRuleType: LegalRuleType | null; derivation: StatusDerivation }[],
  whole: StatusDerivation,
): StatusDerivation => {
  const [first, ...rest] = points.map((point) =>
    contribution(point.legalRuleType, point.derivation),
  )
  if (first === undefined) return whole
  return rest.reduce(
    (worst, next) => (severity(next.flag) > severity(worst.flag) ? next : worst),
    first,
  )
}
