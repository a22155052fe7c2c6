import type { ArticleId, ConceptId } from '#contracts/ids.ts'
import type { Generation, KeyedDocument, ReadModelStore } from '../ports.ts'
import type { KnowledgeStore } from './treatments/ports.ts'
import { conceptIdsOf } from './surroundings.ts'
import type { TextState } from './articles/text-state.ts'

async function* inTurn(
  ...sources: readonly AsyncIterable<KeyedDocument>[]
): AsyncGenerator<KeyedDocument> {
  for (const source of sources) yield* source
}

type Shown = { readonly articleId: ArticleId; readonly conceptIds: readonly ConceptId[] }

/**
 * The read models with concepts and the citator's facts among them: written by the projector, part
 * of the digest, removed with their generation. `store` may carry citations; their keys come before
 * `concept/…`.
 */
export const withKnowledge = (store: ReadModelStore, knowledge: KnowledgeStore): ReadModelStore => {
  return {
    ...store,
    ...knowledge,
    save: async (generation, texts, reaching) => {
      await store.save(generation, texts, reaching)
      const shown: Shown[] = texts.map(({ articleId, state }) => ({
        articleId,
        conceptIds: conceptIdsOf(state as TextState),
      }))
      if (shown.length > 0) await knowledge.assignConcepts(generation, shown)
    },
    articles: (generation) =>
      inTurn(
        store.articles(generation),
        knowledge.concepts(generation),
        knowledge.persons(generation),
      ),
    dropGeneration: async (generation: Generation) => {
      await store.retireGeneration(generation)
      await knowledge.dropKnowledge(generation)
      await store.dropGeneration(generation)
    },
  }
}
