/** What a message says: by Standard Webhooks a type, a time and data without words of a text. */
import { type Change, GONE_CHANGES } from '#contracts/changes/change.ts'
import { ChangeNotice, type MessageType } from '#contracts/http/webhooks.ts'
import { type Instant, Position } from '#contracts/ids.ts'
import { API_BASE_PATH } from '#contracts/service.ts'
import { textPath } from '../public/addresses.ts'
import type { QueuedEvent } from './ports.ts'

/** Members in the order in which they are sent. */
export const messageBody = (type: MessageType, timestamp: Instant, data: object): string =>
  JSON.stringify({ type, timestamp, data })

const linksOf = ({ type, slug }: Change): ChangeNotice['links'] =>
  slug === null || GONE_CHANGES.has(type)
    ? { article: null, page: null }
    : { article: `${API_BASE_PATH}/articles/${slug}`, page: textPath(slug) }

/** A change as an event of the queue. Changes of one text or concept are sent in order. */
export const eventOfChange = (change: Change): QueuedEvent => {
  const { id, type, position, articleId, concept, jurisdictions, occurredAt } = change
  const notice = ChangeNotice.parse({ ...change, links: linksOf(change) })
  return {
    id,
    type,
    accountId: null,
    orderKey: articleId ?? concept?.conceptId ?? null,
    jurisdictions,
    position: Position.parse(Number(position)),
    body: messageBody(type, occurredAt, notice),
  }
}
