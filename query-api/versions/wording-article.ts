/** A wording as an article, from the state of its text. */
import type { Blobs } from '#contracts/events/append.ts'
import type { Article } from '#contracts/http/article.ts'
import type { ArticleId } from '#contracts/ids.ts'
import { articleOf } from '../projections/articles/article-document.ts'
import type { TextState } from '../projections/articles/text-state.ts'
import { type KeptWording, viewOf } from '../projections/articles/wording-view.ts'

/** Where wordings that are not served are read from. */
export type WordingSources = {
  /** States of texts, by the projector. */
  readonly stateOf: (id: ArticleId) => Promise<TextState | null>
  readonly blobs: Pick<Blobs, 'get'>
}

const NO_LOOKUPS = { concepts: new Map(), embeddingModel: null } as const

/** Concepts have no labels; colours are those of today. Throws the faults of its ports. */
export const articleOfWording = async (
  blobs: Pick<Blobs, 'get'>,
  id: ArticleId,
  state: TextState,
  kept: KeptWording,
): Promise<Article | null> => {
  const texts = await blobs.get([kept.wording.content.contentClean.sha256])
  return articleOf(state, viewOf(id, state, kept, texts, NO_LOOKUPS), NO_LOOKUPS)
}
