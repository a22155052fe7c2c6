/** Saving, naming, pausing and removing searches, for the API, the account area and feeds. */
import { randomUUID } from 'node:crypto'
import { Fault, isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import {
  type NewSavedSearch,
  SAVED_SEARCH_LIMITS,
  type SavedQuery,
  type SavedSearch,
  type SavedSearchChange,
  type SearchNewsList,
} from '#contracts/http/saved-searches.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import { CITATION_LIMITS } from '#contracts/citation.ts'
import type { SearchIndex } from '../ports.ts'
import { citedNames } from '../projections/articles/search-names.ts'
import { makeExpansion } from '../search/concepts.ts'
import type { NarrowerConcepts } from '../search/ports.ts'
import { feedPathOf, isFeedSecret } from './feed.ts'
import { isAsking, isOpen, matchesIn, planMatch } from './match.ts'
import {
  type Baseline,
  BEHIND,
  type KeptSearch,
  type SavedSearches,
  type SearchContent,
  type SearchTarget,
} from './ports.ts'

export type SavedSearchDeps = {
  readonly searches: SavedSearches
  readonly index: Pick<SearchIndex, 'search' | 'browse' | 'waitFor'>
  readonly concepts: NarrowerConcepts
  readonly pepper: string
}

/** How long the index is waited for, milliseconds, and how often it may be overtaken. */
const CATCH_UP = { waitMs: 5_000, attemptsMax: 3 } as const

const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
const UNKNOWN: Refusal = refusalByCode('saved-search-unknown')

const known = async <T>(
  { searchId }: Pick<SearchTarget, 'searchId'>,
  act: () => Promise<T>,
): Promise<T | Refusal> => (isId(searchId) ? act() : UNKNOWN)

/** Whether this is a name of the index of citations: its kind, a colon and what it is. */
const isName = (cites: string): boolean => cites.includes(':') && !cites.includes(' ')

/** The names that a citation has in the index; none: it cites nothing. */
const namesCited = (cites: string): string[] =>
  isName(cites)
    ? [cites.toLowerCase()]
    : citedNames(recogniseCitations(cites)).filter(
        (name) => name.length <= CITATION_LIMITS.normalMax,
      )

const NAMES_MAX = 20

/** What a new search asks. Refuses `saved-search-citation-unknown`. */
const contentOf = ({ name, search, cites, words }: NewSavedSearch): SearchContent | Refusal => {
  if (search !== undefined) return { name, search, words }
  const names = namesCited(cites ?? '').slice(0, NAMES_MAX)
  if (names.length === 0) return refusalByCode('saved-search-citation-unknown')
  return { name, search: { text: '', filters: { cites: names }, includeHeadnotes: true }, words }
}

/** All of it refuses `saved-search-unknown` for a search that the account does not have. */
export const makeSavedSearchAdmin = ({ searches, index, concepts, pepper }: SavedSearchDeps) => {
  const shown = ({ feedNumber, ...kept }: KeptSearch): SavedSearch => ({
    ...kept,
    feed: feedPathOf(pepper, { id: kept.id, feedNumber }),
  })
  const shownOr = (outcome: KeptSearch | Refusal): SavedSearch | Refusal =>
    isRefusal(outcome) ? outcome : shown(outcome)

  const planOf = async (search: SavedQuery, words: SearchContent['words']) =>
    planMatch(search, words, await makeExpansion(concepts).widened(search.filters))

  /**
   * The texts that match now. Refuses `saved-search-matches-everything`,
   * `saved-search-without-words` and `saved-search-too-broad`.
   */
  const baselineOf = async ({ search, words }: SearchContent): Promise<Baseline | Refusal> => {
    const plan = await planOf(search, words)
    if (isOpen(plan)) return refusalByCode('saved-search-matches-everything')
    if (!isAsking(plan)) return refusalByCode('saved-search-without-words')
    const { entries, looked, position } = await matchesIn(index, plan)
    const slugs = [...new Set(entries.map(({ slug }) => slug))]
    if (looked > SAVED_SEARCH_LIMITS.entriesMax || slugs.length > SAVED_SEARCH_LIMITS.textsMax)
      return refusalByCode('saved-search-too-broad')
    return { slugs, position }
  }

  /** Follows from a baseline that knows all that was followed. Throws Fault `index-behind`. */
  const following = async (
    content: SearchContent,
    begin: (baseline: Baseline) => Promise<KeptSearch | Refusal | typeof BEHIND>,
  ): Promise<SavedSearch | Refusal> => {
    for (let attempt = 0; attempt < CATCH_UP.attemptsMax; attempt += 1) {
      const followed = await searches.followed()
      if (followed !== null) await index.waitFor(followed, CATCH_UP.waitMs)
      const baseline = await baselineOf(content)
      if (isRefusal(baseline)) return baseline
      const outcome = await begin(baseline)
      if (outcome !== BEHIND) return shownOr(outcome)
    }
    throw new Fault('index-behind', 'the corpus is followed faster than the index knows it', {
      retryAfterMs: 1_000,
    })
  }

  const resume = (target: SearchTarget): Promise<SavedSearch | Refusal> =>
    known(target, async () => {
      const kept = await searches.one(target)
      if (isRefusal(kept) || kept.enabled) return shownOr(kept)
      return following(kept, (baseline) => searches.resume(target, baseline))
    })

  return {
    list: async (accountId: string): Promise<SavedSearch[]> =>
      (await searches.list(accountId)).map(shown),
    one: (target: Pick<SearchTarget, 'searchId' | 'accountId'>): Promise<SavedSearch | Refusal> =>
      known(target, async () => shownOr(await searches.one(target))),
    /**
     * Refuses `account-unpaid`, `saved-searches-too-many`, `saved-search-citation-unknown` and what
     * can not be followed.
     */
    save: async (
      owner: Omit<SearchTarget, 'searchId'>,
      wanted: NewSavedSearch,
      searchId: string = randomUUID(),
    ): Promise<SavedSearch | Refusal> => {
      const content = contentOf(wanted)
      if (isRefusal(content)) return content
      return following(content, (baseline) =>
        searches.save({ ...owner, searchId }, content, baseline),
      )
    },
    change: async (
      target: SearchTarget,
      { name, enabled }: SavedSearchChange,
    ): Promise<SavedSearch | Refusal> => {
      let outcome = await known(target, async () => shownOr(await searches.one(target)))
      if (!isRefusal(outcome) && name !== undefined)
        outcome = shownOr(await searches.rename(target, name))
      if (!isRefusal(outcome) && enabled === false) outcome = shownOr(await searches.pause(target))
      if (!isRefusal(outcome) && enabled === true) outcome = await resume(target)
      return outcome
    },
    /** The path that the feed had ends. */
    renewFeed: (target: SearchTarget): Promise<SavedSearch | Refusal> =>
      known(target, async () => shownOr(await searches.renewFeed(target))),
    remove: (target: SearchTarget) => known(target, () => searches.remove(target)),
    news: (...[target, page]: Parameters<SavedSearches['news']>) =>
      known(target, () => searches.news(target, page)),
    /** The newest news of all searches of an account. */
    recent: (...[accountId, limit]: Parameters<SavedSearches['recent']>) =>
      searches.recent(accountId, limit),
    /** A search and its newest news by the secret of its feed; null: there is no such feed. */
    fed: async (
      searchId: string,
      secret: string,
    ): Promise<{ readonly search: SavedSearch; readonly news: SearchNewsList['news'] } | null> => {
      const kept = isId(searchId) ? await searches.byId(searchId) : null
      if (kept === null || !isFeedSecret(pepper, kept, secret)) return null
      return { search: shown(kept), news: await searches.newest(kept.id) }
    },
  }
}
export type SavedSearchAdmin = ReturnType<typeof makeSavedSearchAdmin>
