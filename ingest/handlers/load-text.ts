import type { StoredArticleEvent } from '#contracts/events/event.ts'
import type { Slug, StreamId } from '#contracts/ids.ts'
import { type ArticleState, stateOf } from '../domain/article/state.ts'
import { type DomainRefusal, refuse } from '../domain/refusals.ts'
import { loadFacts } from './article-facts.ts'
import type { WriteDeps } from './write-deps.ts'

export type LoadedText = {
  readonly streamId: StreamId
  readonly facts: readonly StoredArticleEvent[]
  readonly state: ArticleState
}

/**
 * The text that holds a slug, from its facts. Refusal `text-unknown`: nobody holds it, or nothing
 * was recorded of it.
 */
export const loadText = async (
  { slugs, store }: Pick<WriteDeps, 'slugs' | 'store'>,
  slug: Slug,
): Promise<LoadedText | DomainRefusal> => {
  const streamId = await slugs.ownerOf(slug)
  if (streamId === null) return refuse('text-unknown')
  const facts = (await loadFacts(store, [streamId])).get(streamId) ?? []
  return facts.length === 0 ? refuse('text-unknown') : { streamId, facts, state: stateOf(facts) }
}
