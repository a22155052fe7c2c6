import type { Article } from './http/article.ts'
import type { ArticleId } from './ids.ts'
import type { SearchDocument } from './search/document.ts'

/** The read model of one text: everything published, or nothing (`article: null`). */
export type TextReadModel = {
  readonly articleId: ArticleId
  /**
   * Revision of the text: grows with its own facts and with every change around it. What is not
   * newer is refused.
   */
  readonly streamVersion: number
  readonly article: Article | null
  readonly documents: readonly SearchDocument[]
}
