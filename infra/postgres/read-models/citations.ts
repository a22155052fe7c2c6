import { z } from 'zod'
import {
  CITATION_INDEX,
  CitationCandidate,
  CitationCoverage,
  CitationEdge,
  CitedName,
  Relation,
  type TextCitations,
} from '#contracts/citation-index.ts'
import { ArticleId, Day } from '#contracts/ids.ts'
import type { CitationIndex } from '#query-api/citations/ports.ts'
import type { Generation, KeyedDocument } from '#query-api/ports.ts'
import type {
  CitationTables,
  CitingCounts,
  StoredCitations,
} from '#query-api/projections/citations/ports.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import { FIRST_UUID, removalFrom, sameCountryAs, slicesOf } from './rows.ts'

/** Limits of one page of texts and of one insert, in rows. */
const CITATION_ROWS = { pageTexts: 200, perInsert: 2_000 } as const

const Text = z.object({ articleId: ArticleId })
const NameRow = CitedName.extend(Text.shape)
const EdgeRow = CitationEdge.extend(Text.shape)
const FiledRow = CitationCandidate.omit({ normal: true }).extend({
  name: z.string(),
  jurisdiction: CitedName.shape.jurisdiction,
  day: Day.nullable(),
})
const RelationRow = Relation.omit({ span: true }).extend({
  start: Relation.shape.span.shape.start,
  end: Relation.shape.span.shape.end,
})

type Row = Readonly<Record<string, unknown>>
const day = (column: string): string => `to_char(${column}, 'YYYY-MM-DD')`
const ofTexts = (generation: Generation, ids: readonly ArticleId[]) => [generation, ids]
const ofRows = (generation: Generation, rows: readonly Row[]) => [generation, JSON.stringify(rows)]

/** Returns the texts that are not older than the stored ones. */
const ACCEPT = statement('citations-accept', {
  sql: `insert into citation_texts as stored (generation, article_id, stream_version)
   select $1::integer, * from unnest($2::uuid[], $3::integer[]) as t (article_id, stream_version) order by article_id
   on conflict (generation, article_id) do update set stream_version = excluded.stream_version
     where stored.stream_version <= excluded.stream_version
   returning article_id as "articleId"`,
  values: (generation: Generation, texts: readonly StoredCitations[]) => [
    generation,
    texts.map(({ articleId }) => articleId),
    texts.map(({ streamVersion }) => streamVersion),
  ],
  row: Text,
})
const CLEAR_NAMES = statement('citations-clear-names', {
  sql: 'delete from citation_names where generation = $1 and article_id = any($2::uuid[])',
  values: ofTexts,
})
const CLEAR_EDGES = statement('citations-clear-edges', {
  sql: 'delete from citation_edges where generation = $1 and article_id = any($2::uuid[])',
  values: ofTexts,
})
const ADD_NAMES = statement('citations-add-names', {
  sql: `insert into citation_names (generation, article_id, ordinal, name, scope, jurisdiction, version, valid_from, valid_to, day, is_current)
   select $1::integer, "articleId", ordinal, name, scope, jurisdiction, version, "validFrom", "validTo", day, current
   from json_to_recordset($2::json) as t ("articleId" uuid, ordinal integer, name text, scope text, jurisdiction text, version text,
     "validFrom" date, "validTo" date, day date, current boolean)`,
  values: ofRows,
})
const ADD_EDGES = statement('citations-add-edges', {
  sql: `insert into citation_edges (generation, article_id, ordinal, version, span_start, span_end, kind, confidence, normal, jurisdiction, names)
   select $1::integer, "articleId", ordinal, version, start, "end", kind, confidence, normal, jurisdiction, names
   from json_to_recordset($2::json) as t ("articleId" uuid, ordinal integer, version text, start integer, "end" integer, kind text,
     confidence text, normal text, jurisdiction text, names text[])`,
  values: ofRows,
})
const PAGE = statement('citations-page', {
  sql: `select article_id as "articleId" from citation_texts
   where generation = $1 and article_id > $2::uuid order by article_id limit $3`,
  values: (generation: Generation, after: string) => [generation, after, CITATION_ROWS.pageTexts],
  row: Text,
})
const NAMES_OF = statement('citations-names-of', {
  sql: `select article_id as "articleId", name, scope, jurisdiction, version, ${day('valid_from')} as "validFrom",
     ${day('valid_to')} as "validTo", ${day('day')} as day, is_current as current
   from citation_names where generation = $1 and article_id = any($2::uuid[]) order by article_id, ordinal`,
  values: ofTexts,
  row: NameRow,
})
const EDGES_OF = statement('citations-edges-of', {
  sql: `select article_id as "articleId", version, span_start as start, span_end as "end", kind, confidence, normal, jurisdiction, names
   from citation_edges where generation = $1 and article_id = any($2::uuid[]) order by article_id, ordinal`,
  values: ofTexts,
  row: EdgeRow,
})
/**
 * Texts by id, and texts whose current wording has one of the names, with the number of others that
 * cite their current wording.
 */
