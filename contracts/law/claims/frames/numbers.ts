/** Whether the numbers of a claim are in a passage, bound to the same things. */
import type { Quantity } from '../quantities.ts'
import type { SentenceAnalysis } from '../sentence-analysis.ts'
import type { ReadFrame } from './alignment.ts'
import type { Difference } from './differences.ts'

type Sentence = { readonly frame: ReadFrame; readonly analysis: SentenceAnalysis }

/** Words on each side of a number that say what it counts. */
const CONTEXT = 4
/** Words that turn a number around: `six semaines avant`, `six semaines après`. */
const TURNED: readonly (readonly [string, string])[] = [
  ['avant', 'apres'],
  ['plus', 'moins'],
  ['maximum', 'minimum'],
]

const around = ({ frame }: Sentence, { start, end }: Quantity) => {
  const first = frame.words.findIndex((word) => word.start >= start)
  const last = frame.words.findLastIndex((word) => word.end <= end)
  const near = frame.words.slice(Math.max(0, first - CONTEXT), last + 1 + CONTEXT)
  const bound = near.filter((word) => word.isContent && (word.end <= start || word.start >= end))
  return {
    keys: new Set(bound.map(({ key }) => key)),
    words: new Set(near.map(({ folded }) => folded)),
  }
}

/** The words before a number, which hold for all of a series: `il cesse à … et à …`. */
const opening = ({ frame }: Sentence, first: Quantity | undefined): ReadonlySet<string> => {
  const at = frame.words.findIndex((word) => word.start >= (first?.start ?? 0))
  const before = frame.words.slice(Math.max(0, at - CONTEXT), Math.max(0, at))
  return new Set(before.filter(({ isContent }) => isContent).map(({ key }) => key))
}

const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((key) => other.has(key)).length

const isTurned = (one: ReadonlySet<string>, others: readonly ReadonlySet<string>[]): boolean =>
  TURNED.some(([a, b]) =>
    [
      [a, b],
      [b, a],
    ].some(
      ([own = '', other = '']) =>
        one.has(own) &&
        !one.has(other) &&
        others.every((words) => words.has(other) && !words.has(own)),
    ),
  )

/**
 * Numbers of a claim that the passage lacks, binds to something else, or turns around. `said` and
 * `source` are the words of each side.
 */
export const numberDifferences = (claim: Sentence, unit: Sentence): Difference[] => {
  const words = ({ frame }: Sentence, { start, end }: Quantity): string =>
    frame.text.slice(start, frame.words.find((word) => word.start >= end)?.end ?? end)
  const differ = (own: Quantity, other: Quantity | undefined): Difference => ({
    kind: 'number',
    said: words(claim, own),
    source: other === undefined ? null : words(unit, other),
  })
  return claim.analysis.quantities.flatMap((own): Difference[] => {
    const sameUnit = unit.analysis.quantities.filter((other) => other.unit === own.unit)
    const equal = unit.analysis.quantities.filter(
      (other) => other.value === own.value && (own.unit === null || other.unit === own.unit),
    )
    if (equal.length === 0) return [differ(own, sameUnit[0])]
    const mine = around(claim, own)
    const common = opening(unit, sameUnit[0])
    const bound = (other: Quantity): number =>
      shared(mine.keys, around(unit, other).keys.union(common))
    const best = Math.max(...equal.map(bound))
    const rival = sameUnit.find((other) => other.value !== own.value && bound(other) > best)
    if (rival !== undefined) return [differ(own, rival)]
    const there = equal.map((other) => around(unit, other).words)
    return isTurned(mine.words, there) ? [differ(own, equal[0])] : []
  })
}
