/** The store of what follows saved searches, on PostgreSQL. */
import { z } from 'zod'
import { Actor } from '#contracts/actor.ts'
import { SAVED_SEARCH_LIMITS } from '#contracts/http/saved-searches.ts'
import { ArticleId, Position, Slug } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import type { Following, Standing, Told } from '#query-api/saved-searches/ports.ts'
import { recordAct } from '../platform/audit.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import type { QueuedEvent } from '#query-api/webhooks/ports.ts'
import { openContent } from './content.ts'
import { MARK } from './mark.ts'

const { textsMax, newsKept } = SAVED_SEARCH_LIMITS

const StandingRow = z.object({ position: Position.nullable(), mark: z.string() })
const STANDING = statement('following-standing', {
  sql: 'select position, mark::text as mark from saved_search_checkpoint',
  row: StandingRow,
})
/** Whoever changes what is followed locks the checkpoint first, too. */
const HOLD = statement('following-hold', {
  sql: 'select position, mark::text as mark from saved_search_checkpoint for update',
  row: StandingRow,
})
const BEGIN = statement('following-begin', {
  sql: 'update saved_search_checkpoint set position = $1 where position is null',
  values: (position: Position) => [position],
})
const MOVE = statement('following-move', {
  sql: 'update saved_search_checkpoint set position = $1 where position = $2 and mark = $3::bigint',
  values: (to: Position, { position, mark }: Standing) => [to, position, mark],
})
const WRITTEN = statement('following-written', {
  sql: `with live as (
     select generation, position from live_generation join generations using (generation)
   ), next as (
     select min(reached) as at from live join text_states t using (generation)
     where t.reached > $1 and t.reached > 0 and t.reached <= live.position
   )
   select live.position as head, next.at, (
     select coalesce(array_agg(t.article_id order by t.article_id), '{}') from text_states t
     where t.generation = live.generation and t.reached = next.at and t.reached > 0
   ) as ids from live, next`,
  values: (after: Position) => [after],
  row: z.object({ head: Position, at: Position.nullable(), ids: z.array(ArticleId) }),
})
const REVISIONS = statement('following-revisions', {
  sql: 'select id, revision from saved_searches where paused_at is null',
  row: z.object({ id: z.uuid(), revision: z.int() }),
})
const Bytes = z.instanceof(Uint8Array)
const SEARCHES = statement('following-searches', {
  sql: `select id, account_id as "accountId", revision, wrapped_key as wrapped, sealed from saved_searches
   where id = any ($1::uuid[]) and paused_at is null order by id`,
  values: (ids: readonly string[]) => [ids],
  row: z.object({
    id: z.uuid(),
    accountId: z.uuid(),
    revision: z.int(),
    wrapped: Bytes,
    sealed: Bytes,
  }),
})
const MATCHED = statement('following-matched', {
  sql: `select article_id as "articleId", string_agg(search_id::text, ' ') as searches
   from saved_search_matches where article_id = any ($1::uuid[]) group by article_id`,
  values: (ids: readonly ArticleId[]) => [ids],
  // A text may match thousands.
  row: z.object({ articleId: ArticleId, searches: z.string() }),
})
const LAST_SLUGS = statement('following-last-slugs', {
  sql: `select distinct on (article_id) article_id as "articleId", fact ->> 'slug' as slug
   from live_generation join text_facts using (generation)
   where article_id = any ($1::uuid[]) and fact ->> 'type' = 'published'
   order by article_id, position desc`,
  values: (ids: readonly ArticleId[]) => [ids],
  row: z.object({ articleId: ArticleId, slug: Slug }),
})
const asRows = (told: readonly Told[]) => [JSON.stringify(told)]
const GIVEN = `rows from (jsonb_to_recordset($1::jsonb) as (id uuid, "searchId" uuid, state text,
  "articleId" uuid, slug text, version text, "sha256Hash" text, "position" bigint, at timestamptz)) with ordinality
  as t (id, search_id, state, article_id, slug, version, sha256_hash, position, at, place)`
