/** The order of decisions on a question. Pure. */
import type { StatusFlag } from '#contracts/vocabulary/citator.ts'
import type { CourtLevel } from '#contracts/vocabulary/courts.ts'

export type Ranked = {
  readonly slug: string
  readonly courtLevel: CourtLevel | null
  readonly statusFlag: StatusFlag
  readonly citedBy: number
  readonly relevance: number
  readonly decisionDate: string | null
}

/**
 * What the relevance is multiplied by. All of it together moves a decision by less than relevance
 * does between one that is found by words and meaning and one that is found by one of them.
 */
const LEVEL: Readonly<Record<CourtLevel, number>> = {
  constitutional: 1,
  supranational: 1,
  supreme: 1,
  appeal: 0.9,
  specialised: 0.85,
  first_instance: 0.8,
  authority: 0.8,
}
const NO_LEVEL = 0.8
const COLOUR: Readonly<Record<StatusFlag, number>> = {
  green: 1,
  gray: 0.95,
  yellow: 0.85,
  orange: 0.75,
  red: 0.6,
}
/** Added for each doubling of the texts that cite it, up to the fourth. */
const PER_DOUBLING = 0.03
const DOUBLINGS_MAX = 4

export const RANKING =
  'Relevance to the question first; then weighed by court level (highest courts, appeal, specialised, first instance and authorities), colour of the citator (green, gray, yellow, orange, red) and how many texts cite it. For concepts without words, by these alone.'

const weightOf = ({ courtLevel, statusFlag, citedBy }: Ranked): number =>
  (courtLevel === null ? NO_LEVEL : LEVEL[courtLevel]) *
  COLOUR[statusFlag] *
  (1 + PER_DOUBLING * Math.min(DOUBLINGS_MAX, Math.log2(1 + citedBy)))

const newestFirst = (one: Ranked, other: Ranked): number => {
  const [first, second] = [one.decisionDate ?? '', other.decisionDate ?? '']
  return first < second ? 1 : first > second ? -1 : one.slug < other.slug ? -1 : 1
}

/** `byRelevance` is false where nothing was asked in words: a browse has no relevance. */
export const rankAuthorities = <T extends Ranked>(
  found: readonly T[],
  byRelevance: boolean,
): T[] => {
  const scoreOf = (one: T): number => (byRelevance ? one.relevance : 1) * weightOf(one)
  return found.toSorted((one, other) => scoreOf(other) - scoreOf(one) || newestFirst(one, other))
}
