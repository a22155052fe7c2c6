/**
 * Rows outside of the log that quote or name an erased text: those that were written before its
 * erasure are removed, and counted when it is certified and proven.
 */
import type { CopyKind } from '#contracts/erasure/certificate.ts'

export type OlderRows = {
  readonly copy: CopyKind
  readonly table: string
  /** $1: id of the text; $2: when it was erased. */
  readonly where: string
}

/** What was queued names a wording of which the changes say nothing any more. */
const SAYS_MORE = `webhook_events.body::jsonb #>> '{data,sha256Hash}' is not null
  and exists (select from live_generation join changes using (generation)
    where changes.article_id = $1::text::uuid and changes.change ->> 'id' = webhook_events.id
      and changes.change ->> 'sha256Hash' is null)`
/**
 * The time of the erasure is that of the clock which recorded it, and a notifier may have queued
 * since then what it had read before: so what a message says counts, too.
 */
const QUEUED = `order_key = $1 and type <> 'article.erased' and (created_at < $2 or ${SAYS_MORE})`

/** In the order in which they are removed. */
export const OLDER_ROWS: readonly OlderRows[] = [
  {
    copy: 'webhooks',
    table: 'webhook_messages',
    where: `event_seq in (select seq from webhook_events where ${QUEUED})`,
  },
  {
    copy: 'webhooks',
    table: 'webhook_events',
    where: `${QUEUED} and not exists (select from webhook_messages where event_seq = seq)`,
  },
  {
    copy: 'saved-search-news',
    table: 'saved_search_news',
    where: 'article_id = $1::uuid and at < $2',
  },
  {
    copy: 'desk-notices',
    table: 'desk_impact_changes',
    where: 'cited_id = $1::uuid and at < $2',
  },
  {
    copy: 'desk-notices',
    table: 'desk_impact_notices',
    where: `citing_id = $1::uuid
      and change_id in (select id from desk_impact_changes where at < $2)`,
  },
  {
    copy: 'kept-answers',
    table: 'idempotent_writes',
    where: 'position($1 in answer::text) > 0 and created_at < $2',
  },
]
