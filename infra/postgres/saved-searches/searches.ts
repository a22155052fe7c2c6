/** Saved searches on PostgreSQL. Each act is one transaction with its line of the audit. */
import { z } from 'zod'
import type { Act } from '#contracts/audit.ts'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import { PausedCause, SAVED_SEARCH_LIMITS, SearchNews } from '#contracts/http/saved-searches.ts'
import { Instant, Position } from '#contracts/ids.ts'
import {
  type Baseline,
  BEHIND,
  type KeptSearch,
  type SavedSearches,
  type SearchContent,
  type SearchTarget,
} from '#query-api/saved-searches/ports.ts'
import { recordAct } from '../platform/audit.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'
import { openContent, type SealedContent, sealContent } from './content.ts'
import { MARK } from './mark.ts'

const Bytes = z.instanceof(Uint8Array)
const Kept = z.object({
  id: z.uuid(),
  wrapped: Bytes,
  sealed: Bytes,
  enabled: z.boolean(),
  pausedAt: Instant.nullable(),
  pausedCause: PausedCause.nullable(),
  matches: z.int(),
  followsAfter: z.string(),
  feedNumber: z.int(),
  createdAt: Instant,
})
type Kept = z.infer<typeof Kept>
const SHOWN = `s.id, s.wrapped_key as wrapped, s.sealed, s.paused_at is null as enabled,
  ${isoInstant('s.paused_at')} as "pausedAt", s.paused_cause as "pausedCause", s.matches,
  lpad(s.follows_after::text, 15, '0') as "followsAfter", s.feed_number as "feedNumber",
  ${isoInstant('s.created_at')} as "createdAt"`

const LIST = statement('searches-list', {
  sql: `select ${SHOWN} from saved_searches s where s.account_id = $1 order by s.created_at, s.id`,
  values: (accountId: string) => [accountId],
  row: Kept,
})
const idsOf = ({ searchId, accountId }: Pick<SearchTarget, 'searchId' | 'accountId'>) => [
  searchId,
  accountId,
]
const ONE = statement('searches-one', {
  sql: `select ${SHOWN} from saved_searches s where s.id = $1 and s.account_id = $2`,
  values: idsOf,
  row: Kept,
})
const BY_ID = statement('searches-by-id', {
  sql: `select ${SHOWN} from saved_searches s join accounts a on a.id = s.account_id and a.paid where s.id = $1`,
  values: (searchId: string) => [searchId],
  row: Kept,
})
const LOCK = statement('searches-lock', {
  sql: `select ${SHOWN} from saved_searches s where s.id = $1 and s.account_id = $2 for update`,
  values: idsOf,
  row: Kept,
})
/** Locked, so that searches of one account are saved one after the other. */
const ACCOUNT = statement('searches-account', {
  sql: 'select paid from accounts where id = $1 for no key update',
  values: (accountId: string) => [accountId],
  row: z.object({ paid: z.boolean() }),
})
/** Asked after the lock: a statement does not see what was committed while it waited. */
const COUNT = statement('searches-count', {
  sql: 'select count(*) as searches from saved_searches where account_id = $1',
  values: (accountId: string) => [accountId],
  row: z.object({ searches: z.int() }),
})
const KNOWN = statement('searches-known', {
  sql: 'select account_id = $2 as own from saved_searches where id = $1',
  values: idsOf,
  row: z.object({ own: z.boolean() }),
})
const FOLLOWED = statement('searches-followed', {
  sql: 'select position from saved_search_checkpoint',
  row: z.object({ position: Position.nullable() }),
})
/** Locked: whoever follows sees the search with its next batch, or its baseline knows the batch. */
const HOLD = statement('searches-hold-checkpoint', {
  sql: 'select position from saved_search_checkpoint for update',
  row: z.object({ position: Position.nullable() }),
})
const BEGIN = statement('searches-begin', {
  sql: 'update saved_search_checkpoint set position = $1 where position is null',
  values: (position: Position) => [position],
})
const SAVE = statement('searches-save', {
  sql: `insert into saved_searches (id, account_id, wrapped_key, sealed, follows_after) values ($1, $2, $3, $4, $5)`,
  values: (
    { searchId, accountId }: SearchTarget,
    { wrapped, sealed }: SealedContent,
    { position }: Baseline,
  ) => [searchId, accountId, wrapped, sealed, position],
})
const CLEAR = statement('searches-clear-matches', {
  sql: 'delete from saved_search_matches where search_id = $1',
  values: (searchId: string) => [searchId],
})
/**
 * Texts by the slugs that they had when the index was asked. One that has left since, or has
 * another slug, is found by its history; what was erased in that moment is found by nothing any
 * more.
 */
