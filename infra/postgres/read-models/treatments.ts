import { z } from 'zod'
import { ArticleId, type Position, Slug, StreamId } from '#contracts/ids.ts'
import { aboutText, type CitatorFact, type StatedFact } from '#contracts/law/treatment-log.ts'
import type { CitatorReader } from '#query-api/citator/ports.ts'
import type { Generation, KeyedDocument } from '#query-api/ports.ts'
import type {
  CitatorTables,
  FactTarget,
  PlacedFact,
} from '#query-api/projections/treatments/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import { removalFrom, slicesOf } from './rows.ts'

/** Limits of one page of streams and of one insert, in rows. */
const FACT_ROWS = { perPage: 500, perInsert: 1_000 } as const

const Text = z.object({ articleId: ArticleId })
const Names = z.array(z.string())
// The projector wrote the fact from a parsed event.
const Fact = z.custom<CitatorFact | StatedFact>()
const FactOfText = Text.extend({ fact: Fact, sourceSlug: Slug.nullable().default(null) })

const targetOf = (articleId: ArticleId | null, names: readonly string[] | null): FactTarget =>
  articleId === null ? { articleId, names: names ?? [] } : { articleId, names: null }

const PUT = `insert into citator_facts (generation, position, stream_id, event_id, article_id, support_id, target_names, fact)
   select $1::integer, position, stream_id, event_id, article_id, support_id,
     case when names is null then null else array(select json_array_elements_text(names::json)) end, fact::json
   from unnest($2::bigint[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[])
     as t (position, stream_id, event_id, article_id, support_id, names, fact)
   on conflict `
const columnsOf = (generation: Generation, facts: readonly PlacedFact[]): unknown[] => [
  generation,
  facts.map(({ fact }) => fact.position),
  facts.map(({ streamId }) => streamId),
  facts.map(({ eventId }) => eventId),
  facts.map(({ articleId }) => articleId),
  facts.map(({ supportId }) => supportId),
  facts.map(({ names }) => names && JSON.stringify(names)),
  facts.map(({ fact }) => JSON.stringify(fact)),
]
const SAVE = statement('facts-save', { sql: `${PUT} do nothing`, values: columnsOf })
const REPLACE = statement('facts-replace', {
  sql: `${PUT} (generation, position) do update
     set article_id = excluded.article_id, target_names = excluded.target_names, fact = excluded.fact`,
  values: columnsOf,
})
const AT = statement('facts-at', {
  sql: `select stream_id as "streamId", event_id as "eventId", article_id as "articleId", target_names as names,
     support_id as "supportId", fact from citator_facts
   where generation = $1 and position = any($2::bigint[]) order by position`,
  values: (generation: Generation, positions: readonly Position[]) => [generation, positions],
  row: z
    .object({
      streamId: StreamId,
      eventId: z.uuid(),
      articleId: ArticleId.nullable(),
      names: Names.nullable(),
      supportId: ArticleId.nullable(),
      fact: Fact,
    })
    .transform(({ articleId, names, ...fact }): PlacedFact => ({
      ...fact,
      ...targetOf(articleId, names),
    })),
})
const TARGETS_OF = statement('facts-targets-of', {
  sql: `select distinct stream_id as "streamId", article_id as "articleId", target_names as names from citator_facts
   where generation = $1 and stream_id = any($2::text[])`,
  values: (generation: Generation, streams: readonly StreamId[]) => [generation, streams],
  row: z.object({
    streamId: StreamId,
    articleId: ArticleId.nullable(),
    names: Names.nullable(),
  }),
})
const ABOUT = statement('facts-about', {
  sql: `select article_id as "articleId", fact from citator_facts
   where generation = $1 and article_id = any($2::uuid[]) order by position`,
  values: (generation: Generation, ids: readonly ArticleId[]) => [generation, ids],
  row: FactOfText,
})
const ABOUT_NAMES = statement('facts-about-names', {
  sql: `select target_names as names, fact from citator_facts
   where generation = $1 and target_names is not null and target_names && $2::text[] order by position`,
  values: (generation: Generation, names: readonly string[]) => [generation, names],
  row: z.object({ names: Names, fact: Fact }),
})
const RELIERS_OF = statement('facts-reliers-of', {
  sql: `select distinct article_id as "articleId" from citator_facts
   where generation = $1 and support_id = any($2::uuid[]) order by 1`,
  values: (generation: Generation, ids: readonly ArticleId[]) => [generation, ids],
  row: Text,
})
/**
 * Without positions: batches imported in parallel are in any order in the log, and the result must
 * not depend on it.
 */
