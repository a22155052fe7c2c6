import type { Position, Slug } from '#contracts/ids.ts'
import type { ArticleReader, StoredArticle } from '#query-api/ports.ts'

/** The reader port over texts in memory, by slug alone. */
export const articleReaderOver = (
  stored: ReadonlyMap<string, StoredArticle>,
  position: Position,
): ArticleReader => ({
  bySlug: async (slug) => ({ article: stored.get(slug) ?? null, position }),
  bySlugs: async (slugs) => {
    const found = slugs.flatMap((slug): (readonly [Slug, StoredArticle])[] => {
      const article = stored.get(slug)
      return article === undefined ? [] : [[slug, article]]
    })
    return { articles: new Map(found), position }
  },
  byId: async () => ({ article: null, position }),
  position: async () => position,
})
