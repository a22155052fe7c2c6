import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import { ArticleId, Instant, Position, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { ArticleAnswer, ArticleReader, StoredArticle } from '#query-api/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'
import { makeLiveState } from './generations.ts'

const Found = z.object({
  id: ArticleId,
  json: z.string(),
  sha256Hash: Sha256Hex,
  updatedAt: Instant,
})
const NotFound = z.object({ id: z.null(), position: Position })
const Answer = z.union([
  Found.extend({ position: Position }).transform(({ position, ...article }): ArticleAnswer => ({
    position,
    article,
  })),
  NotFound.transform(({ position }): ArticleAnswer => ({ position, article: null })),
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
const BY_SLUGS = statement('articles-by-slugs', {
  sql: `select generations.position, slug, article_id as id, json, sha256_hash as "sha256Hash",
    ${isoInstant('updated_at')} as "updatedAt"
  from live_generation join generations using (generation)
  left join articles on articles.generation = generations.generation and articles.slug = any($1)`,
  values: (slugs: readonly Slug[]) => [slugs],
  row: z.union([Found.extend({ slug: Slug, position: Position }), NotFound]),
})

/** Reads served articles from PostgreSQL as stored bytes. Throws the Faults of the pool. */
export const makeArticleReader = (pool: PostgresPool): ArticleReader => {
  const liveState = makeLiveState(pool)
  return {
    bySlug: (slug) => BY_SLUG.only(pool, slug),
    bySlugs: async (slugs) => {
      const rows = await BY_SLUGS.rows(pool, slugs)
      const [first] = rows
      if (first === undefined) throw new Fault('store-failed', 'There is no live generation.')
      const found = rows.flatMap((row): (readonly [Slug, StoredArticle])[] => {
        if (row.id === null) return []
        const { slug, position: _, ...article } = row
        return [[slug, article]]
      })
      return { articles: new Map(found), position: first.position }
    },
    byId: (id) => BY_ID.only(pool, id),
    position: async () => (await liveState()).position,
  }
}
