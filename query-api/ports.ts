import type { ArticleId, Day, Position, Slug } from '#contracts/ids.ts'
import type { Article } from '#contracts/http/article.ts'
import type { TextReadModel } from '#contracts/read-model.ts'
import type { HitDisplay, TagField } from '#contracts/search/document.ts'

export type { Blobs, EventLog, Vectors } from '#contracts/events/append.ts'

/** One build of every read model (DESIGN, Replay). The first is 1. */
export type Generation = number

// ───────── search ─────────

export type IndexFilters = {
  readonly kinds: readonly ('article' | 'headnote')[]
  /** OR within a field, AND between fields; a field that is absent does not filter. */
  readonly anyOf: Partial<Record<TagField, readonly string[]>>
  readonly dateFrom: Day | null
  readonly dateTo: Day | null
  /** null: the current wording; else the wording whose interval holds that day (texts without any interval: the current one). */
  readonly asOf: Day | null
}

export type IndexQuery = {
  /** Analysed query terms with their weights, unique; empty: no lexical branch. */
  readonly terms: readonly { readonly term: string; readonly weight: number }[]
  /** Identity tokens of the query: an entry that carries one ranks before all others. */
  readonly identifiers: readonly string[]
  readonly vector: Float32Array | null
  /** Cosines at or below it are chance for this model (CONVENTIONS §17: a positive similarity is needed). */
  readonly similarityFloor: number
  readonly filters: IndexFilters
  /** Depths counted after grouping (CONVENTIONS §17). */
  readonly lexicalDepth: number
  readonly semanticDepth: number
}

/** What ties are broken by, besides the score: type, slug, sequence. */
export type RankedEntry = {
  readonly entry: number
  readonly kind: 'article' | 'headnote'
  readonly slug: Slug
  readonly sequence: number
}

export type IndexAnswer = {
  /** The last log position that this state of the index knows. */
  readonly position: Position
  /** Ranked by score descending, then kind, slug, sequence. */
  readonly lexical: readonly (RankedEntry & { readonly score: number })[]
  /** Exact number of entries that match lexically under the filters, whatever the depth. */
  readonly lexicalTotal: number
  readonly semantic: readonly (RankedEntry & {
    readonly similarity: number
    readonly matchesLexically: boolean
  })[]
}

export type BrowseQuery = { readonly filters: IndexFilters; readonly depth: number }
export type BrowseAnswer = {
  readonly position: Position
  /** Date descending (none last), then kind, slug, sequence. */
  readonly entries: readonly RankedEntry[]
  readonly total: number
}

/** An entry as a hit shows it. */
export type EntryDisplay = HitDisplay & { readonly slug: Slug; readonly articleId: ArticleId }

/** The read side of the search index, always of the live generation. */
export type SearchIndex = {
  search(query: IndexQuery): Promise<IndexAnswer>
  browse(query: BrowseQuery): Promise<BrowseAnswer>
  /** Displays of entries that an answer named, in the order asked; entry numbers stay valid for a minute at least. */
  displays(entries: readonly number[]): Promise<EntryDisplay[]>
  /** Values that each open filter field holds, for warnings with the closest one. */
  knownValues(field: TagField): Promise<readonly string[]>
  position(): Promise<Position>
  /** Answers once the index knows `position`, or throws Fault `index-behind` after `timeoutMs`. */
  waitFor(position: Position, timeoutMs: number): Promise<void>
  close(): Promise<void>
}

/** The write side of the search index. */
export type SearchWriter = {
  /**
   * Replaces every document of each text by the ones given; a text whose stored stream version is not older is left alone.
   * Afterwards readers may see the index at `position`. Idempotent.
   */
  apply(generation: Generation, texts: readonly TextReadModel[], position: Position): Promise<void>
  drop(generation: Generation): Promise<void>
}

// ───────── read tables ─────────

export type StoredArticle = {
  readonly article: Article
  readonly position: Position
}

/** The read side of the read tables, always of the live generation. */
export type ArticleReader = {
  bySlug(slug: string): Promise<StoredArticle | null>
  byId(id: ArticleId): Promise<StoredArticle | null>
  position(): Promise<Position>
}

/** Per-text state of the projector: opaque JSON, with the stream version it has seen. */
export type TextState = { readonly streamVersion: number; readonly state: unknown }

/** What the projector needs of a store of read models. */
export type ReadModelStore = {
  liveGeneration(): Promise<Generation>
  checkpoint(generation: Generation): Promise<Position>
  loadStates(
    generation: Generation,
    ids: readonly ArticleId[],
  ): Promise<ReadonlyMap<ArticleId, TextState>>
  /** Writes states and articles of texts; refuses older stream versions row by row. Idempotent. */
  save(
    generation: Generation,
    texts: readonly (TextReadModel & { readonly state: unknown })[],
  ): Promise<void>
  /** Moves last, and never back (STYLE 9). */
  advance(generation: Generation, position: Position): Promise<void>
  /** Articles in key order, for digests. */
  articles(generation: Generation): AsyncIterable<{ key: string; document: unknown }>
}

/** Only one projector writes a generation at a time; the lock goes with its holder's life. */
export type ProjectorLock = {
  hold<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

// ───────── embeddings ─────────

export type QueryEmbedder = {
  readonly model: string
  readonly dimensions: number
  /** Cosines at or below it are chance (measured for the model). */
  readonly similarityFloor: number
  /** USD for one query; 0 for a local model. */
  readonly costUsdPerQuery: number
  embedQuery(text: string): Promise<Float32Array>
}

// ───────── access ─────────

export type KeyRecord = {
  readonly keyId: string
  readonly accountId: string
  readonly plan: 'practitioner' | 'firm'
  readonly scopes: readonly string[]
  readonly capMicroUsd: number | null
  readonly capMode: 'soft' | 'hard'
  readonly expiresAt: string | null
  readonly revokedAt: string | null
}

/** Keys by the HMAC of their secret (CONVENTIONS §19). The key itself never reaches a store. */
export type KeyStore = {
  find(secretHmac: Uint8Array): Promise<KeyRecord | null>
}

export type LimitDecision = {
  readonly allowed: boolean
  readonly remaining: number
  /** Whole seconds until the window frees a place; at least 1. */
  readonly resetSeconds: number
}
/** A sliding window with one authoritative count; a refused request does not consume (CONVENTIONS §15). */
export type RateLimiter = {
  take(bucket: string, quota: number, windowSeconds: number): Promise<LimitDecision>
}
