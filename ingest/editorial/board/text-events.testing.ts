/** Stored events for the tests of the desk's followers. */
import { articleIdOf } from '#contracts/canonical/identity.ts'
import type { ArticleEvent, StoredArticleEvent } from '#contracts/events/event.ts'
import { articleStream, Instant, Position, Sha256Hex } from '#contracts/ids.ts'
import { TIME } from '../../domain/article/articles.testing.ts'

const ID = articleIdOf('test')
const UUID = '00000000-0000-4000-8000-000000000000'

export type Acted = readonly [actor: string, event: ArticleEvent]

/** Events of one text at positions from 1, a minute apart, each by an actor. */
export const stored = (...events: readonly Acted[]): StoredArticleEvent[] =>
  events.map(([actor, event], index) => ({
    ...event,
    id: UUID,
    schemaVersion: 1,
    position: Position.parse(index + 1),
    streamId: articleStream(ID),
    streamVersion: index + 1,
    appendId: UUID,
    causationId: null,
    correlationId: 'test',
    actor,
    time: minutesAfter(index),
    payloadHash: Sha256Hex.parse('0'.repeat(64)),
  }))

export const minutesAfter = (minutes: number): Instant =>
  Instant.parse(new Date(Date.parse(TIME) + minutes * 60_000).toISOString())
