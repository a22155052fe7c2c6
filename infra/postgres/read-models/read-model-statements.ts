/** The statements of the read models. */
import type { Prepared } from '../platform/pool.ts'

const prepared = (name: string, text: string): Prepared => ({ name: `read-models-${name}`, text })

export const LIVE = prepared('live', 'select generation from live_generation')
export const OPEN = prepared(
  'open',
  `insert into generations (generation, status, embedding_model) values ($1, 'open', $2) on conflict do nothing`,
)
export const SETUP = prepared(
  'setup',
  `select embedding_model as "embeddingModel" from generations where generation = $1 and status = 'open'`,
)
export const PROGRESS = prepared(
  'progress',
  `select position, reaching from generations where generation = $1 and status = 'open'`,
)
export const ADVANCE = prepared(
  'advance',
  `update generations set position = greatest(position, $2), reaching = greatest(reaching, $2)
   where generation = $1 and status = 'open'`,
)

/** A batch is about to be written: said before readers can see any of it. */
export const REACH = prepared(
  'reach',
  `update generations set reaching = greatest(reaching, $2) where generation = $1 and status = 'open'`,
)

export const LOAD_STATES = prepared(
  'load-states',
  `select article_id as "articleId", stream_version as "streamVersion", state
   from text_states where generation = $1 and article_id = any($2::uuid[])`,
)

/**
 * One statement, so one round trip and one transaction. A row whose stored version is newer is left
 * alone; one of the same version is written again, since what is served may depend on more than the
 * text's own stream.
 */
export const SAVE = prepared(
  'save',
  `with marked as (
     update generations set reaching = greatest(reaching, $2) where generation = $1
   ), given as (
     select * from unnest($3::uuid[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::text[])
       as t (article_id, stream_version, state, slug, sha256_hash, updated_at, json)
   ), accepted as (
     insert into text_states as stored (generation, article_id, stream_version, state)
     select $1, article_id, stream_version, state::json from given order by article_id
     on conflict (generation, article_id) do update
       set stream_version = excluded.stream_version, state = excluded.state
       where stored.stream_version <= excluded.stream_version
     returning article_id
   ), removed as (
     delete from articles using given, accepted
     where articles.generation = $1 and articles.article_id = given.article_id
       and given.article_id = accepted.article_id and given.json is null
   )
   insert into articles (generation, article_id, slug, sha256_hash, updated_at, json, stream_version)
   select $1, article_id, slug, sha256_hash, updated_at, json, stream_version
   from given join accepted using (article_id) where json is not null order by article_id
   on conflict (generation, article_id) do update
     set slug = excluded.slug, sha256_hash = excluded.sha256_hash, updated_at = excluded.updated_at,
       json = excluded.json, stream_version = excluded.stream_version`,
)

const PARKED_COLUMNS = `stream_id as "streamId", stream_version as "streamVersion", position, reason`
export const PARK = prepared(
  'park',
  `insert into parked_streams (generation, stream_id, stream_version, position, reason)
   select $1, * from unnest($2::text[], $3::integer[], $4::bigint[], $5::text[]) on conflict do nothing`,
)
export const PARKED_AMONG = prepared(
  'parked-among',
  `select ${PARKED_COLUMNS} from parked_streams where generation = $1 and stream_id = any($2)`,
)
export const PARKED = prepared(
  'parked',
  `select ${PARKED_COLUMNS} from parked_streams where generation = $1 order by position`,
)

export const REQUEST_RETRY = prepared(
  'request-retry',
  'update parked_streams set retry = true where generation = $1 and stream_id = $2',
)
export const RETRIES = prepared(
  'retries',
  `select ${PARKED_COLUMNS} from parked_streams where generation = $1 and retry order by position`,
)
export const UNPARK = prepared(
  'unpark',
  'delete from parked_streams where generation = $1 and stream_id = $2',
)
export const PARK_ELSEWHERE = prepared(
  'park-elsewhere',
  `update parked_streams set stream_version = $3, position = $4, reason = $5, retry = false
   where generation = $1 and stream_id = $2`,
)

/** A page of articles, cut where its size goes over the limit; the first row always comes. */
export const PAGE = prepared(
  'page',
  `select article_id as "articleId", json from (
     select article_id, json,
       sum(octet_length(json)) over (order by article_id rows unbounded preceding) - octet_length(json) as before
     from (
       select article_id, json from articles where generation = $1 and article_id > $2::uuid order by article_id limit $3
     ) as page
   ) as sized where before < $4 order by article_id`,
)

export const GENERATIONS = prepared(
  'generations',
  'select generation from generations order by generation',
)
export const PREVIOUS = prepared(
  'previous',
  `select previous from live_generation join generations on generations.generation = previous where status = 'open'`,
)
/**
 * Held, so that the generation does not move on: every batch says how far it reaches before readers
 * see any of it.
 */
export const HOLD_LIVE = prepared(
  'hold-live',
  `select reaching from generations join live_generation using (generation) where generation = $1 for update`,
)
export const HOLD_NEXT = prepared(
  'hold-next',
  `select position from generations where generation = $1 and status = 'open' for update`,
)
export const SWAP = prepared(
  'swap',
  'update live_generation set previous = generation, generation = $1',
)
export const FORGET_PREVIOUS = prepared(
  'forget-previous',
  'update live_generation set previous = null where previous = $1',
)

export const MARK_DROPPING = prepared(
  'mark-dropping',
  `update generations set status = 'dropping'
   where generation = $1 and not exists (select from live_generation where live_generation.generation = $1)`,
)
/** Each removes at most $2 rows of a generation that is being dropped. */
export const REMOVALS: readonly string[] = ['text_states', 'articles', 'parked_streams'].map(
  (table) =>
    `delete from ${table} where ctid = any (array(
       select doomed.ctid from ${table} as doomed join generations using (generation)
       where doomed.generation = $1 and generations.status = 'dropping' limit $2))`,
)
export const FORGET = prepared(
  'forget',
  `delete from generations where generation = $1 and status = 'dropping'`,
)
