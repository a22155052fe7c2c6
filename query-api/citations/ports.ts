import type {
  CitationCandidate,
  CitationCoverage,
  Relations,
  TextCitations,
} from '#contracts/citation-index.ts'
import type { Citation } from '#contracts/citation.ts'
import type { ArticleId, Day } from '#contracts/ids.ts'
import type { RecogniseOptions } from '#contracts/law/citations/recognise.ts'
import type { Jurisdiction } from '#contracts/vocabulary/texts.ts'
import type { Generation, KeyedDocument } from '../ports.ts'

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

/** A text whose citations are asked for, with what `recogniseCitations` takes besides. */
export type TextToRead = { readonly text: string; readonly options: RecogniseOptions }

/**
 * Reads the citations of texts, in their order: what `recogniseCitations` finds, wherever it runs.
 */
export type CitationRecogniser = (
  texts: readonly TextToRead[],
) => Promise<readonly (readonly Citation[])[]>

export type StoredCitations = TextCitations & { readonly streamVersion: number }

/** The write side, by generation. */
export type CitationWriter = {
  /**
   * Replaces names and edges of texts, each as a whole; an older stream version is refused text by
   * text. Idempotent.
   */
  save(generation: Generation, texts: readonly StoredCitations[]): Promise<void>
  /**
   * Every text that has a name or an edge, for digests: `key` is `citation/<id>`, ascending. Read
   * in bounded pages.
   */
  documents(generation: Generation): AsyncIterable<KeyedDocument>
  /** Removes a generation that is not live, in bounded steps. Idempotent. */
  drop(generation: Generation): Promise<void>
}