const PAGE = statement('facts-page', {
  sql: `select stream_id as "streamId", json_agg(fact::jsonb - 'position' order by position) as facts from citator_facts
   where generation = $1 and stream_id in (
     select distinct stream_id from citator_facts where generation = $1 and stream_id > $2 order by stream_id limit $3)
   group by stream_id order by stream_id`,
  values: (generation: Generation, after: string) => [generation, after, FACT_ROWS.perPage],
  row: z.object({ streamId: z.string(), facts: z.array(z.unknown()) }),
})
const removeRows = removalFrom('citator_facts')

const LIVE_ABOUT = statement('facts-live-about', {
  sql: `with about as (
     select distinct on (article_id, position) * from (
       select article_id, generation, position, fact from live_generation join citator_facts using (generation)
       where article_id = any($1::uuid[])
       union all
       select named.article_id, generation, position, fact from live_generation join citation_names as named using (generation)
         join citator_facts as stated using (generation)
       where named.article_id = any($1::uuid[]) and stated.target_names @> array[named.name]
         and coalesce(named.day = (fact #>> '{data,target,day}')::date, true)
     ) as every_one order by article_id, position
   )
   select about.article_id as "articleId", fact, source.slug as "sourceSlug"
   from about left join lateral (
     select min(articles.slug) as slug from citation_names as filed join articles using (generation, article_id)
     where filed.generation = about.generation and filed.is_current
       and filed.name in (select json_array_elements_text(fact #> '{data,source,names}'))
     having count(distinct article_id) = 1
   ) as source on true
   order by position`,
  values: (ids: readonly ArticleId[]) => [ids],
  row: FactOfText,
})
const LIVE_RELIERS_OF = statement('facts-live-reliers-of', {
  sql: `select distinct article_id as "articleId" from live_generation join citator_facts using (generation)
   where support_id = any($1::uuid[]) order by 1 limit $2`,
  values: (ids: readonly ArticleId[], limit: number) => [ids, limit],
  row: Text,
})

const byText = (
  rows: readonly z.infer<typeof FactOfText>[],
): ReadonlyMap<ArticleId, readonly CitatorFact[]> => {
  const facts = new Map<ArticleId, CitatorFact[]>()
  for (const { articleId, fact: stored, sourceSlug } of rows) {
    const fact = aboutText(stored, articleId, sourceSlug)
    const own = facts.get(articleId)
    if (own === undefined) facts.set(articleId, [fact])
    else own.push(fact)
  }
  return facts
}

const TREATMENT_STREAM = 'treatment-'
async function* documentsOf(
  pool: PostgresPool,
  generation: Generation,
): AsyncGenerator<KeyedDocument> {
  for (let after = ''; ;) {
    const page = await PAGE.rows(pool, generation, after)
    if (page.length === 0) return
    for (const { streamId, facts } of page) {
      yield { key: `treatment/${streamId.slice(TREATMENT_STREAM.length)}`, document: { facts } }
      after = streamId
    }
  }
}

/** Stores the facts of the citator on PostgreSQL. Throws the Faults of the pool. */
export const makeCitatorTables = (pool: PostgresPool): CitatorTables => ({
  save: async (generation, facts) => {
    for (const slice of slicesOf(facts, FACT_ROWS.perInsert))
      await SAVE.run(pool, generation, slice)
  },
  replace: async (generation, facts) => {
    for (const slice of slicesOf(facts, FACT_ROWS.perInsert))
      await REPLACE.run(pool, generation, slice)
  },
  at: async (generation, positions) =>
    positions.length === 0 ? [] : AT.rows(pool, generation, positions),
  targetsOf: async (generation, streams) => {
    const rows = streams.length === 0 ? [] : await TARGETS_OF.rows(pool, generation, streams)
    return new Map(
      rows.map(({ streamId, articleId, names }): [StreamId, FactTarget] => [
        streamId,
        targetOf(articleId, names),
      ]),
    )
  },
  about: async (generation, ids) =>
    ids.length === 0 ? new Map() : byText(await ABOUT.rows(pool, generation, ids)),
  aboutNames: async (generation, names) =>
    names.length === 0 ? [] : ABOUT_NAMES.rows(pool, generation, names),
  reliersOf: async (generation, ids) =>
    ids.length === 0
      ? []
      : (await RELIERS_OF.rows(pool, generation, ids)).map(({ articleId }) => articleId),
  documents: (generation) => documentsOf(pool, generation),
  drop: (generation) => removeRows(pool, generation),
})

/** Reads the citator's facts of the live generation. Throws the Faults of the pool. */
export const makeCitatorReader = (pool: PostgresPool): CitatorReader => ({
  factsOf: async (ids) => (ids.length === 0 ? new Map() : byText(await LIVE_ABOUT.rows(pool, ids))),
  reliersOf: async (ids, limit) =>
    ids.length === 0
      ? []
      : (await LIVE_RELIERS_OF.rows(pool, ids, limit)).map(({ articleId }) => articleId),
})
