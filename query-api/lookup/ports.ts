import type { ArticleHead } from '#contracts/http/article-head.ts'
import type { ArticleId, Position } from '#contracts/ids.ts'

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
