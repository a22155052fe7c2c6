/** A text with three versions, as log, state and served article, for tests. */
import { sha256Hex } from '#contracts/canonical/hash.ts'
import {
  contentOf,
  flagged,
  idOf,
  logOf,
  published,
  type Texts,
  validity,
} from '../contract/read-models.fixtures.ts'
import type { ArticleEvent, StoredArticleEvent } from '#contracts/events/event.ts'
import type { StoredArticle } from '#query-api/ports.ts'
import { evolve, NEW_TEXT, type TextState } from '#query-api/projections/articles/text-state.ts'
import { textReadModel } from '#query-api/projections/write-texts.ts'
import type { VersionSources } from '#query-api/versions/ports.ts'

const CONCEPT = '0f8fad5b-d9cb-569f-a165-70867728950e'
const LOOKUPS = { concepts: new Map(), embeddingModel: null }

/** Rent law in three wordings: until 2019, from 2020 to 2021, from 2023 on; then a new headnote. */
const law = (title: string, contentClean: string, headnotes: unknown = []) =>
  contentOf('bail', { title, contentClean, headnotes, contentType: 'legislation' })

export const FIRST = law('Article 1', 'Le loyer est fixé par écrit. 😀 Il est payé chaque mois.')
export const SECOND = contentOf('bail', {
  contentType: 'legislation',
  title: 'Article 1',
  contentClean: 'Le loyer est fixé par écrit. 😀 Il est payé chaque trimestre par le preneur.',
  concepts: [{ id: CONCEPT as never, assignedBy: 'editor', relevancePercent: null }],
})
export const THIRD = law('Article premier', 'Le loyer est libre.', [
  { sequence: 1, summary: 'Le loyer est libre.' },
])

export const makeVersionsDouble = (
  change: (events: ArticleEvent[]) => ArticleEvent[] = (all) => all,
) => {
  const texts: Texts = new Map()
  const events = change([
    published(FIRST, texts, '1.0.0'),
    validity('1.0.0', null, '2019-12-31'),
    flagged('encoding_suspect', 'warning'),
    published(SECOND, texts, '2.0.0', { bump: 'major', reasons: ['contentClean changed.'] }),
    validity('2.0.0', '2020-01-01', '2021-12-31'),
    { type: 'IntegrityFlagCleared', data: { code: 'encoding_suspect', headnoteSequence: null } },
    published(THIRD, texts, '3.0.0', { bump: 'major' }),
    validity('3.0.0', '2023-01-01', null),
  ])
  const log = logOf(events.map((event) => ({ of: 'bail', event }))) as StoredArticleEvent[]
  const state: TextState = log.reduce(evolve, NEW_TEXT)
  const { article } = textReadModel(idOf('bail'), state, texts, LOOKUPS)
  const stored: StoredArticle | null = article && {
    id: article.id,
    json: JSON.stringify(article),
    sha256Hash: article.sha256Hash,
    updatedAt: article.updatedAt,
  }
  const versions: VersionSources = {
    stateOf: async () => state,
    factsOf: async (_, types, through) =>
      log.filter(({ type, streamVersion }) => types.includes(type) && streamVersion <= through),
    keptTexts: async (hashes) => new Set(hashes.filter((hash) => texts.has(hash))),
    blobs: { get: async () => texts },
    conceptsOf: async () => new Map(),
  }
  return {
    versions,
    stored,
    slug: FIRST.slug,
    log,
    forget: (text: string) => texts.delete(sha256Hex(text)),
  }
}
