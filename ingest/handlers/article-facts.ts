import { ARTICLE_EVENTS } from '#contracts/events/article.ts'
import type { ArticleEvent, StoredArticleEvent, StoredEvent } from '#contracts/events/event.ts'
import { Fault } from '#contracts/fault.ts'
import type { SemVer, StreamId } from '#contracts/ids.ts'
import type { ContentRecord } from '#contracts/content.ts'
import type { EventStore } from '../ports.ts'

const isArticleFact = (event: StoredEvent): event is StoredArticleEvent =>
  Object.hasOwn(ARTICLE_EVENTS, event.type)

/**
 * All facts of some texts, in one read; a text that is not there has none.
 * Throws Fault `stream-mixed` if a stream holds a fact that is none of a text.
 */
export const loadFacts = async (
  store: Pick<EventStore, 'readStreams'>,
  ids: readonly StreamId[],
): Promise<ReadonlyMap<StreamId, readonly StoredArticleEvent[]>> => {
  const streams = await store.readStreams(ids)
  return new Map(
    [...streams].map(([id, events]) => {
      const facts = events.filter(isArticleFact)
      if (facts.length === events.length) return [id, facts]
      throw new Fault('stream-mixed', `the stream ${id} holds facts that are none of a text`, {
        hint: 'put the database back from a copy: nothing of ours writes such facts',
      })
    }),
  )
}

type Embedded = { readonly batches: number; readonly seen: ReadonlySet<number> }

const isWhole = ({ batches, seen }: Embedded): boolean => seen.size === batches

/**
 * The wordings of a text that were published, the passages of which no fact gives in this model.
 */
export const versionsToEmbed = (
  facts: readonly ArticleEvent[],
  model: string,
): { readonly version: SemVer; readonly content: ContentRecord }[] => {
  const published = new Map<SemVer, ContentRecord>()
  const embedded = new Map<SemVer, Embedded>()
  for (const { type, data } of facts) {
    if (type === 'VersionPublished') published.set(data.version, data.content)
    if (type === 'PassagesEmbedded' && data.model === model) {
      const seen = new Set(embedded.get(data.version)?.seen).add(data.batch)
      embedded.set(data.version, { batches: data.batches, seen })
    }
    if (type === 'Deleted') published.clear()
  }
  return [...published]
    .filter(([version]) => !isWhole(embedded.get(version) ?? { batches: 1, seen: new Set() }))
    .map(([version, content]) => ({ version, content }))
}
