import type { ArticleId, Day, Sha256Hex, Slug } from '../ids.ts'
import type { HitDisplay, IndexedPassage, Interval, SearchDocument, Tags } from './document.ts'

/** What an index keeps of an entry to show it, whatever the query. */
export type ShownEntry = HitDisplay & {
  readonly slug: Slug
  readonly articleId: ArticleId
  /** Of the text, a language tag. */
  readonly language: string
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

const REGION = 2
const SCRIPT = 4
/** `fr-LU` of the tags `fr` and `fr-lu` that filters compare, as texts have their tags. */
const languageOf = ({ languages }: Tags): string =>
  (languages.at(-1) ?? 'und')
    .split('-')
    .map((part, at) => {
      if (at > 0 && part.length === REGION) return part.toUpperCase()
      return at > 0 && part.length === SCRIPT
        ? `${part.charAt(0).toUpperCase()}${part.slice(1)}`
        : part
    })
    .join('-')

/** An older document, which is there until its index is built anew, lacks the later members. */
export const shownOf = ({
  kind,
  display,
  slug,
  articleId,
  tags,
  validity,
  date,
  identifiers,
  contentSha256,
  passages,
}: SearchDocument): ShownEntry => ({
  ...display,
  slug,
  articleId,
  language: languageOf(tags),
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