const FILL = statement('searches-fill-matches', {
  sql: `with asked as (
     select slug, articles.article_id from live_generation cross join unnest($2::text[]) as given (slug)
       left join articles using (generation, slug)
   ), filled as (
     insert into saved_search_matches (search_id, article_id)
     select $1, coalesce(asked.article_id, earlier.article_id) from asked left join lateral (
       select text_facts.article_id from live_generation join text_facts using (generation)
       where asked.article_id is null and names @> array['slug:' || slug] and position <= $3
       order by position desc limit 1
     ) as earlier on true
     where coalesce(asked.article_id, earlier.article_id) is not null
     on conflict do nothing returning 1
   )
   update saved_searches set matches = (select count(*) from filled) where id = $1`,
  values: (searchId: string, { slugs, position }: Baseline) => [searchId, slugs, position],
})
const RESEAL = statement('searches-reseal', {
  sql: 'update saved_searches set wrapped_key = $2, sealed = $3 where id = $1',
  values: (searchId: string, { wrapped, sealed }: SealedContent) => [searchId, wrapped, sealed],
})
const PAUSE = statement('searches-pause', {
  sql: `update saved_searches set paused_at = clock_timestamp(), paused_cause = 'owner' where id = $1 and paused_at is null`,
  values: (searchId: string) => [searchId],
})
const RESUME = statement('searches-resume', {
  sql: `update saved_searches set paused_at = null, paused_cause = null, revision = revision + 1, follows_after = $2
   where id = $1`,
  values: (searchId: string, { position }: Baseline) => [searchId, position],
})
const REMOVE = statement('searches-remove', {
  sql: 'delete from saved_searches where id = $1',
  values: (searchId: string) => [searchId],
})
const RENEW_FEED = statement('searches-renew-feed', {
  sql: 'update saved_searches set feed_number = feed_number + 1 where id = $1',
  values: (searchId: string) => [searchId],
})
const TOLD = `n.id, n.state, ${isoInstant('n.at')} as at, n.article_id as "articleId", n.slug, n.version,
  n.sha256_hash as "sha256Hash", lpad(n.position::text, 15, '0') as position`
const NEWS = statement('searches-news', {
  sql: `select ${TOLD}, n.seq from saved_search_news n
   where n.search_id = $1 and ($2::bigint is null or n.seq < $2) order by n.seq desc limit $3`,
  values: (searchId: string, before: number | null, limit: number) => [searchId, before, limit],
  row: SearchNews.extend({ seq: z.int() }),
})
/** The newest of each search are read, then the newest of them all. */
const RECENT = statement('searches-recent-news', {
  sql: `select ${TOLD}, n.search_id as "searchId" from saved_searches s
   cross join lateral (
     select * from saved_search_news one where one.search_id = s.id order by one.seq desc limit $2
   ) n
   where s.account_id = $1 order by n.seq desc limit $2`,
  values: (accountId: string, limit: number) => [accountId, limit],
  row: SearchNews.extend({ searchId: z.uuid() }),
})

const UNKNOWN: Refusal = refusalByCode('saved-search-unknown')
const UNPAID: Refusal = refusalByCode('account-unpaid')
const TOO_MANY: Refusal = refusalByCode('saved-searches-too-many')

type SearchAct = Extract<Act, { kind: `saved-search.${string}` }>

const record = (
  transaction: Queryable,
  { actor, searchId }: SearchTarget,
  act: SearchAct extends infer One
    ? One extends SearchAct
      ? Pick<One, 'kind' | 'data'>
      : never
    : never,
): Promise<void> => recordAct(transaction, { ...act, actor, subject: searchId })

/** Whether a baseline knows all that was followed; the checkpoint is locked from then on. */
const isUpToDate = async (transaction: Queryable, { position }: Baseline): Promise<boolean> => {
  const { position: followed } = await HOLD.only(transaction)
  if (followed === null) await BEGIN.run(transaction, position)
  return followed === null || followed <= position
}

