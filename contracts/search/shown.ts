import type { ArticleId, Day, Sha256Hex, Slug } from '../ids.ts'
import type { HitDisplay, IndexedPassage, Interval, SearchDocument } from './document.ts'

/** What an index keeps of an entry to show it, whatever the query. */
export type ShownEntry = HitDisplay & {
  readonly slug: Slug
  readonly articleId: ArticleId
  /** Of the wording, ascending; empty: no source says. */
  readonly validity: readonly Interval[]
  /** The day that filters use; null: unknown. */
  readonly date: Day | null
  /** Names that a citation of a query resolves to; none for a headnote. */
  readonly identifiers: readonly string[]
  /** The key of `contentClean` among the blobs. */
  readonly contentSha256: Sha256Hex
  /** Slices of `contentClean` in order; empty for a headnote, and until the text is embedded. */
  readonly passages: readonly Omit<IndexedPassage, 'textSha256'>[]
}

/** An older document, which is there until its index is built anew, lacks the later members. */
export const shownOf = ({
  kind,
  display,
  slug,
  articleId,
  validity,
  date,
  identifiers,
  contentSha256,
  passages,
}: SearchDocument): ShownEntry => ({
  ...display,
  slug,
  articleId,
  validity,
  date,
  identifiers,
  contentSha256,
  passages:
    kind === 'headnote'
      ? []
      : passages.map(({ ordinal, start, end, heading }) => ({
          ordinal,
          start,
          end,
          heading: heading ?? null,
        })),
})
