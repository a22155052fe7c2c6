/** What a message about a saved search says: no words of the search and none of a text. */
import { SearchNotice } from '#contracts/http/saved-searches.ts'
import { printPosition } from '#contracts/ids.ts'
import { API_BASE_PATH } from '#contracts/service.ts'
import { textPath } from '../public/addresses.ts'
import { messageBody } from '../webhooks/message.ts'
import type { QueuedEvent } from '../webhooks/ports.ts'
import type { Told } from './ports.ts'

/** News of one search about one text are sent in order. */
export const eventOfTold = (told: Told, accountId: string): QueuedEvent => {
  const { id, searchId, state, articleId, slug, at, version, position } = told
  const links =
    version === null
      ? { article: null, page: null }
      : { article: `${API_BASE_PATH}/articles/${slug}`, page: textPath(slug) }
  const notice = SearchNotice.parse({ ...told, position: printPosition(position), links })
  const type = state === 'matched' ? 'search.matched' : 'search.unmatched'
  return {
    id,
    type,
    accountId,
    orderKey: `${searchId}/${articleId}`,
    jurisdictions: [],
    position,
    body: messageBody(type, at, notice),
  }
}
