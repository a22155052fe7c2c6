import { z } from 'zod'
import { ArticleHead } from '#contracts/http/article-head.ts'
import { ArticleId, Position } from '#contracts/ids.ts'
import type { ArticleHeads, SeatedDockets, TextsByName } from '#query-api/lookup/ports.ts'
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

/** Reads heads of the live generation. Throws the Faults of the pool. */
export const makeArticleHeads = (pool: PostgresPool): ArticleHeads => ({
  headsOf: async (ids) => (ids.length === 0 ? [] : HEADS.rows(pool, ids)),
})

/** Reads texts by their names in the live generation. Throws the Faults of the pool. */
export const makeTextsByName = (pool: PostgresPool): TextsByName => ({
  idsNamed: (names, dockets, limit) => NAMED.only(pool, names, dockets, limit),
})
