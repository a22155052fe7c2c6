import { z } from 'zod'
import { ArticleId, TreatmentId } from '#contracts/ids.ts'
import type { RedTexts } from '#ingest/editorial/impact/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

const RED = statement('red-texts-among', {
  sql: `select article_id as "articleId", articles.json::json #> '{statusDerivation,because}' as because
   from live_generation join articles using (generation)
   where (article_id = any($1::uuid[]) or article_id in (
       select named.article_id from citation_names as named
       where named.generation = live_generation.generation and named.name = any($2::text[])))
     and articles.json::json ->> 'statusFlag' = 'red'
   order by article_id`,
  values: (ids: readonly ArticleId[], names: readonly string[]) => [ids, names],
  row: z.object({ articleId: ArticleId, because: z.array(TreatmentId) }),
})

/** Reads colours from the articles of the live generation. Throws the Faults of the pool. */
export const makeRedTexts = (pool: PostgresPool): RedTexts => ({
  among: async (ids, names) => (ids.length + names.length === 0 ? [] : RED.rows(pool, ids, names)),
})
