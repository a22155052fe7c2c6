/**
 * Rows outside of the log that quote or name an erased text: those that were written before its
 * erasure are removed, and counted when it is certified and proven.
 */
import type { CopyKind } from '#contracts/erasure/certificate.ts'
import type { ArticleId, Instant, Position } from '#contracts/ids.ts'

export type ErasedAt = {
  readonly articleId: ArticleId
  readonly time: Date | Instant
  readonly position: Position
}

export type OlderRows = {
  readonly copy: CopyKind
  readonly table: string
  readonly where: string
  /** $1, $2, … of `where`. */
  readonly values: (erased: ErasedAt) => readonly unknown[]
}

/** $1: id of the text; $2: when it was erased. */
const byTime: OlderRows['values'] = ({ articleId, time }) => [articleId, time]
/** $3: where in the log the erasure is. */
const byPosition: OlderRows['values'] = (erased) => [...byTime(erased), erased.position]

/** What was queued names a wording of which the changes say nothing any more. */
const SAYS_MORE = `webhook_events.body::jsonb #>> '{data,sha256Hash}' is not null
  and exists (select from live_generation join changes using (generation)
    where changes.article_id = $1::text::uuid and changes.change ->> 'id' = webhook_events.id
      and changes.change ->> 'sha256Hash' is null)`
/**
 * The clock may have been set back since the erasure: a message about a change that follows it in
 * the log is never older. A notifier may also have queued since then what it had read before, so
 * `SAYS_MORE` looks at what a message says.
 */
const IS_OLDER = `created_at < $2 and coalesce((body::jsonb #>> '{data,position}')::bigint <= $3, true)`
const QUEUED = `order_key = $1 and type <> 'article.erased' and (${IS_OLDER} or ${SAYS_MORE})`

/** In the order in which they are removed. */
export const OLDER_ROWS: readonly OlderRows[] = [
  {
    copy: 'webhooks',
    table: 'webhook_messages',
    where: `event_seq in (select seq from webhook_events where ${QUEUED})`,
    values: byPosition,
  },
  {
    copy: 'webhooks',
    table: 'webhook_events',
    where: `${QUEUED} and not exists (select from webhook_messages where event_seq = seq)`,
    values: byPosition,
  },
  {
    copy: 'saved-search-news',
    table: 'saved_search_news',
    where: 'article_id = $1::uuid and at < $2',
    values: byTime,
  },
  {
    copy: 'desk-notices',
    table: 'desk_impact_changes',
    where: 'cited_id = $1::uuid and at < $2',
    values: byTime,
  },
  {
    copy: 'desk-notices',
    table: 'desk_impact_notices',
    where: `citing_id = $1::uuid
      and change_id in (select id from desk_impact_changes where at < $2)`,
    values: byTime,
  },
  {
    copy: 'kept-answers',
    table: 'idempotent_writes',
    where: 'position($1 in answer::text) > 0 and created_at < $2',
    values: byTime,
  },
]