const CITING_COUNTS = statement('citations-citing-counts', {
  sql: `with asked as (
     select unnest($2::uuid[]) as article_id
     union
     select article_id from citation_names where generation = $1 and name = any($3::text[]) and is_current
   ), counted as (
     select filed.article_id, count(distinct edge.article_id)::integer as citing
     from asked
     join citation_names as filed on filed.generation = $1 and filed.article_id = asked.article_id and filed.is_current
     join citation_edges as edge on edge.generation = $1 and edge.names @> array[filed.name] and ${sameCountryAs('filed.jurisdiction')}
     where edge.article_id <> filed.article_id
     group by filed.article_id
   )
   select asked.article_id as "articleId", coalesce(counted.citing, 0) as citing, (state ->> 'doublings')::integer as doublings
   from asked
   left join counted using (article_id)
   left join text_states on text_states.generation = $1 and text_states.article_id = asked.article_id
   order by 1`,
  values: (generation: Generation, { ids, names }: Parameters<CitingCounts['countsOf']>[1]) => [
    generation,
    ids,
    names,
  ],
  row: Text.extend({ citing: z.int(), doublings: z.int().nullable() }),
})
const NAMES_CITED_BY = statement('citations-names-cited-by', {
  sql: `select distinct unnest(names) as name from citation_edges
   where generation = $1 and article_id = any($2::uuid[]) order by 1`,
  values: ofTexts,
  row: z.object({ name: z.string() }),
})
const CITABLE = statement('citations-citable', {
  sql: `select distinct article_id as "articleId" from citation_names
   where generation = $1 and is_current order by 1`,
  values: (generation: Generation) => [generation],
  row: Text,
})
const removeRows = removalFrom('citation_edges', 'citation_names', 'citation_texts')

/** A wording with several intervals counts once, with its last one. */
const FILED_UNDER = statement('citations-filed-under', {
  sql: `with found as (
     select distinct on (n.name, n.article_id) n.name, n.jurisdiction, n.article_id, n.version, n.valid_from, n.valid_to, n.day, articles.slug
     from live_generation
     join citation_names as n using (generation)
     join articles using (generation, article_id)
     where n.name = any($1::text[]) and case when $2::date is null then n.is_current
       else (n.valid_from is null or n.valid_from <= $2::date) and (n.valid_to is null or n.valid_to >= $2::date) end
     order by n.name, n.article_id, n.valid_from desc nulls last
   ), ranked as (
     select *, row_number() over (partition by name order by slug) as place from found
   )
   select name, jurisdiction, article_id as "articleId", slug, version, ${day('valid_from')} as "validFrom", ${day('valid_to')} as "validTo",
     ${day('day')} as day
   from ranked where place <= $3 order by name, slug`,
  values: (names: readonly string[], asOf: Day | null, rowsPerName: number) => [
    names,
    asOf,
    rowsPerName,
  ],
  row: FiledRow,
})
const COVERAGE = statement('citations-coverage', {
  sql: `select scope, count(distinct article_id)::integer as documents, ${day('min(day)')} as "from", ${day('max(day)')} as "to"
   from live_generation join citation_names using (generation) where scope = any($1::text[]) group by scope order by scope`,
  values: (scopes: readonly string[]) => [scopes],
  row: CitationCoverage.omit({ held: true }),
})

const RELATION = `edge.normal, edge.kind, edge.confidence, edge.span_start as start, edge.span_end as "end",
  edge.article_id as "sourceId", source.slug as "sourceSlug", edge.version as "sourceVersion",
  target.article_id as "targetId", target.slug as "targetSlug"`

const relationsOf = (articleId: ArticleId, limit: number) => [articleId, limit]
/** An edge has one row for each text filed under its target. */
const CITING = statement('citations-citing', {
  sql: `select distinct on (edge.ordinal, target.slug) ${RELATION}
   from live_generation
   join citation_edges as edge using (generation)
   join articles as source on source.generation = edge.generation and source.article_id = edge.article_id
   left join lateral (
     select articles.article_id, articles.slug from citation_names as filed join articles using (generation, article_id)
     where filed.generation = edge.generation and filed.name = any(edge.names) and filed.is_current and ${sameCountryAs('filed.jurisdiction')}
   ) as target on true
   where edge.article_id = $1 order by edge.ordinal, target.slug limit $2`,
  values: relationsOf,
  row: RelationRow,
})
const CITED = statement('citations-cited', {
  sql: `select distinct on (source.slug, edge.ordinal) ${RELATION}
   from live_generation
   join citation_names as filed using (generation)
   join articles as target on target.generation = filed.generation and target.article_id = filed.article_id
   join citation_edges as edge on edge.generation = filed.generation and edge.names @> array[filed.name] and ${sameCountryAs('filed.jurisdiction')}
   join articles as source on source.generation = edge.generation and source.article_id = edge.article_id
   where filed.article_id = $1 and filed.is_current order by source.slug, edge.ordinal limit $2`,
  values: relationsOf,
  row: RelationRow,
})

