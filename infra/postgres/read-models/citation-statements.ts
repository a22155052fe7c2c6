/** The statements of the index of citations. */
import type { Prepared } from '../platform/pool.ts'

const prepared = (name: string, text: string): Prepared => ({ name: `citations-${name}`, text })

/** Those of the texts that are not older than what is stored. */
export const ACCEPT = prepared(
  'accept',
  `insert into citation_texts as stored (generation, article_id, stream_version)
   select $1::integer, * from unnest($2::uuid[], $3::integer[]) as t (article_id, stream_version) order by article_id
   on conflict (generation, article_id) do update set stream_version = excluded.stream_version
     where stored.stream_version <= excluded.stream_version
   returning article_id as "articleId"`,
)
export const CLEAR_NAMES = prepared(
  'clear-names',
  'delete from citation_names where generation = $1 and article_id = any($2::uuid[])',
)
export const CLEAR_EDGES = prepared(
  'clear-edges',
  'delete from citation_edges where generation = $1 and article_id = any($2::uuid[])',
)
export const ADD_NAMES = prepared(
  'add-names',
  `insert into citation_names (generation, article_id, ordinal, name, scope, jurisdiction, version, valid_from, valid_to, day, is_current)
   select $1::integer, "articleId", ordinal, name, scope, jurisdiction, version, "validFrom", "validTo", day, current
   from json_to_recordset($2::json) as t ("articleId" uuid, ordinal integer, name text, scope text, jurisdiction text, version text,
     "validFrom" date, "validTo" date, day date, current boolean)`,
)
export const ADD_EDGES = prepared(
  'add-edges',
  `insert into citation_edges (generation, article_id, ordinal, version, span_start, span_end, kind, confidence, normal, jurisdiction, names)
   select $1::integer, "articleId", ordinal, version, start, "end", kind, confidence, normal, jurisdiction, names
   from json_to_recordset($2::json) as t ("articleId" uuid, ordinal integer, version text, start integer, "end" integer, kind text,
     confidence text, normal text, jurisdiction text, names text[])`,
)

export const PAGE = prepared(
  'page',
  `select article_id as "articleId" from citation_texts
   where generation = $1 and article_id > $2::uuid order by article_id limit $3`,
)
const DAY = (column: string): string => `to_char(${column}, 'YYYY-MM-DD')`
export const NAMES_OF = prepared(
  'names-of',
  `select article_id as "articleId", name, scope, jurisdiction, version, ${DAY('valid_from')} as "validFrom",
     ${DAY('valid_to')} as "validTo", ${DAY('day')} as day, is_current as current
   from citation_names where generation = $1 and article_id = any($2::uuid[]) order by article_id, ordinal`,
)
export const EDGES_OF = prepared(
  'edges-of',
  `select article_id as "articleId", version, span_start as start, span_end as "end", kind, confidence, normal, jurisdiction, names
   from citation_edges where generation = $1 and article_id = any($2::uuid[]) order by article_id, ordinal`,
)

/** Each removes at most $2 rows of a generation that is not the live one. */
export const REMOVALS: readonly string[] = [
  'citation_edges',
  'citation_names',
  'citation_texts',
].map(
  (table) =>
    `delete from ${table} where ctid = any (array(
       select doomed.ctid from ${table} as doomed
       where doomed.generation = $1 and not exists (select from live_generation where generation = $1) limit $2))`,
)

/**
 * $1 names, $2 day or null, $3 rows a name. A wording with several runs of days counts once, with
 * its last one.
 */
export const TEXTS_NAMED = prepared(
  'texts-named',
  `with found as (
     select distinct on (n.name, n.article_id) n.name, n.jurisdiction, n.article_id, n.version, n.valid_from, n.valid_to, articles.slug
     from live_generation
     join citation_names as n using (generation)
     join articles using (generation, article_id)
     where n.name = any($1::text[]) and case when $2::date is null then n.is_current
       else (n.valid_from is null or n.valid_from <= $2::date) and (n.valid_to is null or n.valid_to >= $2::date) end
     order by n.name, n.article_id, n.valid_from desc nulls last
   ), ranked as (
     select *, row_number() over (partition by name order by slug) as place from found
   )
   select name, jurisdiction, article_id as "articleId", slug, version, ${DAY('valid_from')} as "validFrom", ${DAY('valid_to')} as "validTo"
   from ranked where place <= $3 order by name, slug`,
)
export const COVERAGE = prepared(
  'coverage',
  `select scope, count(distinct article_id)::integer as documents, ${DAY('min(day)')} as "from", ${DAY('max(day)')} as "to"
   from live_generation join citation_names using (generation) where scope = any($1::text[]) group by scope order by scope`,
)

/** Laws of two countries may share a number or a day; what courts and the Union name is unique. */
const SAME_COUNTRY = `(edge.kind not in ('article', 'act') or edge.jurisdiction is null or edge.jurisdiction = 'EU'
  or filed.jurisdiction is null or filed.jurisdiction = edge.jurisdiction)`
const RELATION = `edge.normal, edge.kind, edge.confidence, edge.span_start as start, edge.span_end as "end",
  edge.article_id as "sourceId", source.slug as "sourceSlug", edge.version as "sourceVersion",
  target.article_id as "targetId", target.slug as "targetSlug"`

/** $1 text, $2 limit. An edge whose target several texts are filed under has a row for each. */
export const CITING = prepared(
  'citing',
  `select distinct on (edge.ordinal, target.slug) ${RELATION}
   from live_generation
   join citation_edges as edge using (generation)
   join articles as source on source.generation = edge.generation and source.article_id = edge.article_id
   left join lateral (
     select articles.article_id, articles.slug from citation_names as filed join articles using (generation, article_id)
     where filed.generation = edge.generation and filed.name = any(edge.names) and filed.is_current and ${SAME_COUNTRY}
   ) as target on true
   where edge.article_id = $1 order by edge.ordinal, target.slug limit $2`,
)
export const CITED = prepared(
  'cited',
  `select distinct on (source.slug, edge.ordinal) ${RELATION}
   from live_generation
   join citation_names as filed using (generation)
   join articles as target on target.generation = filed.generation and target.article_id = filed.article_id
   join citation_edges as edge on edge.generation = filed.generation and edge.names @> array[filed.name] and ${SAME_COUNTRY}
   join articles as source on source.generation = edge.generation and source.article_id = edge.article_id
   where filed.article_id = $1 and filed.is_current order by source.slug, edge.ordinal limit $2`,
)
