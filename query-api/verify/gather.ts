import { SearchRequest } from '#contracts/http/search.ts'
import { Slug } from '#contracts/ids.ts'
import type { Search } from '../search/search.ts'
import type { ReadState } from './ports.ts'
import type { HeldText, HeldTexts } from './texts.ts'

/** Bounds of the search for texts that may bear claims out. */
export const GATHER = {
  /** Searches of one request. */
  searchesMax: 40,
  /** Texts looked at for one stretch: a claim alone has time for more. */
  hitsAlone: 12,
  hitsOfMany: 6,
  /** Code points of one query. */
  queryMax: 480,
} as const

const queryOf = (text: string): string => [...text].slice(0, GATHER.queryMax).join('')

const found = async (search: Search, text: string, alone: boolean): Promise<Slug[]> => {
  const request = SearchRequest.parse({
    text: queryOf(text),
    limit: alone ? GATHER.hitsAlone : GATHER.hitsOfMany,
    // Meaning is asked for where there is one claim: embedding each stretch of a long text would
    // cost more than it finds.
    enableVector: alone,
  })
  const { response } = await search(request)
  return [...new Set(response.hits.map(({ slug }) => Slug.parse(slug)))]
}

/** Neighbouring sentences that one search is made for. */
export type Stretch<T> = { readonly text: string; readonly items: readonly T[] }

/**
 * Gathers sentences into stretches of at most a query's length, and into more of them where there
 * are too many.
 */
export const stretchesOf = <T>(items: readonly T[], textOf: (item: T) => string): Stretch<T>[] => {
  const total = items.reduce((sum, item) => sum + textOf(item).length, 0)
  const target = Math.max(GATHER.queryMax, Math.ceil(total / GATHER.searchesMax))
  const stretches: { text: string; items: T[] }[] = []
  for (const item of items) {
    const text = textOf(item)
    const last = stretches.at(-1)
    if (last !== undefined && last.text.length + text.length < target) {
      last.text = `${last.text} ${text}`
      last.items.push(item)
    } else stretches.push({ text, items: [item] })
  }
  return stretches
}

/**
 * Reads texts of one state, each once in a request; those that are not held are left out, the
 * others come in order.
 */
export const makeReader = (held: HeldTexts, state: ReadState) => {
  const read = new Map<Slug, Promise<HeldText | null>>()
  const one = (slug: Slug): Promise<HeldText | null> => {
    const known = read.get(slug) ?? held.bySlug(slug, state)
    read.set(slug, known)
    return known
  }
  const all = async (slugs: readonly Slug[]): Promise<HeldText[]> => {
    const texts = await Promise.all([...new Set(slugs)].map(one))
    return texts.filter((text) => text !== null)
  }
  return { one, all }
}

/** Slugs that a search finds for a text, best first. */
export const slugsFor = (search: Search, text: string, alone: boolean): Promise<Slug[]> =>
  found(search, text, alone)
