import type { Article } from '#contracts/http/article.ts'
import type { ArticleId, Day, Instant, Position, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { SearchDocument, TagField } from '#contracts/search/document.ts'
import type { ShownEntry } from '#contracts/search/shown.ts'

export type { Blobs, EventLog } from '#contracts/events/append.ts'

/** One build of every read model (contracts/conventions/replay.md). The first is 1. */
export type Generation = number

/** A document of the read models under its key, for digests and comparisons. */
export type KeyedDocument = { readonly key: string; readonly document: unknown }

/** The read model of one text: everything published, or nothing (`article: null`). */
export type TextReadModel = {
  readonly articleId: ArticleId
  /** Counts every change of the text and around it; a store refuses an older or equal one. */
  readonly streamVersion: number
  readonly article: Article | null
  readonly documents: readonly SearchDocument[]
}

// ───────── search ─────────

export type IndexFilters = {
  readonly kinds: readonly ('article' | 'headnote')[]
  /** OR within a field, AND between fields; a field that is absent does not filter. */
  readonly anyOf: Partial<Record<TagField, readonly string[]>>
  readonly dateFrom: Day | null
  readonly dateTo: Day | null
  /**
   * null: the current wording; else the wording in force on that day (texts without intervals: the
   * current one).
   */
  readonly asOf: Day | null
  /** Entries of this text only; absent: of all. */
  readonly slug?: Slug
}

export type IndexQuery = {
  /** Analysed query terms with their weights, unique; empty: no lexical branch. */
  readonly terms: readonly { readonly term: string; readonly weight: number }[]
  /** Identity tokens of the query: an entry that carries one ranks before all others. */
  readonly identifiers: readonly string[]
  readonly vector: Float32Array | null
  /** Cosines at or below it are chance for this model (contracts/conventions/search.md). */
  readonly similarityFloor: number
  readonly filters: IndexFilters
  /** Depths counted after grouping (contracts/conventions/search.md). */
  readonly lexicalDepth: number
  readonly semanticDepth: number
  /**
   * The last hit that the page shows, counted from the first of the whole list. An engine that
   * ranks candidates looks further for a later page; what comes before never depends on it.
   */
  readonly pageEnd: number
  /** Lexical hits come with the shares of the terms; default: without. */
  readonly withShares?: boolean
} & ResultOptions

/** The order of a result: by score, by the day of the text or by its authority. */
export type IndexOrder = 'relevance' | 'date' | 'date_asc' | 'authority'

/** A field of the index that a result is counted by. */
export type FacetField = Exclude<
  TagField,
  'treatmentTypes' | 'cites' | 'identifiers' | 'provisions'
>

/** What a search and a browse may ask beside their ranking; absent: nothing of it. */
export type ResultOptions = {
  /** Default: relevance; a browse by relevance is by date. */
  readonly order?: IndexOrder
  /** Each once. */
  readonly facets?: readonly FacetField[]
  /** Counts texts, not hits: a text with its headnotes is one, in totals and facets. */
  readonly byText?: boolean
}

/** How many hits (or texts) of a result carry a value. */
export type FacetCount = { readonly value: string; readonly count: number }

/** The most frequent values by count descending, then by value; `others`: the sum of the others. */
export type FieldCounts = { readonly values: readonly FacetCount[]; readonly others: number }

/**
 * The counts of each field that was asked for (`FACET_VALUES_MAX`). The result is filtered by
 * everything but the field itself (`years`: the dates).
 */
export type FacetCounts = Partial<Record<FacetField, FieldCounts>>

/** An entry with the members that break ties after the score: kind, slug, sequence. */
export type RankedEntry = {
  readonly entry: number
  readonly kind: 'article' | 'headnote'
  readonly slug: Slug
  readonly sequence: number
}

/** The idf of words (contracts/search/parameters.ts). */
export type WordRarity = {
  /** Of all terms of the query together, weighted: no score exceeds it. */
  readonly asked: number
  /** Of a word that no text holds. */
  readonly unheld: number
}

/** What a term adds to the lexical score of an entry. */
export type TermShare = {
  readonly term: string
  readonly weight: number
  readonly idf: number
  /** How often the entry says it. */
  readonly inTitle: number
  readonly inBody: number
  readonly score: number
}

export type IndexAnswer = {
  /** The last log position that this state of the index includes. */
  readonly position: Position
  /** Ranked by score descending, then kind, slug, sequence. */
  readonly lexical: readonly (RankedEntry & {
    readonly score: number
    /** The weighted idf of the rare terms of the query that it holds (FUSION.rareShare). */
    readonly rare: number
    /** Where the query asks for them: the terms that it holds, by spelling. */
    readonly shares?: readonly TermShare[]
  })[]
  /** Exact number of entries that match lexically under the filters, whatever the depth. */
  readonly lexicalTotal: number
  /** How many entries at the head of `lexical` a citation of the query names. */
  readonly named: number
  /**
   * How many entries at the head of `lexical` take part in the fusion; those after them only
   * follow. Absent: all.
   */
  readonly fused?: number
  /** What lexical scores are compared with. */
  readonly rarity: WordRarity
  /** The terms of the query that no current entry holds, by spelling. */
  readonly unheld: readonly string[]
  readonly semantic: readonly (RankedEntry & {
    readonly similarity: number
    readonly matchesLexically: boolean
  })[]
  /**
   * The first entries of the whole result in the order asked, as many as `lexicalDepth`; absent
   * for the order by relevance.
   */
  readonly sorted?: readonly RankedEntry[]
  /** Texts in the whole result, where the query counts by text. */
  readonly texts?: number
  readonly facets?: FacetCounts
}

export type BrowseQuery = {
  readonly filters: IndexFilters
  readonly depth: number
} & ResultOptions
export type BrowseAnswer = {
  readonly position: Position
  /**
   * Date descending, or the order asked; then kind, slug, sequence. Entries without a date come
   * last in both orders by date.
   */
  readonly entries: readonly RankedEntry[]
  /** Entries, whatever the query counts by. */
  readonly total: number
  /** Texts in the whole result, where the query counts by text. */
  readonly texts?: number
  readonly facets?: FacetCounts
}

/** A value of a filter that no text carries, with the nearest one that some text carries. */
export type UnknownValue = { readonly value: string; readonly closest: string | null }

/** A term and how many current entries hold it. */
export type HeldTerm = { readonly term: string; readonly entries: number }

/** The members of an entry that a hit shows. */
export type EntryDisplay = ShownEntry & {
  /** The ordinal of the passage nearest to the vector that was given; null without one. */
  readonly passage: number | null
}

/** The read side of the search index, always of the live generation. */
export type SearchIndex = {
  search(query: IndexQuery): Promise<IndexAnswer>
  browse(query: BrowseQuery): Promise<BrowseAnswer>
  /**
   * Displays of entries from an answer, in the given order; entry numbers stay valid for at least a
   * minute. With the vector of a query each names its nearest passage.
   */
  displays(entries: readonly number[], nearTo?: Float32Array | null): Promise<EntryDisplay[]>
  /** The values that texts have in an open filter field, for warnings with the closest one. */
  knownValues(field: TagField): Promise<readonly string[]>
  /**
   * Those of the values that no live entry carries in a field, in the given order. An engine that
   * can't list a field with very many values gives no closest one.
   */
  unknownValues(field: TagField, values: readonly string[]): Promise<readonly UnknownValue[]>
  /**
   * Terms of current entries with the same first letter, at most so many edits away
   * (`editDistance`). An engine without a list of its terms gives those of the hits that it finds
   * with typing errors.
   */
  similarTerms(term: string, edits: number): Promise<readonly HeldTerm[]>
  position(): Promise<Position>
  /**
   * Resolves when the index includes `position`, or throws Fault `index-behind` after `timeoutMs`;
   * at once `search-index-missing` where the engine lost what it held, as `position` does.
   */
  waitFor(position: Position, timeoutMs: number): Promise<void>
  close(): Promise<void>
}

/** The write side of the search index. */
export type SearchWriter = {
  /**
   * Replaces all documents of each text, unless its stored stream version is the same or newer,
   * even if that version has no documents. Afterwards readers may see the index at `position`,
   * which never moves back; `texts` may be empty (only the position moves). Idempotent. `held`
   * aborts with a Fault when the lock of the generation is lost, and then another writer may work:
   * an engine without transactions writes nothing more, and throws that Fault.
   */
  readonly apply: (
    generation: Generation,
    texts: readonly TextReadModel[],
    position: Position,
    held?: AbortSignal,
  ) => Promise<void>
  /**
   * Every document of a generation, for digests: `key` is `search/<document id>`, ascending by code
   * unit (SQL: collate "C"), `document` is the SearchDocument as it was applied, member for member.
   * Read in bounded pages.
   */
  readonly documents: (generation: Generation) => AsyncIterable<KeyedDocument>
  readonly drop: (generation: Generation) => Promise<void>
  /** Called by the holder of the generation's lock when nothing is left to write: time to tidy. */
  readonly rest?: (generation: Generation, held?: AbortSignal) => Promise<void>
}

// ───────── read tables ─────────

/** A public article as the projector wrote it. */
export type StoredArticle = {
  readonly id: ArticleId
  /**
   * JSON of Article (contracts/http/article.ts), served unchanged: ETag and digest cover its UTF-8
   * bytes.
   */
  readonly json: string
  readonly sha256Hash: Sha256Hex
  readonly updatedAt: Instant
}

/**
 * Article and position come from one state of the read tables; `article` is null unless the text is
 * public.
 */
export type ArticleAnswer = { readonly article: StoredArticle | null; readonly position: Position }
/** The public ones of several texts, all from one state. */
export type ArticlesAnswer = {
  readonly articles: ReadonlyMap<Slug, StoredArticle>
  readonly position: Position
}

/** The read side of the read tables, always of the live generation. */
export type ArticleReader = {
  bySlug(slug: Slug): Promise<ArticleAnswer>
  bySlugs(slugs: readonly Slug[]): Promise<ArticlesAnswer>
  byId(id: ArticleId): Promise<ArticleAnswer>
  position(): Promise<Position>
}

/** Ensures that one projector at a time writes a generation. The lock ends with its holder. */
export type ProjectorLock = {
  /**
   * Waits for the lock, runs `work` under it and releases it. `held` aborts when `signal` does or
   * when the lock is lost (its session ended); then `hold` rejects with Fault `lock-lost`.
   */
  hold<T>(name: string, signal: AbortSignal, work: (held: AbortSignal) => Promise<T>): Promise<T>
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
