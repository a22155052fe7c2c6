import type { Position, Slug } from '#contracts/ids.ts'
import type {
  BrowseAnswer,
  FacetCounts,
  IndexAnswer,
  RankedEntry,
  TermShare,
  WordRarity,
} from '#query-api/ports.ts'
import { KINDS } from './entries.ts'

/**
 * Ranked entries in columns: passing thousands of objects between threads would cost more than the
 * search.
 */
export type PackedEntries = {
  readonly entries: Float64Array<ArrayBuffer>
  readonly kinds: Uint8Array<ArrayBuffer>
  /** Joined by line feeds, which no slug contains. */
  readonly slugs: string
  readonly sequences: Int32Array<ArrayBuffer>
}
export type PackedRanking = PackedEntries & { readonly scores: Float64Array<ArrayBuffer> }

type PackedCounts = { readonly texts?: number; readonly facets?: FacetCounts }

export type PackedAnswer = {
  readonly position: Position
  readonly lexical: PackedRanking & {
    readonly rare: Float64Array<ArrayBuffer>
    /** Few queries ask for them, so they are not packed. */
    readonly shares: readonly (readonly TermShare[])[] | null
  }
  readonly lexicalTotal: number
  readonly named: number
  readonly rarity: WordRarity
  readonly unheld: readonly string[]
  readonly semantic: PackedRanking
  readonly matchesLexically: Uint8Array<ArrayBuffer>
  readonly sorted?: PackedEntries
} & PackedCounts

export type PackedBrowse = {
  readonly position: Position
  readonly entries: PackedEntries
  readonly total: number
} & PackedCounts

const rankedEntries = ({ entries, kinds, slugs, sequences }: PackedEntries): RankedEntry[] => {
  const names = slugs.split('\n')
  return Array.from(entries, (entry, index) => ({
    entry,
    kind: KINDS[kinds[index] ?? 0] ?? 'article',
    slug: (names[index] ?? '') as Slug,
    sequence: sequences[index] ?? 0,
  }))
}

export const unpackAnswer = (answer: PackedAnswer): IndexAnswer => ({
  position: answer.position,
  lexical: rankedEntries(answer.lexical).map((entry, index) =>
    Object.assign(entry, {
      score: answer.lexical.scores[index] ?? 0,
      rare: answer.lexical.rare[index] ?? 0,
      ...(answer.lexical.shares === null ? {} : { shares: answer.lexical.shares[index] ?? [] }),
    }),
  ),
  lexicalTotal: answer.lexicalTotal,
  named: answer.named,
  rarity: answer.rarity,
  unheld: answer.unheld,
  semantic: rankedEntries(answer.semantic).map((entry, index) =>
    Object.assign(entry, {
      similarity: answer.semantic.scores[index] ?? 0,
      matchesLexically: answer.matchesLexically[index] === 1,
    }),
  ),
  ...(answer.sorted === undefined ? {} : { sorted: rankedEntries(answer.sorted) }),
  ...(answer.texts === undefined ? {} : { texts: answer.texts }),
  ...(answer.facets === undefined ? {} : { facets: answer.facets }),
})

export const unpackBrowse = (answer: PackedBrowse): BrowseAnswer => ({
  ...answer,
  entries: rankedEntries(answer.entries),
})
