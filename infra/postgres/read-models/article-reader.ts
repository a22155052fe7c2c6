import { z } from 'zod'
import { ArticleId, Instant, Position, Sha256Hex, type Slug } from '#contracts/ids.ts'
import type { ArticleAnswer, ArticleReader } from '#query-api/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'
import { makeLiveState } from './generations.ts'

const Found = z.object({
  id: ArticleId,
  json: z.string(),
  sha256Hash: Sha256Hex,
  updatedAt: Instant,
})
const Answer = z.union([
  Found.extend({ position: Position }).transform(({ position, ...article }): ArticleAnswer => ({
    position,
    article,
  })),
  z
    .object({ id: z.null(), position: Position })
    .transform(({ position }): ArticleAnswer => ({ position, article: null })),
])

/** One statement reads one state: the live generation, its position, and the article if any. */
const articleBy = <Key extends string>(column: 'slug' | 'article_id') =>
  statement(`article-by-${column}`, {
    sql: `select generations.position, article_id as id, json, sha256_hash as "sha256Hash",
      ${isoInstant('updated_at')} as "updatedAt"
    from live_generation join generations using (generation)
    left join articles on articles.generation = generations.generation and articles.${column} = $1`,
    values: (key: Key) => [key],
    row: Answer,
  })
const BY_SLUG = articleBy<Slug>('slug')
const BY_ID = articleBy<ArticleId>('article_id')

/** Reads served articles from PostgreSQL as stored bytes. Throws the Faults of the pool. */
export const makeArticleReader = (pool: PostgresPool): ArticleReader => {
  const liveState = makeLiveState(pool)
  return {
    bySlug: (slug) => BY_SLUG.only(pool, slug),
    byId: (id) => BY_ID.only(pool, id),
    position: async () => (await liveState()).position,
  }
}
