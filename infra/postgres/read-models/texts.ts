import { z } from 'zod'
import { ArticleId, type ConceptId } from '#contracts/ids.ts'
import type { Generation, KeyedDocument } from '#query-api/ports.ts'
import type { TextTables, TextToStore } from '#query-api/projections/articles/ports.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import { FIRST_UUID, removalFrom } from './rows.ts'

/** Limits of one page of articles. */
export const ARTICLE_PAGE = { articles: 200, bytes: 16 * 1024 * 1024 } as const

const Text = z.object({ articleId: ArticleId })

const LOAD = statement('texts-load', {
  sql: `select article_id as "articleId", state from text_states where generation = $1 and article_id = any($2::uuid[])`,
  values: (generation: Generation, ids: readonly ArticleId[]) => [generation, ids],
  row: Text.extend({ state: z.unknown() }),
})
/** A page of states up to a size limit, but at least one state. */
const STATES = statement('texts-states', {
  sql: `select article_id as "articleId", state from (
     select article_id, state,
       sum(octet_length(state::text)) over (order by article_id rows unbounded preceding) - octet_length(state::text) as before
     from (
       select article_id, state from text_states where generation = $1 and article_id > $2::uuid order by article_id limit $3
     ) as page
   ) as sized where before < $4 order by article_id`,
  values: (generation: Generation, after: string, limit: number) => [
    generation,
    after,
    limit,
    ARTICLE_PAGE.bytes,
  ],
  row: Text.extend({ state: z.unknown() }),
})
const SHOWING = statement('texts-showing', {
  sql: `select distinct article_id as "articleId" from concept_texts
   where generation = $1 and concept_id = any($2::uuid[]) order by 1`,
  values: (generation: Generation, concepts: readonly ConceptId[]) => [generation, concepts],
  row: Text,
})
/**
 * Keeps a row of a newer revision. A row of the same revision is written again, since what is
 * served may depend on more than the text's own stream. `reached` is where the batch ends that
 * writes it.
 */
