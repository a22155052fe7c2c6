import { z } from 'zod'
import { Change } from '#contracts/changes/change.ts'
import { ArticleId, Position, printPosition, SemVer, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { TextHistories } from '#query-api/receipts/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

const Row = z.object({
  head: Position,
  texts: z.array(
    z.object({
      articleId: ArticleId,
      slug: Slug,
      wordings: z.array(z.object({ version: SemVer, sha256Hash: Sha256Hex, erased: z.boolean() })),
      servedHash: Sha256Hex.nullable(),
      changes: z.array(
        z
          .object({ position: Position, ordinal: z.int(), change: z.looseObject({}) })
          .transform(({ position, ordinal, change }) =>
            Change.parse({ ...change, position: printPosition(position), ordinal }),
          ),
      ),
    }),
  ),
})

/** One statement reads one state. A slug that was given to another text later has two. */
const SINCE = statement('text-histories-since', {
  sql: `with live as (
     select generation, generations.position as head from live_generation join generations using (generation)
   ), found as (
     select distinct slug, after, text_facts.article_id
     from live join text_facts using (generation)
       join unnest($1::text[], $2::bigint[]) as asked (slug, after) on text_facts.names @> array['slug:' || asked.slug]
     where text_facts.names && $3::text[] and text_facts.position <= head
   )
   select head, (select coalesce(json_agg(json_build_object(
     'articleId', found.article_id, 'slug', slug,
     'wordings', (
       select coalesce(json_agg(json_build_object('version', fact ->> 'version', 'sha256Hash', fact ->> 'sha256Hash',
         'erased', coalesce((fact ->> 'erased')::boolean, false))
         order by text_facts.position), '[]')
       from text_facts where text_facts.generation = live.generation and text_facts.article_id = found.article_id
         and text_facts.position <= head and fact ->> 'type' = 'published'),
     'servedHash', (
       select sha256_hash from articles where articles.generation = live.generation and articles.article_id = found.article_id),
     'changes', (
       select coalesce(json_agg(json_build_object('position', changes.position, 'ordinal', 1, 'change', change)
         order by changes.position, subject), '[]')
       from changes where changes.generation = live.generation and changes.article_id = found.article_id
         and changes.position > found.after and changes.position <= head)
   )), '[]') from found) as texts from live`,
  values: (asked: ReadonlyMap<Slug, Position>) => [
    [...asked.keys()],
    [...asked.values()],
    [...asked.keys()].map((slug) => `slug:${slug}`),
  ],
  row: Row,
})

/** Reads what became of texts in the live generation. Throws the Faults of the pool. */
export const makeTextHistories = (pool: PostgresPool): TextHistories => ({
  since: (asked) => SINCE.only(pool, asked),
})
