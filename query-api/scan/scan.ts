/** Whole result sets at a fixed position of the corpus (contracts/conventions/search.md). */
import { SCAN_LIMITS, type ScanResponse, type ScanRow } from '#contracts/http/scan.ts'
import type { SearchFilters } from '#contracts/http/search.ts'
import { type Day, type Position, printPosition } from '#contracts/ids.ts'
import type { ScanPages, ScanPlace } from '../http/cursors.ts'
import type { IndexFilters } from '../ports.ts'
import { filterFacts } from '../projections/articles/search-documents.ts'
import { servedOf } from '../projections/articles/text-state.ts'
import { makeExpansion } from '../search/concepts.ts'
import { indexFilters } from '../search/filters.ts'
import { inForceOn, validityOn } from '../search/in-force.ts'
import type { NarrowerConcepts } from '../search/ports.ts'
import type { ScanSources } from './ports.ts'
import { textsAfter, type WalkedText } from './walk.ts'

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
  /** In UTC. */
  readonly today: () => Day
  /** Without it a concept matches alone. */
  readonly concepts?: NarrowerConcepts
}

const { walkedMax, readBytesMax } = SCAN_LIMITS

/** The row of a text; null: it was not public at the position, or the filters leave it out. */
const rowOf = ({ articleId, view, now }: WalkedText, { asOf }: IndexFilters): ScanRow | null => {
  if (view === null) return null
  const { tags, date } = filterFacts(view)
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
    jurisdiction: [...tags.jurisdictions],
    language: content.language,
    date,
    publishedAt,
    validity:
      asOf === null
        ? { validFrom: last?.from ?? null, validTo: last?.to ?? null }
        : validityOn(view.intervals, asOf).validity,
    isCurrent: served.wording.version === version && served.wording.content.slug === content.slug,
  }
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
    const place: ScanPlace = pages.placeOf(after, asked, { ...live, day: deps.today() })
    const filters = indexFilters({
      filters: inForceOn(await expansion.widened(asked), place.day),
      includeHeadnotes: false,
    })
    const rows: ScanRow[] = []
    let last = place.after
    let [walked, read] = [0, 0]
    while (rows.length < limit && walked < walkedMax && read < readBytesMax) {
      const { texts, readBytes } = await textsAfter(deps, { ...place, filters }, last, limit)
      walked += texts.length
      read += readBytes
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
