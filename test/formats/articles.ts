/** Articles as the service serves them, for tests of their formats. */
import type { ArticleContent } from '#contracts/content.ts'
import type { Article } from '#contracts/http/article.ts'
import { demonstrationTexts } from '../claims/demonstration.ts'
import { articleOf as articleWithoutDays } from '../claims/held.ts'

/** `validity` is what the record says of its days. */
export const articleOf = (
  content: ArticleContent,
  validity: Article['validity'] = { validFrom: null, validTo: null },
): Article => ({ ...articleWithoutDays(content), validity })

/** The demonstration texts as articles, by their files. */
export const demonstrationArticles = (): readonly { key: string; article: Article }[] =>
  demonstrationTexts().map(({ key, content }) => ({
    key,
    article: articleOf({ ...content, concepts: [] }),
  }))
