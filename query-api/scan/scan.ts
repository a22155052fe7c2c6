/** Whole result sets at a fixed position of the corpus (contracts/conventions/search.md). */
import { SCAN_LIMITS, type ScanResponse, type ScanRow } from '#contracts/http/scan.ts'
import type { SearchFilters } from '#contracts/http/search.ts'
import { type ArticleId, articleStream, type Position, printPosition } from '#contracts/ids.ts'
import type { ScanPages, ScanPlace } from '../http/cursors.ts'
import type { Generation, IndexFilters } from '../ports.ts'
import { filterFacts, type FilterFacts } from '../projections/articles/search-documents.ts'
import { servedOf, type TextState } from '../projections/articles/text-state.ts'
import {
  textsNeeded,
  type WordingView,
  wordingViews,
} from '../projections/articles/wording-view.ts'
import { makeExpansion } from '../search/concepts.ts'
import { indexFilters } from '../search/filters.ts'
import { validityOn } from '../search/in-force.ts'
import type { NarrowerConcepts } from '../search/ports.ts'
import { stateAt } from './at-position.ts'
import type { ScanSources } from './ports.ts'

type ScanRequest = {
  readonly after?: string | undefined
  readonly limit: number
  readonly filters: SearchFilters
}
export type Scan = (
  request: ScanRequest,
) => Promise<{ readonly response: ScanResponse; readonly position: Position }>

export type ScanDeps = ScanSources & {
  readonly pages: ScanPages
  /** Without it a concept matches alone. */
  readonly concepts?: NarrowerConcepts
}

const NO_LOOKUPS = { concepts: new Map(), embeddingModel: null } as const

/** Views of the searchable wordings. Their long texts are not shown, so they are not read. */
const viewsOf = (id: ArticleId, state: TextState): WordingView[] =>
  wordingViews(id, state, new Map(textsNeeded(state).map(({ sha256 }) => [sha256, ''])), NO_LOOKUPS)

/** The wording in force on the day; without one, or without any days, the current wording. */
const viewFor = (views: readonly WordingView[], { asOf }: IndexFilters): WordingView | null => {
  const isDated = views.some(({ intervals }) => intervals.length > 0)
  const found =
    asOf === null || !isDated
      ? views.find(({ current }) => current)
      : views.find(({ intervals }) => intervals.length > 0 && validityOn(intervals, asOf).inForce)
  return found ?? null
}

const passes = ({ tags, date }: FilterFacts, { anyOf, dateFrom, dateTo }: IndexFilters): boolean =>
  Object.entries(tags).every(([field, carried]) => {
    const values = anyOf[field as keyof FilterFacts['tags']]
    return values === undefined || carried.some((value) => values.includes(value))
  }) &&
  (dateFrom === null || (date !== null && date >= dateFrom)) &&
  (dateTo === null || (date !== null && date <= dateTo))

type Text = {
  readonly articleId: ArticleId
  /** At the position of the scan. */
  readonly before: TextState
  readonly now: TextState
}

/** The row of a text; null: it was not public at the position, or the filters leave it out. */
const rowOf = ({ articleId, before, now }: Text, filters: IndexFilters): ScanRow | null => {
  const view = viewFor(viewsOf(articleId, before), filters)
  if (view === null) return null
  const facts = filterFacts(view)
  if (!passes(facts, filters)) return null
  const served = servedOf(now)
  if (served === null) return { id: articleId, removed: true }
  const { version, sha256Hash, publishedAt, content } = view.wording
  const last = view.intervals.at(-1)
  return {
    id: articleId,
    removed: false,
    slug: content.slug,
    title: content.title,
    version,
    sha256Hash,
    contentType: content.contentType,
    jurisdiction: [...facts.tags.jurisdictions],
    language: content.language,
    date: facts.date,
    publishedAt,
    validity:
      filters.asOf === null
        ? { validFrom: last?.from ?? null, validTo: last?.to ?? null }
        : validityOn(view.intervals, filters.asOf).validity,
    isCurrent: served.wording.version === version && served.wording.content.slug === content.slug,
  }
}

/** Texts after an id, each as it was at the position. */
const textsAfter = async (
  sources: ScanSources,
  generation: Generation,
  position: Position,
  after: ArticleId | null,
  limit: number,
): Promise<Text[]> => {
  const states = await sources.statesAfter(generation, after, limit)
  const streams = states.map(({ articleId }) => articleStream(articleId))
  const changed = await sources.changedSince(streams, position)
  const texts: Text[] = []
  for (const { articleId, state } of states) {
    const stream = articleStream(articleId)
    const before = changed.has(stream) ? await stateAt(sources, stream, position) : state
    texts.push({ articleId, before, now: state })
  }
  return texts
}

/**
 * Reads one page of a scan. Its texts are those that were public at the position of the first page,
 * each as it was then, each once: whatever is published, revised or unpublished meanwhile. Throws
 * RequestInvalid for a cursor of other filters or of another generation, and the faults of its
 * ports.
 */
export const makeScan = (deps: ScanDeps): Scan => {
  const { pages } = deps
  const expansion = makeExpansion(deps.concepts)
  return async ({ after, limit, filters: asked }) => {
    const live = await deps.live()
    const place: ScanPlace = pages.placeOf(after, asked, live)
    const filters = indexFilters({
      filters: await expansion.widened(asked),
      includeHeadnotes: false,
    })
    const rows: ScanRow[] = []
    let last = place.after
    for (let walked = 0; rows.length < limit && walked < SCAN_LIMITS.walkedMax;) {
      const texts = await textsAfter(deps, place.generation, place.position, last, limit)
      walked += texts.length
      for (const text of texts) {
        if (rows.length === limit) break
        const row = rowOf(text, filters)
        if (row !== null) rows.push(row)
        last = text.articleId
      }
      if (texts.length === 0) return pageOf(rows, null, place.position)
    }
    const next = last === null ? null : pages.cursorAt({ ...place, after: last }, asked)
    return pageOf(rows, next, place.position)
  }
}

const pageOf = (rows: ScanRow[], next: string | null, position: Position) => ({
  response: { rows, next, position: printPosition(position) },
  position,
})
