/** Ports of saved searches: what accounts keep, and how far the corpus was looked at for them. */
import type { Actor } from '#contracts/audit.ts'
import type { Refusal } from '#contracts/fault.ts'
import type {
  MatchState,
  SavedQuery,
  SavedSearch,
  SearchNews,
  SearchNewsList,
  WordsAsked,
} from '#contracts/http/saved-searches.ts'
import type { ArticleId, Instant, Position, SemVer, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import type { QueuedEvent } from '../webhooks/ports.ts'

/** Which search, of whose account, and who acts. */
export type SearchTarget = {
  readonly searchId: string
  readonly accountId: string
  readonly actor: Actor
}

/** What a search asks: kept sealed. */
export type SearchContent = {
  readonly name: string
  readonly search: SavedQuery
  readonly words: WordsAsked
}

/** The texts that match a search at a position. */
export type Baseline = { readonly slugs: readonly Slug[]; readonly position: Position }

/** A saved search without the path of its feed, which is derived from its number. */
export type KeptSearch = Omit<SavedSearch, 'feed'> & { readonly feedNumber: number }

/** News with the search that they are about. */
export type NewsOfSearch = SearchNews & { readonly searchId: string }

/** The corpus was followed further than the baseline knows it. */
export const BEHIND = 'behind'

/**
 * The saved searches of accounts. Each act writes its line in the audit table. Refuses
 * `saved-search-unknown` for one that the account does not have. Throws the Faults of the store.
 */
export type SavedSearches = {
  /** Oldest first. */
  list(accountId: string): Promise<readonly KeptSearch[]>
  one(target: Pick<SearchTarget, 'searchId' | 'accountId'>): Promise<KeptSearch | Refusal>
  /** By id alone, for its feed; null: there is none. */
  byId(searchId: string): Promise<KeptSearch | null>
  /** Up to which position the corpus was followed; null: it was not yet. */
  followed(): Promise<Position | null>
  /**
   * Follows it from its baseline on; one with a known id stays as it is. Refuses `account-unpaid`
   * and `saved-searches-too-many`.
   */
  save(
    target: SearchTarget,
    content: SearchContent,
    baseline: Baseline,
  ): Promise<KeptSearch | Refusal | typeof BEHIND>
  rename(target: SearchTarget, name: string): Promise<KeptSearch | Refusal>
  /** No news until it is followed again. */
  pause(target: SearchTarget): Promise<KeptSearch | Refusal>
  /** Follows a paused search from this baseline on. */
  resume(target: SearchTarget, baseline: Baseline): Promise<KeptSearch | Refusal | typeof BEHIND>
  /** Gives its feed another number, and so another path. */
  renewFeed(target: SearchTarget): Promise<KeptSearch | Refusal>
  /** Ends it with its news. */
  remove(target: SearchTarget): Promise<{ readonly searchId: string } | Refusal>
  news(
    target: Pick<SearchTarget, 'searchId' | 'accountId'>,
    page: { readonly limit: number; readonly before: number | null },
  ): Promise<SearchNewsList | Refusal>
  /** The newest news of a search, whoever asks. */
  newest(searchId: string): Promise<SearchNewsList['news']>
  /** The newest news of all searches of an account. */
  recent(accountId: string, limit: number): Promise<readonly NewsOfSearch[]>
}

/** A search that is followed. */
export type FollowedSearch = {
  readonly id: string
  readonly accountId: string
  /** Moves when it begins anew. */
  readonly revision: number
  readonly search: SavedQuery
  readonly words: WordsAsked
}

/** A text that began or ceased to match. */
export type Told = {
  readonly id: string
  readonly searchId: string
  readonly state: MatchState
  readonly articleId: ArticleId
  readonly slug: Slug
  readonly version: SemVer | null
  readonly sha256Hash: Sha256Hex | null
  /** Of the batch that wrote the text. */
  readonly position: Position
  readonly at: Instant
}

/** Texts that were written in one batch of the projector. */
export type WrittenTexts = {
  /** How far the live generation has come. */
  readonly head: Position
  /** The position of the batch; null: nothing was written since. */
  readonly at: Position | null
  readonly ids: readonly ArticleId[]
}

/** The state that the follower decides with. If any of it has moved, the follower sends nothing. */
export type Standing = {
  /** Up to which position texts were looked at; null: nothing was followed yet. */
  readonly position: Position | null
  /** Changes with each search that is saved, paused, followed again or removed. */
  readonly mark: string
}

/** The store of the follower. Throws the Faults of the store. */
export type Following = {
  standing(): Promise<Standing>
  /** Begins at a position where nothing was followed yet. */
  begin(position: Position): Promise<void>
  /** Which texts of the live generation the next batch after a position wrote. */
  writtenAfter(position: Position): Promise<WrittenTexts>
  /** Ids and revisions of the searches that are followed. */
  revisions(): Promise<ReadonlyMap<string, number>>
  searches(ids: readonly string[]): Promise<readonly FollowedSearch[]>
  /** The searches that matched each of these texts when it was last looked at. */
  matched(ids: readonly ArticleId[]): Promise<ReadonlyMap<ArticleId, ReadonlySet<string>>>
  /** The last slugs of texts; for an erased one, the slug that replaces it. */
  lastSlugs(ids: readonly ArticleId[]): Promise<ReadonlyMap<ArticleId, Slug>>
  /** The entries of texts in the index of the live generation. */
  documents(ids: readonly ArticleId[]): Promise<readonly SearchDocument[]>
  /**
   * Records news, queues their events and moves to a position, all or nothing. Does nothing and
   * returns false if the follower's state has moved meanwhile.
   */
  tell(
    standing: Standing,
    told: readonly Told[],
    events: readonly QueuedEvent[],
    to: Position,
  ): Promise<boolean>
}
