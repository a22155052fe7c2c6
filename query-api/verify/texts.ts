import type { Article } from '#contracts/http/article.ts'
import type { Position, Slug } from '#contracts/ids.ts'
import { type CheckedSource, checkedSource } from '#contracts/law/claims/statement.ts'
import type { ArticleReader, StoredArticle } from '../ports.ts'

/** Bounds of what is kept ready between requests. */
export const PREPARED = {
  /** UTF-16 units of texts; what is made of them takes some twenty times as many bytes. */
  unitsMax: 12_000_000,
} as const

/** An article with what its text was made into. */
export type HeldText = { readonly article: Article; readonly source: CheckedSource }

type Kept = { readonly source: CheckedSource; readonly units: number }

const partsOf = (article: Article) => ({
  title: article.title,
  contentClean: article.contentClean,
  headnotes: article.headnotes,
  ownNumbers: [
    ...(article.provision?.number == null ? [] : [article.provision.number]),
    ...(article.judicialDecision?.identifiers ?? []).map(({ value }) => value),
  ],
})

/** Texts made ready, the ones used last; a wording is named by its slug and hash, so nothing goes stale. */
const makePrepared = () => {
  const kept = new Map<string, Kept>()
  let units = 0
  return (article: Article): CheckedSource => {
    const name = `${article.slug} ${article.sha256Hash}`
    const known = kept.get(name)
    if (known !== undefined) {
      kept.delete(name)
      kept.set(name, known)
      return known.source
    }
    const source = checkedSource(article.slug, partsOf(article))
    kept.set(name, { source, units: article.contentClean.length })
    units += article.contentClean.length
    for (const [oldest, one] of kept) {
      if (units <= PREPARED.unitsMax || oldest === name) break
      kept.delete(oldest)
      units -= one.units
    }
    return source
  }
}

export type HeldTexts = {
  /** Null: not held, or not public. */
  bySlug(slug: Slug): Promise<HeldText | null>
  position(): Promise<Position>
}

const articleOf = ({ json }: StoredArticle): Article => JSON.parse(json) as Article

/** Public texts ready to be checked against. The stored JSON is ours and was typed when it was written. */
export const makeHeldTexts = (articles: ArticleReader): HeldTexts => {
  const prepare = makePrepared()
  return {
    bySlug: async (slug) => {
      const { article: stored } = await articles.bySlug(slug)
      if (stored === null) return null
      const article = articleOf(stored)
      return { article, source: prepare(article) }
    },
    position: () => articles.position(),
  }
}
