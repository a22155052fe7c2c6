/**
 * Treatments of a text in both directions, with the reasons for its colours
 * (contracts/conventions/citator.md).
 */
import type { z } from 'zod'
import type { Relations } from '#contracts/citation-index.ts'
import type { Treatment } from '#contracts/events/others.ts'
import type { Article } from '#contracts/http/article.ts'
import { type ArticleId, Day, type Slug } from '#contracts/ids.ts'
import { type AsOf, citatorLog } from '#contracts/law/treatment-log.ts'
import type { RelationsResult } from '#contracts/mcp/research.ts'
import { explain } from '../citator/explain.ts'
import type { ResearchParts } from './ports.ts'
import type { GivenTreatment } from './procedure.ts'

type Shown = NonNullable<z.infer<typeof RelationsResult>['treatments']>

/** Bounds of one answer. */
export const TREATMENTS = {
  /** Maximum cited texts whose treatments are read. */
  targetsMax: 200,
  /** Maximum treatments shown per direction. */
  shownMax: 100,
  reliersMax: 100,
} as const

const shown = (treatment: Treatment) => {
  const { id, type, source, target, polarity, effectiveDate, status, confidencePercent } = treatment
  const { headnoteSequence } = target
  return { id, type, source, headnoteSequence, polarity, effectiveDate, status, confidencePercent }
}

const byDay = (one: Treatment, other: Treatment): number =>
  one.effectiveDate < other.effectiveDate ? 1 : one.effectiveDate > other.effectiveDate ? -1 : 0

const unique = (treatments: readonly Treatment[]): Treatment[] => [
  ...new Map(treatments.map((one) => [one.id, one])).values(),
]

/** Whether a text made a treatment. */
const isBy = (
  { source }: Treatment,
  { slug, judicialDecision }: Pick<Article, 'slug' | 'judicialDecision'>,
): boolean =>
  source.slug === slug ||
  (source.slug === null && source.ecli !== null && source.ecli === judicialDecision?.ecli)

/** As of the day of the served colour, so that the reasons match it. */
const asOfServed = ({ statusDerivation: { asOf } }: Article): AsOf => ({
  validAt: asOf === null ? null : Day.parse(asOf),
  knownAt: null,
})

/** The treatments that a text gave to the texts that it cites. */
export const givenBy = async (
  { citator }: ResearchParts,
  article: Article,
  { citing }: Relations,
  asOf: AsOf = asOfServed(article),
): Promise<GivenTreatment[]> => {
  const targets = new Map<ArticleId, Slug | null>(
    citing.flatMap(({ targetId, targetSlug }) =>
      targetId === null || targetId === article.id ? [] : [[targetId, targetSlug] as const],
    ),
  )
  const facts = await citator.factsOf([...targets.keys()].slice(0, TREATMENTS.targetsMax))
  return [...facts].flatMap(([id, own]) =>
    [...citatorLog(own, asOf).treatments.values()]
      .flat()
      .filter((treatment) => isBy(treatment, article))
      .map((treatment) => ({ treatment, targetSlug: targets.get(id) ?? null })),
  )
}

const reliersOf = async ({ citator, articles }: ResearchParts, id: ArticleId): Promise<Slug[]> => {
  const ids = await citator.reliersOf([id], TREATMENTS.reliersMax)
  const read = await Promise.all(ids.map((one) => articles.byId(one)))
  return read.flatMap(({ article }) =>
    article === null ? [] : [(JSON.parse(article.json) as Article).slug],
  )
}

const receivedOf = (points: Awaited<ReturnType<typeof explain>>['points']): Treatment[] =>
  unique(points.flatMap(({ treatments }) => treatments)).toSorted(byDay)

/**
 * Treatments that a text and its headnotes received, latest first, without neutral ones (cited,
 * discussed). `leftOut` counts older ones beyond the bound.
 */
export const fateOf = async (
  parts: ResearchParts,
  article: Article,
): Promise<{ readonly treatments: readonly Treatment[]; readonly leftOut: number }> => {
  const { points } = await explain(parts, article, asOfServed(article))
  const telling = receivedOf(points).filter(({ polarity }) => polarity !== 'neutral')
  const treatments = telling.slice(0, TREATMENTS.shownMax)
  return { treatments, leftOut: telling.length - treatments.length }
}

/** The treatments that a text received and gave. `cut`: some are beyond a bound. */
export const treatmentsOf = async (
  parts: ResearchParts,
  article: Article,
  relations: Relations,
): Promise<{ readonly treatments: Shown; readonly cut: boolean }> => {
  const asOf = asOfServed(article)
  const [{ points }, given, reliedOnBy] = await Promise.all([
    explain(parts, article, asOf),
    givenBy(parts, article, relations, asOf),
    reliersOf(parts, article.id),
  ])
  const received = receivedOf(points)
  const because = new Set([
    ...article.statusDerivation.because,
    ...points.flatMap(({ derivation }) => derivation.because),
  ])
  const { shownMax } = TREATMENTS
  return {
    treatments: {
      statusFlag: article.statusFlag,
      derivation: article.statusDerivation,
      points: points.map(({ point, legalRuleType, derivation, reliesOn }) => ({
        sequence: point.sequence,
        legalRuleType,
        derivation,
        reliesOn: [...reliesOn],
      })),
      received: received
        .slice(0, shownMax)
        .map((one) => ({ ...shown(one), decides: because.has(one.id) })),
      given: given
        .toSorted((one, other) => byDay(one.treatment, other.treatment))
        .slice(0, shownMax)
        .map(({ treatment, targetSlug }) => ({ ...shown(treatment), targetSlug })),
      reliedOnBy,
    },
    cut:
      received.length > shownMax ||
      given.length > shownMax ||
      reliedOnBy.length >= TREATMENTS.reliersMax,
  }
}
