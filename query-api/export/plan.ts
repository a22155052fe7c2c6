/** Which texts the next part of an export has. */
import type { TextReference } from '#contracts/content.ts'
import { EXPORT_LIMITS, type ExportedText } from '#contracts/http/export.ts'
import { SCAN_LIMITS } from '#contracts/http/scan.ts'
import type { SearchFilters } from '#contracts/http/search.ts'
import type { ArticleId } from '#contracts/ids.ts'
import type { ExportPlace } from '../http/cursors.ts'
import type { IndexFilters } from '../ports.ts'
import { articleOf } from '../projections/articles/article-document.ts'
import { servedOf } from '../projections/articles/text-state.ts'
import { textsAfter, type WalkedText } from '../scan/walk.ts'
import { makeExpansion } from '../search/concepts.ts'
import { indexFilters } from '../search/filters.ts'
import { validityOn } from '../search/in-force.ts'
import type { ExportSources } from './ports.ts'

/**
 * A text without its content, and where the content is kept; or one that is not public any more.
 */
export type PlannedText =
  | {
      readonly removed: false
      readonly text: Omit<ExportedText, 'contentClean'>
      readonly content: TextReference
    }
  | { readonly removed: true; readonly id: ArticleId }

/** The texts of a part, by id, ascending. */
export type Plan = {
  /** Where it begins. */
  readonly place: ExportPlace
  readonly texts: readonly PlannedText[]
  /** The last text that it looked at, matching or not; null: none. */
  readonly end: ArticleId | null
  /** No text follows. */
  readonly isLast: boolean
}

const NO_LOOKUPS = { concepts: new Map(), embeddingModel: null } as const

const idOf = (planned: PlannedText): ArticleId => (planned.removed ? planned.id : planned.text.id)

/** A text as it was at the position; null: it was not public then, or the filters leave it out. */
const plannedOf = (
  { articleId, view, before, now }: WalkedText,
  { asOf }: IndexFilters,
): PlannedText | null => {
  if (view === null) return null
  if (servedOf(now) === null) return { removed: true, id: articleId }
  const article = articleOf(before, view, NO_LOOKUPS)
  if (article === null) return null
  const {
    contentClean: _,
    updatedAt: __,
    statusFlag: ___,
    statusDerivation: ____,
    ...shared
  } = article
  return {
    removed: false,
    content: view.wording.content.contentClean,
    text: {
      ...shared,
      headnotes: shared.headnotes.map(({ statusFlag: _____, ...headnote }) => headnote),
      concepts: shared.concepts.map(({ id, assignedBy, relevance }) => {
        return { id, assignedBy, relevance }
      }),
      validity: asOf === null ? shared.validity : validityOn(view.intervals, asOf).validity,
    },
  }
}

/** How many texts a part gives away: those that are charged for. */
export const unitsOf = ({ texts }: Plan): number => texts.filter(({ removed }) => !removed).length

/** The part up to and with so many of its texts. */
export const firstOf = (plan: Plan, units: number): Plan => {
  if (unitsOf(plan) <= units) return plan
  let left = units
  const past = plan.texts.findIndex(({ removed }) => !removed && (left -= 1) < 0)
  const texts = plan.texts.slice(0, past)
  const last = texts.at(-1)
  return { ...plan, texts, end: last === undefined ? plan.place.after : idOf(last), isLast: false }
}

type Wanted = { readonly filters: SearchFilters; readonly limit: number }

/**
 * Plans the part of an export that follows a place: at most `limit` texts, fewer where they are
 * long or where few texts pass the filters. The same place always gives the same texts, except that
 * one which is not public any more is left without its words. Throws the faults of its ports.
 */
export const planPart = async (
  sources: ExportSources,
  place: ExportPlace,
  { filters: asked, limit }: Wanted,
): Promise<Plan> => {
  const filters = indexFilters({
    filters: await makeExpansion(sources.concepts).widened(asked),
    includeHeadnotes: false,
  })
  const texts: PlannedText[] = []
  let [end, walked, bytes, read] = [place.after, 0, 0, 0]
  while (walked < EXPORT_LIMITS.walkedMax && read < SCAN_LIMITS.readBytesMax) {
    const { texts: next, readBytes } = await textsAfter(
      sources,
      { ...place, filters },
      end,
      WALKED_AT_ONCE,
    )
    read += readBytes
    if (next.length === 0) return { place, texts, end, isLast: true }
    for (const one of next) {
      if (texts.length === limit || bytes >= EXPORT_LIMITS.textBytesMax)
        return { place, texts, end, isLast: false }
      const planned = plannedOf(one, filters)
      walked += 1
      end = one.articleId
      if (planned === null) continue
      texts.push(planned)
      if (!planned.removed) bytes += planned.content.utf8Bytes
    }
  }
  return { place, texts, end, isLast: false }
}

const WALKED_AT_ONCE = 100
