import { CitationCandidate } from '#contracts/citation-index.ts'
import { articleHash } from '#contracts/canonical/article.ts'
import type { ArticleContent } from '#contracts/content.ts'
import { Article } from '#contracts/http/article.ts'
import { articleIdOf, headnoteIdOf } from '#contracts/canonical/identity.ts'
import { type ArticleId, type Day, Instant, Position, SemVer, type Slug } from '#contracts/ids.ts'
import { namesOfText } from '#contracts/law/citations/names.ts'
import type { CitationIndex } from '#query-api/citations/ports.ts'
import type { ArticleReader, StoredArticle } from '#query-api/ports.ts'
import { articleReaderOver } from '../harness/article-reader.ts'

const AT = Instant.parse('2026-01-01T00:00:00.000Z')
export const POSITION = Position.parse(1)

/** A text as the service would answer it, without what only a citator knows. */
export const articleOf = (content: ArticleContent): Article =>
  Article.parse({
    ...content,
    id: articleIdOf(content.source.id),
    updatedAt: AT,
    version: '1.0.0',
    sha256Hash: articleHash(content),
    hashProfile: 'article/1',
    groundednessScore: null,
    groundedness: null,
    hasIntegrityWarning: false,
    integrityFlags: [],
    statusFlag: 'gray',
    statusDerivation: { flag: 'gray', rule: '4', because: [], asOf: null, assessedThrough: null },
    headnotes: content.headnotes.map((headnote) => ({
      ...headnote,
      headnoteId: headnoteIdOf(content.source.id, headnote.sequence),
      statusFlag: 'gray',
    })),
    concepts: [],
    judicialDecision: content.judicialDecision && {
      id: articleIdOf(content.source.id),
      ...content.judicialDecision,
    },
    validity: { validFrom: null, validTo: null },
  })

/** The reader port over texts in memory. */
export const readerOf = (articles: readonly Article[]): ArticleReader => {
  const stored = new Map<Slug, StoredArticle>(
    articles.map((article) => [
      article.slug,
      {
        id: article.id,
        json: JSON.stringify(article),
        sha256Hash: article.sha256Hash,
        updatedAt: AT,
      },
    ]),
  )
  return articleReaderOver(stored, POSITION)
}

type Filed = { readonly scope: string; readonly day: Day | null; readonly articleId: ArticleId }

/** The index of citations over texts in memory. */
export const citationIndexOf = (articles: readonly Article[]): CitationIndex => {
  const rows = articles.flatMap((article) =>
    namesOfText(article).map(({ name, scope }) => ({
      name,
      jurisdiction: article.jurisdiction[0] ?? null,
      filed: {
        scope,
        day: article.judicialDecision?.decisionDate ?? null,
        articleId: article.id,
      } satisfies Filed,
      candidate: CitationCandidate.parse({
        articleId: article.id,
        slug: article.slug,
        version: SemVer.parse(article.version),
        normal: name,
        validFrom: null,
        validTo: null,
      }),
    })),
  )
  return {
    textsNamed: async (names) =>
      names.flatMap(({ name }) =>
        rows
          .filter((row) => row.name === name)
          .map(({ candidate, jurisdiction, filed: { day } }) => ({
            ...candidate,
            name,
            jurisdiction,
            day,
          })),
      ),
    coverage: async (scopes) =>
      new Map(
        scopes.map((scope) => {
          const filed = rows.filter((row) => row.filed.scope === scope)
          const days = filed.flatMap(({ filed: { day } }) => day ?? []).toSorted()
          const documents = new Set(filed.map((row) => row.filed.articleId)).size
          return [scope, { scope, documents, from: days[0] ?? null, to: days.at(-1) ?? null }]
        }),
      ),
    relationsOf: async () => ({ citing: [], cited: [], more: false }),
  }
}
