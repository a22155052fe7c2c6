import type { Concept } from '#contracts/concept.ts'
import type { Blobs } from '#contracts/events/append.ts'
import type { StoredArticleEvent } from '#contracts/events/event.ts'
import type { Article } from '#contracts/http/article.ts'
import type { VersionDiff } from '#contracts/http/versions.ts'
import type { ArticleId, ConceptId, Sha256Hex } from '#contracts/ids.ts'
import type { TextState } from '../projections/articles/text-state.ts'

/** What earlier wordings of a text are read from. */
export type VersionSources = {
  /** The state of a text in the live generation; null: there is none. */
  stateOf(id: ArticleId): Promise<TextState | null>
  /** Events of a text with these types, up to a version of its stream, in order. */
  factsOf(
    id: ArticleId,
    types: readonly StoredArticleEvent['type'][],
    throughVersion: number,
  ): Promise<readonly StoredArticleEvent[]>
  /** The hashes of which the text is kept. */
  keptTexts(hashes: readonly Sha256Hex[]): Promise<ReadonlySet<Sha256Hex>>
  readonly blobs: Pick<Blobs, 'get'>
  /** Concepts of the live generation; those that no vocabulary defines are absent. */
  conceptsOf(ids: readonly ConceptId[]): Promise<ReadonlyMap<ConceptId, Concept>>
}

/** Compares two wordings; the signal aborts when nobody waits any more. */
export type CompareWordings = (
  sides: { readonly from: Article; readonly to: Article },
  signal?: AbortSignal,
) => Promise<VersionDiff>