const SAVE = statement('texts-save', {
  sql: `with given as (
     select * from unnest($2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::text[])
       as t (article_id, stream_version, state, slug, sha256_hash, updated_at, json)
   ), accepted as (
     insert into text_states as stored (generation, article_id, stream_version, state, reached)
     select $1, article_id, stream_version, state::json,
       coalesce((select reaching from generations where generation = $1), 0)
     from given order by article_id
     on conflict (generation, article_id) do update
       set stream_version = excluded.stream_version, state = excluded.state, reached = excluded.reached
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
  values: (generation: Generation, texts: readonly TextToStore[]) => [
    generation,
    texts.map(({ articleId }) => articleId),
    texts.map(({ streamVersion }) => streamVersion),
    texts.map(({ state }) => JSON.stringify(state)),
    texts.map(({ article }) => article?.slug ?? null),
    texts.map(({ article }) => article?.sha256Hash ?? null),
    texts.map(({ article }) => article?.updatedAt ?? null),
    texts.map(({ article }) => (article === null ? null : JSON.stringify(article))),
  ],
})

const pairsOf = (texts: readonly TextToStore[]) =>
  texts.flatMap(({ articleId, conceptIds }) =>
    [...new Set(conceptIds)].map((conceptId) => ({ articleId, conceptId })),
  )
const columnsOf = (texts: readonly TextToStore[]) => {
  const pairs = pairsOf(texts)
  return [pairs.map(({ conceptId }) => conceptId), pairs.map(({ articleId }) => articleId)]
}
const HIDE_CONCEPTS = statement('texts-hide-concepts', {
  sql: `delete from concept_texts where generation = $1 and article_id = any($2::uuid[])
     and (concept_id, article_id) not in (select * from unnest($3::uuid[], $4::uuid[]))`,
  values: (generation: Generation, texts: readonly TextToStore[]) => [
    generation,
    texts.map(({ articleId }) => articleId),
    ...columnsOf(texts),
  ],
})
const SHOW_CONCEPTS = statement('texts-show-concepts', {
  sql: `insert into concept_texts (generation, concept_id, article_id)
   select $1::integer, * from unnest($2::uuid[], $3::uuid[]) on conflict do nothing`,
  values: (generation: Generation, texts: readonly TextToStore[]) => [
    generation,
    ...columnsOf(texts),
  ],
})

/** A page of articles up to a size limit, but at least one article. */
const PAGE = statement('texts-page', {
  sql: `select article_id as "articleId", json from (
     select article_id, json,
       sum(octet_length(json)) over (order by article_id rows unbounded preceding) - octet_length(json) as before
     from (
       select article_id, json from articles where generation = $1 and article_id > $2::uuid order by article_id limit $3
     ) as page
   ) as sized where before < $4 order by article_id`,
  values: (generation: Generation, after: string) => [
    generation,
    after,
    ARTICLE_PAGE.articles,
    ARTICLE_PAGE.bytes,
  ],
  row: Text.extend({ json: z.string() }),
})
/** A version writes all states of a generation in one format, so a few of them tell. */
const OUTDATED = statement('texts-outdated', {
  sql: `select exists (
     select from (select state from text_states where generation = $1 limit 200) as sample
     where state ->> 'format' is distinct from $2::text
   ) as outdated`,
  values: (generation: Generation, format: number) => [generation, String(format)],
  row: z.object({ outdated: z.boolean() }),
})
const removeRows = removalFrom('text_states', 'articles', 'concept_texts')

/** Each page starts after the last key, so no cursor or snapshot stays open between pages. */
async function* documentsOf(
  pool: PostgresPool,
  generation: Generation,
): AsyncGenerator<KeyedDocument> {
  for (let after: string = FIRST_UUID; ;) {
    const page = await PAGE.rows(pool, generation, after)
    if (page.length === 0) return
    for (const { articleId, json } of page) {
      yield { key: `article/${articleId}`, document: JSON.parse(json) as unknown }
      after = articleId
    }
  }
}

/** Whether another version of the program wrote states of a generation. */
export const makeIsOutdated =
  (pool: PostgresPool, format: number) =>
  async (generation: Generation): Promise<boolean> =>
    (await OUTDATED.only(pool, generation, format)).outdated

/**
 * Stores texts on PostgreSQL: states, served articles and their concepts. `parseState` checks the
 * state of a row. Throws its Faults and those of the pool.
 */
export const makeTextTables = (
  pool: PostgresPool,
  parseState: (stored: unknown) => TextToStore['state'],
): TextTables => ({
  load: async (generation, ids) => {
    const rows = await LOAD.rows(pool, generation, ids)
    return new Map(rows.map(({ articleId, state }) => [articleId, parseState(state)]))
  },
  showing: async (generation, concepts) =>
    concepts.length === 0
      ? []
      : (await SHOWING.rows(pool, generation, concepts)).map(({ articleId }) => articleId),
  write: (generation, texts) => async (transaction: Queryable) => {
    if (texts.length === 0) return
    await SAVE.run(transaction, generation, texts)
    await HIDE_CONCEPTS.run(transaction, generation, texts)
    await SHOW_CONCEPTS.run(transaction, generation, texts)
  },
  documents: (generation) => documentsOf(pool, generation),
  drop: (generation) => removeRows(pool, generation),
})

/**
 * Reads states of texts by id, ascending, public or not; a page may be shorter than its limit, but
 * not empty before the end. Throws the Faults of the pool.
 */
export const makeStatePages =
  (pool: PostgresPool, parseState: (stored: unknown) => TextToStore['state']) =>
  async (generation: Generation, after: ArticleId | null, limit: number) =>
    (await STATES.rows(pool, generation, after ?? FIRST_UUID, limit)).map(
      ({ articleId, state }) => ({ articleId, state: parseState(state) }),
    )
