import type { ArticleId, Sha256Hex } from '#contracts/ids.ts'
import type { TextReadModel } from '../../ports.ts'
import { articleOf } from './article-document.ts'
import { documentsOf } from './search-documents.ts'
import type { TextState } from './text-state.ts'
import { wordingViews, type Lookups } from './wording-view.ts'

/**
 * Derives the article and search documents of one text from its state, the long texts named by
 * `textsNeeded`, and the lookups. Throws Fault `blob-missing`.
 */
export const textReadModel = (
  articleId: ArticleId,
  state: TextState,
  texts: ReadonlyMap<Sha256Hex, string>,
  lookups: Lookups,
): TextReadModel => {
  const views = wordingViews(articleId, state, texts, lookups)
  const current = views.find((view) => view.current)
  return {
    articleId,
    streamVersion: state.revision,
    article: current === undefined ? null : articleOf(state, current, lookups),
    documents: views.flatMap(documentsOf),
  }
}