const rowsOf = (
  texts: readonly TextCitations[],
  member: (text: TextCitations) => readonly object[],
): Row[] =>
  texts.flatMap((text) =>
    member(text).map((one, ordinal) => ({ articleId: text.articleId, ordinal, ...one })),
  )

const write = async (
  transaction: Queryable,
  generation: Generation,
  texts: readonly StoredCitations[],
): Promise<void> => {
  const accepted = (await ACCEPT.rows(transaction, generation, texts)).map((row) => row.articleId)
  const written = texts.filter(({ articleId }) => accepted.includes(articleId))
  await CLEAR_NAMES.run(transaction, generation, accepted)
  await CLEAR_EDGES.run(transaction, generation, accepted)
  const names = rowsOf(written, (text) => text.names)
  const edges = rowsOf(written, (text) => text.edges)
  for (const slice of slicesOf(names, CITATION_ROWS.perInsert))
    await ADD_NAMES.run(transaction, generation, slice)
  for (const slice of slicesOf(edges, CITATION_ROWS.perInsert))
    await ADD_EDGES.run(transaction, generation, slice)
}

const byText = <T extends { readonly articleId: string }>(rows: readonly T[]) =>
  Map.groupBy(rows, ({ articleId }) => articleId)

/** The rows of one text without its id, which its document already has. */
const membersOf = (rows: readonly Row[] = []): Row[] =>
  rows.map((row) => {
    const { articleId: _, ...members } = row
    return members
  })

async function* documentsOf(
  pool: PostgresPool,
  generation: Generation,
): AsyncGenerator<KeyedDocument> {
  for (let after: string = FIRST_UUID; ;) {
    const ids = (await PAGE.rows(pool, generation, after)).map(({ articleId }) => articleId)
    if (ids.length === 0) return
    const names = byText(await NAMES_OF.rows(pool, generation, ids))
    const edges = byText(await EDGES_OF.rows(pool, generation, ids))
    for (const articleId of ids) {
      const document = {
        articleId,
        names: membersOf(names.get(articleId)),
        edges: membersOf(edges.get(articleId)),
      }
      // A text that is not public has no rows; whether it ever had makes no difference.
      if (document.names.length + document.edges.length > 0)
        yield { key: `citation/${articleId}`, document }
      after = articleId
    }
  }
}

/** Stores the index of citations on PostgreSQL. Throws the Faults of the pool. */
export const makeCitationTables = (pool: PostgresPool): CitationTables => ({
  write: (generation, texts) => async (transaction: Queryable) => {
    if (texts.length > 0) await write(transaction, generation, texts)
  },
  documents: (generation) => documentsOf(pool, generation),
  drop: (generation) => removeRows(pool, generation),
})

const relationOf = ({ start, end, ...row }: z.infer<typeof RelationRow>): Relation => ({
  ...row,
  span: { start, end },
})

/** Counts citing texts on PostgreSQL. Throws the Faults of the pool. */
export const makeCitingCounts = (pool: PostgresPool): CitingCounts => ({
  countsOf: async (generation, texts) =>
    texts.ids.length + texts.names.length === 0 ? [] : CITING_COUNTS.rows(pool, generation, texts),
  namesCitedBy: async (generation, ids) =>
    (await NAMES_CITED_BY.rows(pool, generation, ids)).map(({ name }) => name),
  citable: async (generation) =>
    (await CITABLE.rows(pool, generation)).map(({ articleId }) => articleId),
})

/** Reads the index of citations of the live generation. Throws the Faults of the pool. */
export const makeCitationIndex = (pool: PostgresPool): CitationIndex => ({
  textsNamed: async (names, asOf, limit) => {
    const unique = [...new Set(names.map(({ name }) => name))]
    return unique.length === 0 ? [] : FILED_UNDER.rows(pool, unique, asOf, limit)
  },
  coverage: async (scopes) => {
    const rows = scopes.length === 0 ? [] : await COVERAGE.rows(pool, scopes)
    return new Map(rows.map((row) => [row.scope, row]))
  },
  relationsOf: async (articleId) => {
    const max = CITATION_INDEX.relationsMax
    const [citing, cited] = await Promise.all([
      CITING.rows(pool, articleId, max + 1),
      CITED.rows(pool, articleId, max + 1),
    ])
    return {
      citing: citing.slice(0, max).map(relationOf),
      cited: cited.slice(0, max).map(relationOf),
      more: citing.length > max || cited.length > max,
    }
  },
})
