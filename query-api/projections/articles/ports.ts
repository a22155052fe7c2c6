import type { Citation } from '#contracts/citation.ts'
import type { ArticleId, ConceptId } from '#contracts/ids.ts'
import type { Generation, TextReadModel } from '../../ports.ts'
import type { ProjectionRows, Write } from '../ports.ts'
import type { TextState } from './text-state.ts'

/** States of texts as they were written last. Throws Fault `generation-outdated`. */
export type TextStates = {
  load(
    generation: Generation,
    ids: readonly ArticleId[],
  ): Promise<ReadonlyMap<ArticleId, TextState>>
  /** The texts that show any of these concepts, each once. */
  showing(generation: Generation, concepts: readonly ConceptId[]): Promise<readonly ArticleId[]>
}

/** A text as it is written: what is served of it, and the state that this comes from. */
export type ProjectedText = TextReadModel & {
  readonly state: TextState
  /** In the current wording; none while the text is not public. */
  readonly citations: readonly Citation[]
}

/** A text with the concepts that its served wording shows. */
export type TextToStore = ProjectedText & { readonly conceptIds: readonly ConceptId[] }

/** States of texts, the articles served of them, and the concepts that they show. */
export type TextTables = TextStates &
  ProjectionRows & {
    /** Leaves a row of a newer revision alone; one of the same revision is written again. */
    write(generation: Generation, texts: readonly TextToStore[]): Write
  }
