import type { SearchHit } from '#contracts/http/search.ts'
import type { EntryDisplay } from '../ports.ts'
import { highlight } from './highlight.ts'

const sharedMembers = (display: EntryDisplay, score: number) => ({
  score,
  slug: display.slug,
  title: display.title,
  abstract: display.abstract,
  jurisdiction: display.jurisdiction,
  contentType: display.contentType,
  publishedAt: display.publishedAt,
  version: display.version,
  sha256Hash: display.sha256Hash,
  statusFlag: display.statusFlag,
})

/**
 * A hit as it is returned: an article, or a headnote with its snippet, which carries its article's
 * slug and title.
 */
export const hitOf = (
  display: EntryDisplay,
  score: number,
  queryTerms: ReadonlySet<string>,
): SearchHit => {
  const shared = sharedMembers(display, score)
  const { headnote } = display
  if (headnote === null) return { type: 'article', ...shared }
  return {
    type: 'headnote',
    headnoteId: headnote.headnoteId,
    articleSlug: display.slug,
    articleTitle: display.title,
    sequence: headnote.sequence,
    summary: headnote.summary,
    snippet: highlight(headnote.summary, queryTerms),
    legalRuleType: headnote.legalRuleType,
    ...shared,
  }
}
