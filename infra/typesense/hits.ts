/** Parses the server's answers into our rows. */
import type { Named } from './order.ts'
import type { Candidate } from './rank.ts'
import type { Answer, Entry, Hit } from './server.ts'

// We wrote these rows from parsed documents: only the envelope, which comes from outside, is
// parsed.
export type HitRow = Omit<Candidate, 'kind' | 'named' | 'change'> & {
  readonly kind: 0 | 1
  readonly from: number
  readonly names?: readonly string[]
  readonly date?: number
}

export const rowOf = ({ document }: Hit): HitRow => document as HitRow

export const hitsOf = (answers: readonly (Answer | null)[]): Hit[] =>
  answers.flatMap((answer) => answer?.hits ?? [])

export const named = (row: HitRow): Named & { change: number } => ({
  document: row.document,
  kind: row.kind === 0 ? 'article' : 'headnote',
  slug: row.slug,
  sequence: row.sequence,
  change: row.from,
})

export const candidateOf = (row: HitRow, names: ReadonlySet<string>): Candidate => ({
  ...named(row),
  counts: row.counts,
  titleLength: row.titleLength,
  bodyLength: row.bodyLength,
  named: (row.names ?? []).some((name) => names.has(name)),
})

export const uniqueRows = (hits: readonly Hit[]): HitRow[] => [
  ...new Map(hits.map((hit) => [rowOf(hit).document, rowOf(hit)])).values(),
]

/** Splits a list of answers into those of each list of entries, in order. */
export const dealt = (
  answers: readonly (Answer | null)[],
  lists: readonly (readonly Entry[])[],
): (Answer | null)[][] => {
  let from = 0
  return lists.map(({ length }) => {
    from += length
    return answers.slice(from - length, from)
  })
}
