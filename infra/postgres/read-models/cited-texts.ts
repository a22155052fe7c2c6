import { z } from 'zod'
import type { CitationResolution } from '#contracts/citation-index.ts'
import type { Citation } from '#contracts/citation.ts'
import type { Article } from '#contracts/http/article.ts'
import { ArticleId, Day, Position, Slug } from '#contracts/ids.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import { headOfNames, recogniseOptionsOf } from '#contracts/law/citations/names.ts'
import { ContentType } from '#contracts/vocabulary/texts.ts'
import type { CitingTexts, HeldScopes, PublicTexts } from '#ingest/groundedness/ports.ts'
import type { CitationFound, CitedText, CitedTexts, CitingContent } from '#ingest/ports.ts'
import type { CitatorReader } from '#query-api/citator/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import { FIRST_UUID, sameCountryAs } from './rows.ts'
import { makeCitatorReader } from './treatments.ts'

/** At most this many citations of one text are resolved. */
const CITATIONS_MAX = 1_000

const REACH = statement('cited-reach', {
  sql: `select generations.position, log_head.position as head
   from live_generation join generations using (generation), log_head`,
  row: z.object({ position: Position, head: Position }),
})
const READ = statement('cited-read', {
  sql: `select slug, json from live_generation join articles using (generation) where slug = any($1::text[])`,
  values: (slugs: readonly Slug[]) => [slugs],
  row: z.object({ slug: Slug, json: z.string() }),
})
const COUNT = statement('cited-count', {
  sql: 'select count(*) as count from live_generation join articles using (generation)',
  row: z.object({ count: z.int() }),
})
const LIST = statement('cited-list', {
  sql: `with page as (
     select article_id, slug, json from live_generation join articles using (generation)
     where article_id > $1::uuid order by article_id limit $2
   )
   select article_id as "articleId", slug, json::json ->> 'contentType' as "contentType" from page order by article_id`,
  values: (after: ArticleId | null, limit: number) => [after ?? FIRST_UUID, limit],
  row: z.object({ articleId: ArticleId, slug: Slug, contentType: ContentType }),
})

const CitationSpan = z.object({ start: z.int().nonnegative(), end: z.int().positive() })
const CITING = statement('cited-citing', {
  sql: `select articles.article_id as "articleId", articles.slug,
     json_agg(json_build_object('start', edge.span_start, 'end', edge.span_end) order by edge.ordinal) as citations
   from live_generation
   join citation_edges as edge using (generation)
   join articles on articles.generation = edge.generation and articles.article_id = edge.article_id
   where edge.names && $1::text[] and ${sameCountryAs('$2::text')} and edge.article_id > $3::uuid
     and case $5::text
       when 'assessed' then exists (select from assessed_texts where assessed_texts.article_id = articles.article_id)
       when 'edited' then exists (select from desk_board where desk_board.article_id = articles.article_id)
         or articles.json::json ->> 'contentType' = 'doctrine'
       else true end
   group by articles.article_id, articles.slug order by articles.article_id limit $4`,
  values: (
    { names, jurisdiction }: Parameters<CitingTexts['citing']>[0],
    { after, limit, among }: Parameters<CitingTexts['citing']>[1],
  ) => [names, jurisdiction, after ?? FIRST_UUID, limit, among],
  row: z.object({ articleId: ArticleId, slug: Slug, citations: z.array(CitationSpan) }),
})

const HELD = statement('cited-held', {
  sql: `select asked.scope, exists (select from citation_names as n where n.generation = live.generation and n.scope = asked.scope) as held,
     (select to_char(min(n.day), 'YYYY-MM-DD') from citation_names as n where n.generation = live.generation and n.scope = asked.scope) as "from",
     (select to_char(max(n.day), 'YYYY-MM-DD') from citation_names as n where n.generation = live.generation and n.scope = asked.scope) as "to"
   from live_generation as live, unnest($1::text[]) as asked (scope) order by asked.scope`,
  values: (scopes: readonly string[]) => [scopes],
  row: z.object({ scope: z.string(), held: z.boolean(), from: Day.nullable(), to: Day.nullable() }),
})
const CITING_ABSENT = statement('cited-citing-absent', {
  sql: `select distinct articles.article_id as "articleId", articles.slug
   from live_generation
   join citation_edges as edge using (generation)
   join assessed_texts using (article_id)
   join articles on articles.generation = edge.generation and articles.article_id = edge.article_id
   where edge.article_id > $2::uuid
     and exists (select from unnest(edge.names) as name, unnest($1::text[]) as head where starts_with(name, head))
     and not exists (select from citation_names as filed where filed.generation = edge.generation
       and filed.name = any(edge.names) and filed.is_current and ${sameCountryAs('filed.jurisdiction')})
   order by articles.article_id limit $3`,
  values: (heads: readonly string[], after: ArticleId | null, limit: number) => [
    heads,
    after ?? FIRST_UUID,
    limit,
  ],
  row: z.object({ articleId: ArticleId, slug: Slug }),
})

