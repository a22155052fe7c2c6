import type { CoverageCount } from '#contracts/http/coverage.ts'
import { printPosition } from '#contracts/ids.ts'
import { knownGapsOf } from './known-gaps.ts'
import type { CoverageCounter, CoverageReader } from './ports.ts'

const keyOf = ({ jurisdiction, court, contentType }: CoverageCount): string =>
  [jurisdiction ?? '~', court ?? '~', contentType].join('\u0000')

const byKey = (a: CoverageCount, b: CoverageCount): number => (keyOf(a) < keyOf(b) ? -1 : 1)

/**
 * What is held, with what the sources are known to lack. Groups without a jurisdiction or a court
 * come last. Throws what the port throws.
 */
export const makeCoverage =
  (counter: CoverageCounter): CoverageReader =>
  async () => {
    const { position, groups } = await counter.counts()
    return {
      corpusPosition: printPosition(position),
      groups: groups.toSorted(byKey).map((group) => ({ ...group, knownGaps: knownGapsOf(group) })),
    }
  }
