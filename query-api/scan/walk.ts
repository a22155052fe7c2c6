/** The texts of a position in order, each with the wording that filters choose. */
import type { ArticleId, Position } from '#contracts/ids.ts'
import type { Generation, IndexFilters } from '../ports.ts'
import { type FilterFacts, filterFacts } from '../projections/articles/search-documents.ts'
import type { TextState } from '../projections/articles/text-state.ts'
import {
  textsNeeded,
  wordingKey,
  type WordingView,
  wordingViews,
} from '../projections/articles/wording-view.ts'
import { citationsOfWordings } from '../projections/citations/wording-citations.ts'
import { validityOn } from '../search/in-force.ts'
import { textsAt, withCitatorAt } from './at-position.ts'
import type { ScanSources } from './ports.ts'

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

/** Filters by what the citator says of a text, and by what its wording cites. */
const OF_CITATOR = ['statusFlags', 'treatmentTypes'] as const
const OF_CITATIONS = ['cites', 'provisions'] as const
const asksFor = (
  { anyOf }: IndexFilters,
  fields: readonly (keyof FilterFacts['tags'])[],
): boolean => fields.some((field) => anyOf[field] !== undefined)

const withoutCitations = (filters: IndexFilters): IndexFilters => {
  const { cites: _, provisions: __, ...anyOf } = filters.anyOf
  return { ...filters, anyOf }
}

const passes = (view: WordingView, { anyOf, dateFrom, dateTo }: IndexFilters): boolean => {
  const { tags, date } = filterFacts(view)
  return (
    Object.entries(tags).every(([field, carried]) => {
      const values = anyOf[field as keyof FilterFacts['tags']]
      return values === undefined || carried.some((value) => values.includes(value))
    }) &&
    (dateFrom === null || (date !== null && date >= dateFrom)) &&
    (dateTo === null || (date !== null && date <= dateTo))
  )
}

/** A text with its wording at the position, where it was public and passes the filters. */
export type WalkedText = {
  readonly articleId: ArticleId
  readonly view: WordingView | null
  readonly before: TextState
  readonly now: TextState
}

/** What a walk reads. */
export type Walk = {
  readonly generation: Generation
  readonly position: Position
  readonly filters: IndexFilters
}

/** The next texts, and how many UTF-8 bytes of them were read. */
export type Step = { readonly texts: readonly WalkedText[]; readonly readBytes: number }

/** Bytes that one step reads; the first wording may exceed them. */
const READ_BYTES_MAX = 256 * 1024

const bytesOf = ({ view }: WalkedText): number => view?.wording.content.contentClean.utf8Bytes ?? 0

/** As many first texts as can be read in one step. */
const readable = (texts: readonly WalkedText[]): Step => {
  let readBytes = 0
  const taken: WalkedText[] = []
  for (const text of texts) {
    const bytes = bytesOf(text)
    if (readBytes > 0 && readBytes + bytes > READ_BYTES_MAX) break
    readBytes += bytes
    taken.push(text)
  }
  return { texts: taken, readBytes }
}

/**
 * The texts with the citations of their wordings, recognised as the projector does: they are a
 * function of the wording, and no table keeps those of an earlier one.
 */
const withCitations = async (
  { blobs, recognise }: ScanSources,
  texts: readonly WalkedText[],
): Promise<WalkedText[]> => {
  const wordings = texts.flatMap(({ articleId, view }) =>
    view === null ? [] : [{ articleId, wording: view.wording }],
  )
  const hashes = wordings.map(({ wording }) => wording.content.contentClean.sha256)
  const long = hashes.length === 0 ? new Map() : await blobs.get([...new Set(hashes)])
  const cited = await citationsOfWordings(recognise, wordings, long)
  return texts.map((text) =>
    text.view === null
      ? text
      : {
          ...text,
          view: {
            ...text.view,
            citations: cited.get(wordingKey(text.articleId, text.view.wording.version)) ?? [],
          },
        },
  )
}

const onlyPassing = (texts: readonly WalkedText[], filters: IndexFilters): WalkedText[] =>
  texts.map((text) =>
    text.view === null || passes(text.view, filters) ? text : { ...text, view: null },
  )

/**
 * The next texts after an id, at most `limit`, each as it was at the position; none: the walk is
 * over. What the filters look at is as it was then: the citator's facts up to the position, and the
 * citations of that wording.
 */
export const textsAfter = async (
  sources: ScanSources,
  { generation, position, filters }: Walk,
  after: ArticleId | null,
  limit: number,
): Promise<Step> => {
  const states = await sources.statesAfter(generation, after, limit)
  const now = new Map(states.map(({ articleId, state }) => [articleId, state]))
  const bare = await textsAt(sources, position, states)
  const before = asksFor(filters, OF_CITATOR)
    ? await withCitatorAt(sources, generation, position, bare)
    : bare
  const texts = before.map(({ articleId, state }) => ({
    articleId,
    view: viewFor(viewsOf(articleId, state), filters),
    before: state,
    now: now.get(articleId) ?? state,
  }))
  if (!asksFor(filters, OF_CITATIONS)) return { texts: onlyPassing(texts, filters), readBytes: 0 }
  const { texts: first, readBytes } = readable(onlyPassing(texts, withoutCitations(filters)))
  return { texts: onlyPassing(await withCitations(sources, first), filters), readBytes }
}
