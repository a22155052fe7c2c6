import type { CitationCandidate, CitationCoverage, Relations } from '#contracts/citation-index.ts'
import type { ArticleId, Day } from '#contracts/ids.ts'
import type { Jurisdiction } from '#contracts/vocabulary/texts.ts'

/** A name asked for; the jurisdiction tells acts of two countries that share a number or a day. */
export type NameAsked = { readonly name: string; readonly jurisdiction: Jurisdiction | null }

/** A text under one of its names. */
export type FiledText = Omit<CitationCandidate, 'normal'> & NameAsked

/** The read side of the index of citations, always of the live generation. */
export type CitationIndex = {
  /**
   * Texts that are filed under these names on a day: the wording in force then, and the current one
   * of a text that has no days; without a day the current ones. One row a text and name, by name
   * and slug; at most `limit` a name.
   */
  textsNamed(
    names: readonly NameAsked[],
    asOf: Day | null,
    limit: number,
  ): Promise<readonly FiledText[]>
  /** How much of a scope is held. */
  coverage(scopes: readonly string[]): Promise<ReadonlyMap<string, Omit<CitationCoverage, 'held'>>>
  /** What a text cites and what cites it. */
  relationsOf(articleId: ArticleId): Promise<Relations>
}
