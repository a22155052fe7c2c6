/** The events of texts, and the states that they lead to. */
import { ARTICLE_EVENTS } from '#contracts/events/article.ts'
import type { StoredArticleEvent, StoredEvent } from '#contracts/events/event.ts'
import { Fault } from '#contracts/fault.ts'
import { type ArticleId, articleIdOfStream, articleStream, type StreamId } from '#contracts/ids.ts'
import type { ArticleState } from '../../domain/article/state.ts'
import { articleDecider } from '../../domain/article/decide.ts'
import { stateAfter } from '../../domain/decider.ts'
import type { EventStore } from '../../ports.ts'

const isOfArticle = (event: StoredEvent): event is StoredArticleEvent =>
  Object.hasOwn(ARTICLE_EVENTS, event.type)

export type TextEvents = readonly StoredArticleEvent[]

type Streams = Pick<EventStore, 'readStreams'>

/**
 * Whole streams. One with an event of a shape that is not known is left out: it waits for a newer
 * program, and must not stop the lists of all others.
 */
export const readableStreams = async (
  store: Streams,
  ids: readonly StreamId[],
): Promise<ReadonlyMap<StreamId, readonly StoredEvent[]>> => {
  try {
    return await store.readStreams(ids)
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'event-unreadable') throw error
    if (ids.length <= 1) return new Map()
  }
  const streams = new Map<StreamId, readonly StoredEvent[]>()
  for (const id of ids)
    for (const [streamId, events] of await readableStreams(store, [id]))
      streams.set(streamId, events)
  return streams
}

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
