import type { ArticleHead } from '#contracts/http/article-head.ts'
import type { Article } from '#contracts/http/article.ts'

/** The head of an article, as lists show it. */
export const headOf = (article: Article): ArticleHead => ({
  id: article.id,
  slug: article.slug,
  title: article.title,
  contentType: article.contentType,
  jurisdiction: article.jurisdiction,
  language: article.language,
  version: article.version,
  sha256Hash: article.sha256Hash,
  publishedAt: article.publishedAt,
  statusFlag: article.statusFlag,
  validity: article.validity,
  ecli: article.judicialDecision?.ecli ?? null,
  courtCode: article.judicialDecision?.courtCode ?? null,
  decisionDate: article.judicialDecision?.decisionDate ?? null,
})
