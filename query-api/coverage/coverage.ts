import type {
  Coverage,
  CoverageCount,
  CoverageGap,
  CoverageGroup,
  CoverageSummary,
} from '#contracts/http/coverage.ts'
import { Day, printPosition } from '#contracts/ids.ts'
import { API_BASE_PATH } from '#contracts/service.ts'
import type { CoverageCounter, CoverageReader, CoverageSummaryReader } from './ports.ts'

type Group = Pick<CoverageGroup, 'jurisdiction' | 'court' | 'contentType'>

/**
 * Open data of French courts begins on the days set by the order of 28 April 2021 made under
 * articles L. 10 of the Code de justice administrative and L. 111-13 of the Code de l'organisation
 * judiciaire; before, only selections were published.
 */
const FRENCH_OPEN_DATA_UNTIL: readonly (readonly [court: string, until: string])[] = [
  ['fr.ca', '2022-04-29'],
  ['fr.caa', '2022-03-30'],
  ['fr.ta', '2022-06-29'],
]

type KnownGap = Group & { readonly gap: CoverageGap }

/** An entry needs a published rule as its source; beliefs do not count. */
const KNOWN_GAPS: readonly KnownGap[] = FRENCH_OPEN_DATA_UNTIL.map(([court, until]) => ({
  jurisdiction: 'FR',
  court,
  contentType: 'jurisprudence',
  gap: {
    period: { from: null, to: Day.parse(until) },
    reason:
      'Before the open data of this court began (order of 28 April 2021), only a selection of its decisions was published.',
    estimatedMissing: null,
  },
}))

/** Gaps of one group; empty where none is known. */
const knownGapsOf = ({ jurisdiction, court, contentType }: Group): CoverageGap[] =>
  KNOWN_GAPS.filter(
    (known) =>
      known.jurisdiction === jurisdiction &&
      known.court === court &&
      known.contentType === contentType,
  ).map(({ gap }) => gap)

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

const daysOf = (groups: readonly CoverageGroup[], end: 'from' | 'to'): Day[] =>
  groups.flatMap((group) => group[end] ?? []).toSorted()

const summaryOf = ({ corpusPosition, groups }: Coverage): CoverageSummary => ({
  corpusPosition,
  jurisdictions: [...Map.groupBy(groups, ({ jurisdiction }) => jurisdiction)].map(
    ([jurisdiction, own]) => ({
      jurisdiction,
      contentTypes: [...new Set(own.map(({ contentType }) => contentType))],
      documents: own.reduce((sum, { documents }) => sum + documents, 0),
      from: daysOf(own, 'from')[0] ?? null,
      to: daysOf(own, 'to').at(-1) ?? null,
    }),
  ),
  details: `GET ${API_BASE_PATH}/coverage (free)`,
})

/** The coverage in less than a thousand characters. Throws what the reader throws. */
export const summariseCoverage =
  (coverage: CoverageReader): CoverageSummaryReader =>
  async () =>
    summaryOf(await coverage())
