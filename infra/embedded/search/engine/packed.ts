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

/** Makes each row an object, in one step: a search makes a thousand of them. */
const rowsOf = <Row>(
  { entries, kinds, slugs, sequences }: PackedEntries,
  make: (entry: number, kind: RankedEntry['kind'], slug: Slug, sequence: number, at: number) => Row,
): Row[] => {
  const names = slugs.split('\n')
  return Array.from(entries, (entry, at) =>
    make(
      entry,
      KINDS[kinds[at] ?? 0] ?? 'article',
      (names[at] ?? '') as Slug,
      sequences[at] ?? 0,
      at,
    ),
  )
}

const rankedEntries = (packed: PackedEntries): RankedEntry[] =>
  rowsOf(packed, (entry, kind, slug, sequence) => ({ entry, kind, slug, sequence }))

const lexicalHits = ({ scores, rare, shares, ...entries }: PackedAnswer['lexical']) => {
  const hits = rowsOf(entries, (entry, kind, slug, sequence, at) => ({
    entry,
    kind,
    slug,
    sequence,
    score: scores[at] ?? 0,
    rare: rare[at] ?? 0,
  }))
  return shares === null ? hits : hits.map((hit, at) => ({ ...hit, shares: shares[at] ?? [] }))
}

const semanticHits = ({ semantic, matchesLexically }: PackedAnswer): IndexAnswer['semantic'] =>
  rowsOf(semantic, (entry, kind, slug, sequence, at) => ({
    entry,
    kind,
    slug,
    sequence,
    similarity: semantic.scores[at] ?? 0,
    matchesLexically: matchesLexically[at] === 1,
  }))

export const unpackAnswer = (answer: PackedAnswer): IndexAnswer => ({
  position: answer.position,
  lexical: lexicalHits(answer.lexical),
  lexicalTotal: answer.lexicalTotal,
  named: answer.named,
  rarity: answer.rarity,
  unheld: answer.unheld,
  semantic: semanticHits(answer),
  ...(answer.sorted === undefined ? {} : { sorted: rankedEntries(answer.sorted) }),
  ...(answer.texts === undefined ? {} : { texts: answer.texts }),
  ...(answer.facets === undefined ? {} : { facets: answer.facets }),
})

export const unpackBrowse = (answer: PackedBrowse): BrowseAnswer => ({
  ...answer,
  entries: rankedEntries(answer.entries),
})
