import type { TextCitations } from '#contracts/citation-index.ts'
import type { Citation } from '#contracts/citation.ts'
import type { ArticleId } from '#contracts/ids.ts'
import type { RecogniseOptions } from '#contracts/law/citations/recognise.ts'
import type { Generation } from '../../ports.ts'
import type { ProjectionRows, Write } from '../ports.ts'

/** A text to recognise citations in, with the options of `recogniseCitations`. */
export type TextToRead = { readonly text: string; readonly options: RecogniseOptions }

/** Recognises the citations of texts, in their order, on any thread. */
export type CitationRecogniser = (
  texts: readonly TextToRead[],
) => Promise<readonly (readonly Citation[])[]>

/** How many other public texts cite a text, and the doublings that its stored state has. */
export type CitingCount = {
  readonly articleId: ArticleId
  readonly citing: number
  /** null: the text was not written yet. */
  readonly doublings: number | null
}

/** Counts the texts that cite others, by the rows of the index of citations. */
export type CitingCounts = {
  /** Of these texts and of those whose current wording has one of the names, each once. */
  countsOf(
    generation: Generation,
    texts: { readonly ids: readonly ArticleId[]; readonly names: readonly string[] },
  ): Promise<readonly CitingCount[]>
  /** The names by which these texts cite others, as it is stored. */
  namesCitedBy(generation: Generation, ids: readonly ArticleId[]): Promise<readonly string[]>
  /** All texts that may be cited. */
  citable(generation: Generation): Promise<readonly ArticleId[]>
}

export type StoredCitations = TextCitations & { readonly streamVersion: number }

/** The rows of the index of citations, by generation. */
export type CitationTables = ProjectionRows & {
  /** Replaces names and edges of each text as a whole; leaves a text of a newer revision alone. */
  write(generation: Generation, texts: readonly StoredCitations[]): Write
}