/** What another follower has kept already is not counted again. */
const KEEP_MATCHES = statement('following-keep-matches', {
  sql: `with given as (select * from ${GIVEN}), added as (
     insert into saved_search_matches (search_id, article_id)
     select search_id, article_id from given where state = 'matched'
     on conflict do nothing returning search_id
   ), ended as (
     delete from saved_search_matches m using given g
     where g.state = 'unmatched' and m.search_id = g.search_id and m.article_id = g.article_id
     returning m.search_id
   )
   update saved_searches s set matches = s.matches + d.more
   from (select search_id, sum(one) as more
     from (select search_id, 1 as one from added union all select search_id, -1 from ended) as changed
     group by search_id) d
   where s.id = d.search_id`,
  values: asRows,
})
const ADD_NEWS = statement('following-add-news', {
  sql: `insert into saved_search_news (search_id, id, article_id, slug, version, sha256_hash, state, position, at)
   select search_id, id, article_id, slug, version, sha256_hash, state, position, at from ${GIVEN} order by place
   on conflict (id) do nothing`,
  values: asRows,
})
const STOP_BROAD = statement('following-stop-broad', {
  sql: `update saved_searches set paused_at = clock_timestamp(), paused_cause = 'too_broad'
   where id = any ($1::uuid[]) and matches > ${textsMax} and paused_at is null returning id`,
  values: (ids: readonly string[]) => [ids],
  row: z.object({ id: z.uuid() }),
})
const FORGET_NEWS = statement('following-forget-news', {
  sql: `delete from saved_search_news n using unnest($1::uuid[]) as s (search_id)
   where n.search_id = s.search_id and n.seq <= (select k.seq from saved_search_news k
     where k.search_id = s.search_id order by k.seq desc offset ${newsKept} limit 1)`,
  values: (ids: readonly string[]) => [ids],
})

const SYSTEM = Actor.parse('system')

export type FollowingOptions = {
  /** The entries of texts in the index of the live generation. */
  readonly documents: (ids: readonly ArticleId[]) => Promise<readonly SearchDocument[]>
  /** Queues the events in the transaction that records the news. */
  readonly queueEvents: (on: Queryable, events: readonly QueuedEvent[]) => Promise<void>
}

const keep = async (transaction: Queryable, told: readonly Told[]): Promise<void> => {
  const ids = [...new Set(told.map(({ searchId }) => searchId))]
  await KEEP_MATCHES.run(transaction, told)
  await ADD_NEWS.run(transaction, told)
  await FORGET_NEWS.run(transaction, ids)
  const stopped = await STOP_BROAD.rows(transaction, ids)
  if (stopped.length > 0) await MARK.run(transaction)
  for (const { id } of stopped)
    await recordAct(transaction, {
      kind: 'saved-search.paused',
      actor: SYSTEM,
      subject: id,
      data: { cause: 'too_broad' },
    })
}

/** Throws the Faults of the pool and of its vault. */
export const makeFollowing = (
  pool: PostgresPool,
  { documents, queueEvents }: FollowingOptions,
): Following => ({
  standing: () => STANDING.only(pool),
  begin: async (position) => void (await BEGIN.run(pool, position)),
  writtenAfter: (position) => WRITTEN.only(pool, position),
  revisions: async () =>
    new Map((await REVISIONS.rows(pool)).map(({ id, revision }) => [id, revision])),
  searches: async (ids) =>
    (await SEARCHES.rows(pool, ids)).map(({ wrapped, sealed, ...search }) => {
      const content = openContent(pool.vault, search.id, { wrapped, sealed })
      return { ...search, search: content.search, words: content.words }
    }),
  matched: async (ids) =>
    new Map(
      (await MATCHED.rows(pool, ids)).map(({ articleId, searches }) => [
        articleId,
        new Set(searches.split(' ')),
      ]),
    ),
  lastSlugs: async (ids) =>
    new Map((await LAST_SLUGS.rows(pool, ids)).map(({ articleId, slug }) => [articleId, slug])),
  documents,
  tell: async (standing: Standing, told, events, to) => {
    if (told.length === 0)
      return to === standing.position || (await MOVE.run(pool, to, standing)) === 1
    return pool.transaction(async (transaction) => {
      const held = await HOLD.only(transaction)
      if (held.position !== standing.position || held.mark !== standing.mark) return false
      if (to !== standing.position) await MOVE.run(transaction, to, standing)
      await keep(transaction, told)
      await queueEvents(transaction, events)
      return true
    })
  },
})
