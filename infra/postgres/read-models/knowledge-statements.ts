/** The statements over concepts and the citator's facts. */
import type { Prepared } from '../platform/pool.ts'

const prepared = (name: string, text: string): Prepared => ({ name: `knowledge-${name}`, text })

export const SAVE_CONCEPTS = prepared(
  'save-concepts',
  `insert into concepts as stored (generation, concept_id, stream_version, json, labels, changed_at)
   select $1::integer, * from unnest($2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[]) as t (concept_id) order by concept_id
   on conflict (generation, concept_id) do update
     set stream_version = excluded.stream_version, json = excluded.json, labels = excluded.labels, changed_at = excluded.changed_at
     where stored.stream_version < excluded.stream_version`,
)
export const CONCEPTS_OF = prepared(
  'concepts-of',
  `select json, stream_version as "streamVersion", changed_at as "changedAt"
   from concepts where generation = $1 and concept_id = any($2::uuid[])`,
)
export const TEXTS_OF_CONCEPTS = prepared(
  'texts-of-concepts',
  `select distinct article_id as "articleId" from concept_texts
   where generation = $1 and concept_id = any($2::uuid[]) order by 1`,
)
/** $2 texts; $3, $4: pairs of a concept and a text. */
export const UNASSIGN = prepared(
  'unassign',
  `delete from concept_texts where generation = $1 and article_id = any($2::uuid[])
     and (concept_id, article_id) not in (select * from unnest($3::uuid[], $4::uuid[]))`,
)
export const ASSIGN = prepared(
  'assign',
  `insert into concept_texts (generation, concept_id, article_id)
   select $1::integer, * from unnest($2::uuid[], $3::uuid[]) on conflict do nothing`,
)
export const CONCEPT_PAGE = prepared(
  'concept-page',
  `select concept_id as id, json from concepts where generation = $1 and concept_id > $2::uuid order by concept_id limit $3`,
)

export const SAVE_FACTS = prepared(
  'save-facts',
  `insert into citator_facts (generation, position, stream_id, article_id, support_id, target_names, fact)
   select $1::integer, position, stream_id, article_id, support_id,
     case when names is null then null else array(select json_array_elements_text(names::json)) end, fact::json
   from unnest($2::bigint[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::text[])
     as t (position, stream_id, article_id, support_id, names, fact)
   on conflict do nothing`,
)
export const TARGETS_OF = prepared(
  'targets-of',
  `select distinct stream_id as "streamId", article_id as "articleId", target_names as names from citator_facts
   where generation = $1 and stream_id = any($2::text[])`,
)
export const FACTS_OF = prepared(
  'facts-of',
  `select article_id as "articleId", fact from citator_facts
   where generation = $1 and article_id = any($2::uuid[]) order by position`,
)
/**
 * What publishers state of texts that are named: $2 names, as they are matched, each with its
 * facts.
 */
export const NAMED_FACTS_OF = prepared(
  'named-facts-of',
  `select target_names as names, fact from citator_facts
   where generation = $1 and target_names is not null and target_names && $2::text[] order by position`,
)
/** The texts that are filed under these names. */
export const TEXTS_NAMED = prepared(
  'texts-named',
  `select distinct article_id as "articleId" from citation_names
   where generation = $1 and name = any($2::text[]) order by 1`,
)
/** The same of the generation that is served. */
export const LIVE_FACTS_OF = prepared(
  'live-facts-of',
  `with about as (
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
)
export const RELIERS_OF = prepared(
  'reliers-of',
  `select distinct article_id as "articleId" from citator_facts
   where generation = $1 and support_id = any($2::uuid[]) order by 1`,
)
export const LIVE_RELIERS_OF = prepared(
  'live-reliers-of',
  `select distinct article_id as "articleId" from live_generation join citator_facts using (generation)
   where support_id = any($1::uuid[]) order by 1 limit $2`,
)
/**
 * Without positions: batches that are imported side by side stand in the log in any order, and what
 * is read must not depend on it.
 */
export const TREATMENT_PAGE = prepared(
  'treatment-page',
  `select stream_id as "streamId", json_agg(fact::jsonb - 'position' order by position) as facts from citator_facts
   where generation = $1 and stream_id in (
     select distinct stream_id from citator_facts where generation = $1 and stream_id > $2 order by stream_id limit $3)
   group by stream_id order by stream_id`,
)

/**
 * A concept and everything narrower, each once: breadth first, within bounds. $1 ids, $2 steps, $3
 * rows.
 */
export const NARROWER = prepared(
  'narrower',
  `with recursive down (id, depth) as (
     select unnest($1::uuid[]), 0
     union
     select wider.id, wider.depth from (
       select (jsonb_array_elements_text(concepts.json::jsonb -> 'narrower'))::uuid as id, down.depth + 1 as depth
       from down join live_generation on true
         join concepts on concepts.generation = live_generation.generation and concepts.concept_id = down.id
       where down.depth < $2
     ) as wider
   )
   select id from down group by id order by min(depth), id limit $3`,
)

/** Each removes at most $2 rows of a generation that is not the live one. */
export const REMOVALS: readonly string[] = [
  'concept_texts',
  'concepts',
  'citator_facts',
  'person_decisions',
  'persons',
].map(
  (table) =>
    `delete from ${table} where ctid = any (array(
       select doomed.ctid from ${table} as doomed
       where doomed.generation = $1 and not exists (select from live_generation where generation = $1) limit $2))`,
)
