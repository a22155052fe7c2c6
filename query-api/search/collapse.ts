/** Folds headnotes under their texts (contracts/conventions/search.md). */
import type { FusedEntry } from './fusion.ts'

/** The hits of one text, in the order of the list. */
export type FoldedText = {
  /** The best one; its score and place are those of the text. */
  readonly best: FusedEntry
  /** null: only headnotes are hits. */
  readonly article: FusedEntry | null
  readonly headnotes: readonly FusedEntry[]
}

/** One entry for each text, in the order of their best hits. */
export const foldTexts = (entries: readonly FusedEntry[]): FoldedText[] =>
  [...Map.groupBy(entries, ({ slug }) => slug).values()].flatMap((hits) => {
    const [best] = hits
    if (best === undefined) return []
    return [
      {
        best,
        article: hits.find(({ kind }) => kind === 'article') ?? null,
        headnotes: hits.filter(({ kind }) => kind === 'headnote'),
      },
    ]
  })