/** The parts of a served article that the checks read. */
const citedText = (article: Article, stoppedBy: readonly Slug[]): CitedText => {
  const { slug, version, sha256Hash, title, contentClean, contentType, language } = article
  const { headnotes, statusFlag } = article
  return {
    slug,
    version,
    sha256Hash,
    title,
    contentClean,
    contentType,
    language,
    headnotes,
    statusFlag,
    stoppedBy,
    validity: article.validity,
    ownNumbers: [
      ...(article.provision?.number == null ? [] : [article.provision.number]),
      ...(article.judicialDecision?.identifiers ?? []).map(({ value }) => value),
    ],
  }
}

/** The texts whose treatments gave each red or orange text its status. */
const stoppersOf = async (
  citator: CitatorReader,
  articles: readonly Article[],
): Promise<ReadonlyMap<ArticleId, readonly Slug[]>> => {
  const coloured = articles.filter(
    ({ statusFlag }) => statusFlag === 'red' || statusFlag === 'orange',
  )
  const facts = await citator.factsOf(coloured.map(({ id }) => id))
  return new Map(
    coloured.map(({ id, statusDerivation: { because } }) => {
      const causes = (facts.get(id) ?? []).flatMap((fact) =>
        fact.type === 'TreatmentRecorded' && because.includes(fact.data.treatment.id)
          ? [fact.data.treatment.source.slug]
          : [],
      )
      const slugs = causes.filter((slug) => slug !== null)
      // No text can cite a cause that the corpus lacks or that concerns a support.
      return [id, slugs.length === because.length ? slugs : []] as const
    }),
  )
}

/** Finds citations like the index does: with the country's codes and the work's own articles. */
const citationsIn = (text: CitingContent): Citation[] =>
  recogniseCitations(text.contentClean, recogniseOptionsOf(text)).slice(0, CITATIONS_MAX)

const foundOf = ({ citation, status, code, targets }: CitationResolution): CitationFound => ({
  start: citation.start,
  end: citation.end,
  slugs: [...new Set(targets.flatMap(({ candidates }) => candidates.map(({ slug }) => slug)))],
  dead: status === 404 && code === 'not_found',
  ambiguous: status === 300,
})

/** Resolves citations in the current corpus: `resolveCitations` of the read side. */
export type CitationResolver = (citations: readonly Citation[]) => Promise<CitationResolution[]>

/**
 * Reads what texts cite from the index of citations and the articles of the live generation. Throws
 * the Faults of the pool.
 */
export const makeCitedTexts = (pool: PostgresPool, resolve: CitationResolver): CitedTexts => ({
  citationsOf: async (text) => (await resolve(citationsIn(text))).map(foundOf),
  read: async (slugs) => {
    if (slugs.length === 0) return []
    const rows = await READ.rows(pool, slugs)
    // The JSON was typed when we wrote it.
    const articles = new Map(rows.map(({ slug, json }) => [slug, JSON.parse(json) as Article]))
    const stopped = await stoppersOf(makeCitatorReader(pool), [...articles.values()])
    return slugs.flatMap((slug) => {
      const article = articles.get(slug)
      return article === undefined ? [] : [citedText(article, stopped.get(article.id) ?? [])]
    })
  },
  reach: () => REACH.only(pool),
})

/** Lists every public text of the live generation. Throws the Faults of the pool. */
export const makePublicTexts = (pool: PostgresPool): PublicTexts => ({
  count: async () => (await COUNT.only(pool)).count,
  list: (after, limit) => LIST.rows(pool, after, limit),
})

/** Reads citing texts from the index of the live generation. Throws the Faults of the pool. */
export const makeCitingTexts = (pool: PostgresPool): CitingTexts => ({
  citing: async (cited, page) => (cited.names.length === 0 ? [] : CITING.rows(pool, cited, page)),
})

/**
 * Reads what is held of scopes, and what is missing of them, in the live generation. Throws the
 * Faults of the pool.
 */
export const makeHeldScopes = (pool: PostgresPool): HeldScopes => ({
  heldOf: (scopes) => HELD.rows(pool, scopes),
  citingAbsent: (scopes, { after, limit }) =>
    CITING_ABSENT.rows(pool, scopes.map(headOfNames), after, limit),
})
