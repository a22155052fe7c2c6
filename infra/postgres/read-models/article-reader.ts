import { z } from 'zod'
import { ArticleId, Instant, Position, Sha256Hex, type Slug } from '#contracts/ids.ts'
import type { ArticleAnswer, ArticleReader } from '#query-api/ports.ts'
import { onlyRow, type PostgresPool, type Prepared } from '../platform/pool.ts'

/**
 * One statement, so one state: the live generation, its position, and the article if there is one.
 */
const articleBy = (column: 'slug' | 'article_id'): Prepared => ({
  name: `article-by-${column}`,
  text: `select generations.position, article_id as id, json, sha256_hash as "sha256Hash",
      to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt"
    from live_generation join generations using (generation)
    left join articles on articles.generation = generations.generation and articles.${column} = $1`,
})
const BY_SLUG = articleBy('slug')
const BY_ID = articleBy('article_id')
const POSITION: Prepared = {
  name: 'article-position',
  text: 'select position from live_generation join generations using (generation)',
}

const Known = z.object({ position: Position })
const Found = z.object({
  id: ArticleId,
  json: z.string(),
  sha256Hash: Sha256Hex,
  updatedAt: Instant,
})

const answerOf = (row: Record<string, unknown>): ArticleAnswer => ({
  position: Known.parse(row).position,
  article: row['id'] === null ? null : Found.parse(row),
})

/**
 * The served articles on PostgreSQL: the bytes that the projector stored. Throws the Faults of the
 * pool.
 */
export const makeArticleReader = (pool: PostgresPool): ArticleReader => ({
  bySlug: async (slug: Slug) => answerOf(onlyRow(await pool.query(BY_SLUG, [slug]))),
  byId: async (id: ArticleId) => answerOf(onlyRow(await pool.query(BY_ID, [id]))),
  position: async () => Known.parse(onlyRow(await pool.query(POSITION))).position,
})
