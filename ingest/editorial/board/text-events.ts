/** The events of texts, and the states that they lead to. */
import { ARTICLE_EVENTS } from '#contracts/events/article.ts'
import type { StoredArticleEvent, StoredEvent } from '#contracts/events/event.ts'
import { type ArticleId, articleIdOfStream, articleStream } from '#contracts/ids.ts'
import { readableStreams } from '../../command-handler/readable-streams.ts'
import type { ArticleState } from '../../domain/article/state.ts'
import { articleDecider } from '../../domain/article/decide.ts'
import { stateAfter } from '../../domain/decider.ts'
import type { EventStore } from '../../ports.ts'

const isOfArticle = (event: StoredEvent): event is StoredArticleEvent =>
  Object.hasOwn(ARTICLE_EVENTS, event.type)

export type TextEvents = readonly StoredArticleEvent[]

type Streams = Pick<EventStore, 'readStreams'>

/** The events of these texts, in the order of each stream. */
export const eventsOf = async (
  store: Streams,
  ids: readonly ArticleId[],
): Promise<ReadonlyMap<ArticleId, TextEvents>> => {
  const stored = await readableStreams(store, ids.map(articleStream))
  return new Map(
    [...stored].map(([streamId, events]) => [
      articleIdOfStream(streamId),
      events.filter(isOfArticle),
    ]),
  )
}

export const stateOfText = (events: TextEvents): ArticleState => stateAfter(articleDecider, events)
