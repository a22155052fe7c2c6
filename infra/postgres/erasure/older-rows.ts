/**
 * Rows outside of the log that quote or name an erased text: those that were written before its
 * erasure are removed, or lose these words, and are counted when it is certified and proven.
 */
import type { CopyKind } from '#contracts/erasure/certificate.ts'
import type { ArticleId, Instant, Position } from '#contracts/ids.ts'
import { ERASED_WORDS } from '#contracts/sealing/sealed-members.ts'
import { STRUCK_STREAMS } from './treatments.ts'

export type ErasedAt = {
  readonly articleId: ArticleId
  readonly time: Date | Instant
  readonly position: Position
}

export type OlderRows = {
  readonly copy: CopyKind
  readonly table: string
  readonly where: string
  /** What is set in the row, which says more than these words; absent: the row is removed. */
  readonly instead?: string
  /** $1, $2, … of `where`. */
  readonly values: (erased: ErasedAt) => readonly unknown[]
}

/** $1: id of the text; $2: when it was erased; $3: where in the log that is. */
const byTime: OlderRows['values'] = ({ articleId, time, position }) => [articleId, time, position]
/** $1: id of the text; $2: where in the log it was erased. */
const byPosition: OlderRows['values'] = ({ articleId, position }) => [articleId, position]

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
const OF_TEXT = `order_key = $1 and type <> 'article.erased' and (${IS_OLDER} or ${SAYS_MORE})`
const ERASED_VERSIONS = `select jsonb_array_elements_text(events.data -> 'versions') from events
  where events.position = $3`
/**
 * A saved search may be told after the erasure of what the index said before it knew of it: of an
 * erased version, or of a text that is not public any more under the slug of one.
 */
const sayingErased = (slug: string, version: string, position: string): string =>
  `${position} < $3 and ${slug} not like 'erased-%' and (${version} in (${ERASED_VERSIONS})
     or ${version} is null and exists (${ERASED_VERSIONS}))`
const inBody = (member: string): string => `body::jsonb #>> '{data,${member}}'`
/** The order of messages of saved searches is kept by search and text. */
const OF_SEARCHES = `order_key like '%/' || $1 and (${IS_OLDER}
  or ${sayingErased(`(${inBody('slug')})`, `(${inBody('version')})`, `(${inBody('position')})::bigint`)})`
const QUEUED = `(${OF_TEXT} or ${OF_SEARCHES})`

/** The text that turned another one red, by its slug or in the words of a publisher. */
const BY_WHOM = `split_part(detail, ' ', 2)`

/** In the order in which they are removed. */
export const OLDER_ROWS: readonly OlderRows[] = [
  {
    copy: 'webhooks',
    table: 'webhook_messages',
    where: `event_seq in (select seq from webhook_events where ${QUEUED})`,
    values: byTime,
  },
  {
    copy: 'webhooks',
    table: 'webhook_events',
    where: `${QUEUED} and not exists (select from webhook_messages where event_seq = seq)`,
    values: byTime,
  },
  {
    copy: 'saved-search-news',
    table: 'saved_search_news',
    where: `article_id = $1::uuid
      and (at < $2 and position <= $3 or ${sayingErased('slug', 'version', 'position')})`,
    values: byTime,
  },
  {
    copy: 'desk-notices',
    table: 'desk_impact_changes',
    where: 'cited_id = $1::uuid and position < $2',
    values: byPosition,
  },
  {
    copy: 'desk-notices',
    table: 'desk_impact_notices',
    where: 'citing_id = $1::uuid and position < $2',
    values: byPosition,
  },
  {
    copy: 'desk-notices',
    table: 'desk_impact_changes',
    where: `cause = 'turned-red' and ${BY_WHOM} not in ('', '${ERASED_WORDS}') and ${BY_WHOM} not like 'erased-%'
      and position in (select told.position from events told where told.stream_id in (${STRUCK_STREAMS}))`,
    instead: `detail = split_part(detail, ' ', 1)`,
    values: ({ position }) => [position],
  },
  {
    copy: 'kept-answers',
    table: 'idempotent_writes',
    where: `position($1 in answer::text) > 0
      and (created_at < $2 or (answer ->> 'position')::bigint <= $3)`,
    values: byTime,
  },
]