/** Throws the Faults of the pool and of its vault. */
export const makeSavedSearches = (pool: PostgresPool): SavedSearches => {
  const opened = ({ wrapped, sealed, ...kept }: Kept): KeptSearch => ({
    ...kept,
    ...openContent(pool.vault, kept.id, { wrapped, sealed }),
  })
  const shown = async (on: Queryable, target: SearchTarget): Promise<KeptSearch> =>
    opened(await ONE.only(on, target))
  type Acting = <T>(
    target: SearchTarget,
    act: (transaction: Queryable, kept: Kept) => Promise<T | Refusal>,
  ) => Promise<T | Refusal>
  const acting: Acting = (target, act) =>
    pool.transaction(async (transaction) => {
      const kept = await LOCK.first(transaction, target)
      return kept === null ? UNKNOWN : act(transaction, kept)
    })
  /** As the follower does: the checkpoint, then the search. */
  const actingFirst: Acting = (target, act) =>
    pool.transaction(async (transaction) => {
      await HOLD.only(transaction)
      const kept = await LOCK.first(transaction, target)
      return kept === null ? UNKNOWN : act(transaction, kept)
    })
  const save = async (
    transaction: Queryable,
    target: SearchTarget,
    content: SearchContent,
    baseline: Baseline,
  ): Promise<KeptSearch | Refusal | typeof BEHIND> => {
    const { accountId, searchId } = target
    const account = await ACCOUNT.first(transaction, accountId)
    const known = await KNOWN.first(transaction, target)
    if (known !== null) return known.own ? shown(transaction, target) : UNKNOWN
    if (account?.paid !== true) return UNPAID
    const { searches } = await COUNT.only(transaction, accountId)
    if (searches >= SAVED_SEARCH_LIMITS.searchesMax) return TOO_MANY
    if (!(await isUpToDate(transaction, baseline))) return BEHIND
    await SAVE.run(transaction, target, sealContent(pool.vault, searchId, content), baseline)
    await MARK.run(transaction)
    await FILL.run(transaction, searchId, baseline)
    await record(transaction, target, { kind: 'saved-search.saved', data: { accountId } })
    return shown(transaction, target)
  }
  return {
    list: async (accountId) => (await LIST.rows(pool, accountId)).map(opened),
    one: async (target) => {
      const kept = await ONE.first(pool, target)
      return kept === null ? UNKNOWN : opened(kept)
    },
    byId: async (searchId) => {
      const kept = await BY_ID.first(pool, searchId)
      return kept === null ? null : opened(kept)
    },
    followed: async () => (await FOLLOWED.only(pool)).position,
    save: (target, content, baseline) =>
      pool.transaction((transaction) => save(transaction, target, content, baseline)),
    rename: (target, name) =>
      acting(target, async (transaction, kept) => {
        const { searchId } = target
        const content = openContent(pool.vault, searchId, kept)
        await RESEAL.run(
          transaction,
          searchId,
          sealContent(pool.vault, searchId, { ...content, name }),
        )
        await record(transaction, target, { kind: 'saved-search.renamed', data: {} })
        return shown(transaction, target)
      }),
    pause: (target) =>
      actingFirst(target, async (transaction) => {
        if ((await PAUSE.run(transaction, target.searchId)) > 0) {
          await MARK.run(transaction)
          await record(transaction, target, {
            kind: 'saved-search.paused',
            data: { cause: 'owner' },
          })
        }
        return shown(transaction, target)
      }),
    resume: (target, baseline) =>
      pool.transaction(async (transaction) => {
        // In the order of the follower: the checkpoint, then the search.
        const isKnown = await isUpToDate(transaction, baseline)
        const kept = await LOCK.first(transaction, target)
        if (kept === null) return UNKNOWN
        if (!isKnown) return BEHIND
        if (!kept.enabled) {
          await RESUME.run(transaction, target.searchId, baseline)
          await MARK.run(transaction)
          await CLEAR.run(transaction, target.searchId)
          await FILL.run(transaction, target.searchId, baseline)
          await record(transaction, target, { kind: 'saved-search.resumed', data: {} })
        }
        return shown(transaction, target)
      }),
    renewFeed: (target) =>
      acting(target, async (transaction) => {
        await RENEW_FEED.run(transaction, target.searchId)
        await record(transaction, target, { kind: 'saved-search.feed-renewed', data: {} })
        return shown(transaction, target)
      }),
    remove: (target) =>
      actingFirst(target, async (transaction) => {
        await REMOVE.run(transaction, target.searchId)
        await MARK.run(transaction)
        await record(transaction, target, { kind: 'saved-search.deleted', data: {} })
        return { searchId: target.searchId }
      }),
    news: async (target, { limit, before }) => {
      if ((await ONE.first(pool, target)) === null) return UNKNOWN
      const rows = await NEWS.rows(pool, target.searchId, before, limit)
      const last = rows.length < limit ? undefined : rows.at(-1)
      return {
        news: rows.map((row) => SearchNews.parse(row)),
        next: last === undefined ? null : String(last.seq),
      }
    },
    newest: async (searchId) =>
      (await NEWS.rows(pool, searchId, null, SAVED_SEARCH_LIMITS.newsMax)).map((row) =>
        SearchNews.parse(row),
      ),
    recent: (accountId, limit) => RECENT.rows(pool, accountId, limit),
  }
}
