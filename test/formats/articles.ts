/** Articles as the service serves them, for tests of their formats. */
import { articleHash } from '#contracts/canonical/article.ts'
import type { ArticleContent } from '#contracts/content.ts'
import { Article } from '#contracts/http/article.ts'
import { demonstrationTexts } from '../claims/demonstration.ts'

const ID = '6f1c0a3e-5b1d-5c4e-9f00-000000000001'

/** `validity` is what the record says of its days. */
export const articleOf = (
  content: ArticleContent,
  validity: Article['validity'] = { validFrom: null, validTo: null },
): Article =>
  Article.parse({
    ...content,
    id: ID,
    updatedAt: '2026-01-01T00:00:00.000Z',
    version: '1.0.0',
    sha256Hash: articleHash(content),
    hashProfile: 'article/1',
    groundednessScore: null,
    groundedness: null,
    hasIntegrityWarning: false,
    integrityFlags: [],
    statusFlag: 'gray',
    statusDerivation: { flag: 'gray', rule: '4', because: [], asOf: null, assessedThrough: null },
    headnotes: content.headnotes.map((one, index) => ({
      ...one,
      headnoteId: ID.replace(/\d{3}$/, String(index + 100)),
      statusFlag: 'gray',
    })),
    concepts: [],
    judicialDecision:
      content.judicialDecision === null ? null : { ...content.judicialDecision, id: ID },
    validity,
  })

/** The demonstration texts as articles, by their files. */
export const demonstrationArticles = (): readonly { key: string; article: Article }[] =>
  demonstrationTexts().map(({ key, content }) => ({
    key,
    article: articleOf({ ...content, concepts: [] }),
  }))
