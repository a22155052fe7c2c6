import type { ArticleHead } from '#contracts/http/article-head.ts'
import type { Concept } from '#contracts/concept.ts'
import type { ArticleId, Position, Slug } from '#contracts/ids.ts'
import type { Generation } from '../ports.ts'

/** Heads of public texts of the live generation. */
export type ArticleHeads = {
  /** In any order; texts that are not public are absent. */
  headsOf(ids: readonly ArticleId[]): Promise<readonly ArticleHead[]>
}

/** Dockets at courts that have many seats, which the name of a decision holds besides. */
export type SeatedDockets = {
  /** `court:fr.ca` … */
  readonly scopes: readonly string[]
  readonly numbers: readonly string[]
}

/** Public texts by their names. */
export type TextsByName = {
  /** Texts filed under any of these names, or decisions with one of these dockets, by slug. */
  idsNamed(
    names: readonly string[],
    dockets: SeatedDockets,
    limit: number,
  ): Promise<{ readonly ids: readonly ArticleId[]; readonly position: Position }>
}

/** A text with what it can be found by. */
export type SuggestedText = {
  readonly slug: Slug
  readonly title: string
  /** Normal names, as the index of citations writes them. */
  readonly names: readonly string[]
}

export type HeldText = { readonly id: ArticleId; readonly revision: number }

/** What suggestions are made of, in the live generation. */
export type SuggestionSource = {
  state(): Promise<{ readonly generation: Generation; readonly position: Position }>
  /**
   * Public texts by id with their revisions, at most `limit` after an id (null: from the first).
   */
  textsAfter(after: ArticleId | null, limit: number): Promise<readonly HeldText[]>
  readTexts(ids: readonly ArticleId[]): Promise<readonly (SuggestedText & { id: ArticleId })[]>
  concepts(generation: Generation): AsyncIterable<Concept>
}
