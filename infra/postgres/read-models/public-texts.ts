import { z } from 'zod'
import { Article } from '#contracts/http/article.ts'
import { Instant, Slug } from '#contracts/ids.ts'
import type { PublicTexts } from '#query-api/public/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'

const Card = Article.pick({
  slug: true,
  title: true,
  contentType: true,
  version: true,
  licence: true,
  statusFlag: true,
  statusDerivation: true,
  publishedAt: true,
  validity: true,
})

/** A document is parsed once, whatever number of members is read. */
const CARDS = statement('public-texts-cards', {
  sql: `select card.* from live_generation join articles using (generation),
     json_to_record(articles.json::json) as card (slug text, title text, "contentType" text, version text,
       licence text, "statusFlag" text, "statusDerivation" json, "publishedAt" text, validity json)
   where articles.slug = any($1::text[])`,
  values: (slugs: readonly Slug[]) => [slugs],
  row: Card,
})
const PARTS = statement('public-texts-parts', {
  sql: `select ${isoInstant('max(updated_at)')} as "updatedAt"
   from (
     select updated_at, (row_number() over (order by slug collate "C") - 1) / $1::integer as part
     from live_generation join articles using (generation)
   ) as numbered group by part order by part`,
  values: (size: number) => [size],
  row: z.object({ updatedAt: Instant }),
})
const PART = statement('public-texts-part', {
  sql: `select slug, ${isoInstant('updated_at')} as "updatedAt"
   from live_generation join articles using (generation)
   order by slug collate "C" limit $2::integer offset $1::bigint * $2::integer`,
  values: (index: number, size: number) => [index, size],
  row: z.object({ slug: Slug, updatedAt: Instant }),
})

/** In the order of the index of slugs, so that a page costs the same anywhere in the list. */
const AFTER = statement('public-texts-after', {
  sql: `select slug, articles.json::json->>'title' as title, ${isoInstant('updated_at')} as "updatedAt"
   from live_generation join articles using (generation) where slug > $1 order by slug limit $2`,
  values: (slug: Slug | null, limit: number) => [slug ?? '', limit],
  row: z.object({ slug: Slug, title: z.string(), updatedAt: Instant }),
})

/** Reads what public pages show of many texts. Throws the Faults of the pool. */
export const makePublicTexts = (pool: PostgresPool): PublicTexts => ({
  cards: async (slugs) => {
    const rows = slugs.length === 0 ? [] : await CARDS.rows(pool, slugs)
    return new Map(rows.map((row) => [row.slug, row]))
  },
  parts: async (size) => (await PARTS.rows(pool, size)).map(({ updatedAt }) => updatedAt),
  part: (index, size) => PART.rows(pool, index, size),
  after: (slug, limit) => AFTER.rows(pool, slug, limit),
})
