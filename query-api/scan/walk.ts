/** The texts of a position in order, with the wording that filters look at. */
import { type ArticleId, articleStream, type Position } from '#contracts/ids.ts'
import type { Generation, IndexFilters } from '../ports.ts'
import type { FilterFacts } from '../projections/articles/search-documents.ts'
import type { TextState } from '../projections/articles/text-state.ts'
import {
  textsNeeded,
  type WordingView,
  wordingViews,
} from '../projections/articles/wording-view.ts'
import { validityOn } from '../search/in-force.ts'
import { stateAt } from './at-position.ts'
import type { ScanSources } from './ports.ts'

const NO_LOOKUPS = { concepts: new Map(), embeddingModel: null } as const

/** Views of the searchable wordings. Their long texts are not shown, so they are not read. */
export const viewsOf = (id: ArticleId, state: TextState): WordingView[] =>
  wordingViews(id, state, new Map(textsNeeded(state).map(({ sha256 }) => [sha256, ''])), NO_LOOKUPS)

/** The wording in force on the day; without one, or without any days, the current wording. */
export const viewFor = (
  views: readonly WordingView[],
  { asOf }: IndexFilters,
): WordingView | null => {
  const isDated = views.some(({ intervals }) => intervals.length > 0)
  const found =
    asOf === null || !isDated
      ? views.find(({ current }) => current)
      : views.find(({ intervals }) => intervals.length > 0 && validityOn(intervals, asOf).inForce)
  return found ?? null
}

export const passes = (
  { tags, date }: FilterFacts,
  { anyOf, dateFrom, dateTo }: IndexFilters,
): boolean =>
  Object.entries(tags).every(([field, carried]) => {
    const values = anyOf[field as keyof FilterFacts['tags']]
    return values === undefined || carried.some((value) => values.includes(value))
  }) &&
  (dateFrom === null || (date !== null && date >= dateFrom)) &&
  (dateTo === null || (date !== null && date <= dateTo))

export type WalkedText = {
  readonly articleId: ArticleId
  /** At the position of the scan. */
  readonly before: TextState
  readonly now: TextState
}

/** Texts after an id, each as it was at the position. */
export const textsAfter = async (
  sources: ScanSources,
  generation: Generation,
  position: Position,
  after: ArticleId | null,
  limit: number,
): Promise<WalkedText[]> => {
  const states = await sources.statesAfter(generation, after, limit)
  const streams = states.map(({ articleId }) => articleStream(articleId))
  const changed = await sources.changedSince(streams, position)
  const texts: WalkedText[] = []
  for (const { articleId, state } of states) {
    const stream = articleStream(articleId)
    const before = changed.has(stream) ? await stateAt(sources, stream, position) : state
    texts.push({ articleId, before, now: state })
  }
  return texts
}
