import { z } from 'zod'
import { ArticleHead } from '#contracts/http/article-head.ts'
import type { Concept } from '#contracts/concept.ts'
import { ArticleId, Position, Slug } from '#contracts/ids.ts'
import type {
  ArticleHeads,
  SeatedDockets,
  SuggestionSource,
  TextsByName,
} from '#query-api/lookup/ports.ts'
import { makeConceptTables } from './concepts.ts'
import { makeGenerations, makeLiveState } from './generations.ts'
import { FIRST_UUID } from './rows.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

const Decision = ArticleHead.pick({ ecli: true, courtCode: true, decisionDate: true })
const HeadRow = ArticleHead.omit({ ecli: true, courtCode: true, decisionDate: true })
  .extend({ decision: Decision.nullable() })
  .transform(({ decision, ...head }): ArticleHead => ({
    ...head,
    ecli: decision?.ecli ?? null,
    courtCode: decision?.courtCode ?? null,
    decisionDate: decision?.decisionDate ?? null,
  }))

/** The JSON of a text is read once for all members. */
const HEADS = statement('look-ups-heads', {
  sql: `select article_id as id, slug, sha256_hash as "sha256Hash", head.title, head."contentType", head.jurisdiction, head.language,
     head.version, head."publishedAt", head."statusFlag", head.validity, head."judicialDecision" as decision
   from live_generation join articles using (generation),
     json_to_record(articles.json::json) as head (title text, "contentType" text, jurisdiction json, language text, version text,
       "publishedAt" text, "statusFlag" text, validity json, "judicialDecision" json)
   where article_id = any($1::uuid[])`,
  values: (ids: readonly ArticleId[]) => [ids],
  row: HeadRow,
})

const NAMED = statement('look-ups-named', {
  sql: `select generations.position, coalesce(array_agg(found.article_id order by found.slug) filter (where found.slug is not null), '{}') as ids
   from live_generation join generations using (generation)
   left join lateral (
     select distinct articles.article_id, articles.slug
     from citation_names as named join articles using (generation, article_id)
     where named.generation = generations.generation and named.is_current
       and (named.name = any($1::text[])
         or named.scope = any($2::text[]) and split_part(named.name, ':', 4) = any($3::text[]))
     order by articles.slug limit $4
   ) as found on true
   group by generations.position`,
  values: (names: readonly string[], { scopes, numbers }: SeatedDockets, limit: number) => [
    names,
    scopes,
    numbers,
    limit,
  ],
  row: z.object({ position: Position, ids: z.array(ArticleId) }),
})

const HELD = statement('look-ups-held', {
  sql: `select article_id as id, stream_version as revision from live_generation join articles using (generation)
   where article_id > $1::uuid order by article_id limit $2`,
  values: (after: string, limit: number) => [after, limit],
  row: z.object({ id: ArticleId, revision: z.int() }),
})
const SUGGESTED = statement('look-ups-suggested', {
  sql: `select article_id as id, slug, articles.json::json ->> 'title' as title,
     array(select name from citation_names as named where named.generation = articles.generation
       and named.article_id = articles.article_id and named.is_current order by ordinal) as names
   from live_generation join articles using (generation) where article_id = any($1::uuid[])`,
  values: (ids: readonly ArticleId[]) => [ids],
  row: z.object({ id: ArticleId, slug: Slug, title: z.string(), names: z.array(z.string()) }),
})

/** Reads what suggestions are made of. Throws the Faults of the pool. */
export const makeSuggestionSource = (pool: PostgresPool): SuggestionSource => {
  const liveState = makeLiveState(pool)
  const generations = makeGenerations(pool)
  const concepts = makeConceptTables(pool)
  return {
    state: async () => ({
      generation: await generations.live(),
      position: (await liveState()).position,
    }),
    textsAfter: (after, limit) => HELD.rows(pool, after ?? FIRST_UUID, limit),
    readTexts: (ids) => SUGGESTED.rows(pool, ids),
    concepts: async function* (generation) {
      // The projector wrote the document from a parsed event.
      for await (const { document } of concepts.documents(generation)) yield document as Concept
    },
  }
}

/** Reads heads of the live generation. Throws the Faults of the pool. */
export const makeArticleHeads = (pool: PostgresPool): ArticleHeads => ({
  headsOf: async (ids) => (ids.length === 0 ? [] : HEADS.rows(pool, ids)),
})

/** Reads texts by their names in the live generation. Throws the Faults of the pool. */
export const makeTextsByName = (pool: PostgresPool): TextsByName => ({
  idsNamed: (names, dockets, limit) => NAMED.only(pool, names, dockets, limit),
})
