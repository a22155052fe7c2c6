import type { CitationCandidate, CitationCoverage, Relations } from '#contracts/citation-index.ts'
import type { ArticleId, Day } from '#contracts/ids.ts'
import type { Jurisdiction } from '#contracts/vocabulary/texts.ts'

/**
 * A name to look up. The jurisdiction separates acts of two countries with the same number or day.
 */
export type NameAsked = { readonly name: string; readonly jurisdiction: Jurisdiction | null }

export type FiledText = Omit<CitationCandidate, 'normal'> &
  NameAsked & {
    /** The day of a decision; else null. */
    readonly day: Day | null
  }

/** What citations are resolved with. */
export type NamedTexts = Pick<CitationIndex, 'textsNamed' | 'coverage'>

/** The read side of the index of citations, always of the live generation. */
export type CitationIndex = {
  /**
   * Texts filed under these names on a day: the wording in force then, or the current one if the
   * text has no days; without a day the current ones. One row per text and name, ordered by name
   * and slug, at most `limit` per name.
   */
  textsNamed(
    names: readonly NameAsked[],
    asOf: Day | null,
    limit: number,
  ): Promise<readonly FiledText[]>
  /** Number and dates of the texts held for each scope. */
  coverage(scopes: readonly string[]): Promise<ReadonlyMap<string, Omit<CitationCoverage, 'held'>>>
  /** Citations of a text in both directions. */
  relationsOf(articleId: ArticleId): Promise<Relations>
}
