import type { Scanned, VectorColumn } from './vectors.ts'
import { type Ranking, type TieOrder, Top } from './top.ts'

/** Bounds on the similarity of an entry's best passage. */
const upperOf = ({ best }: Scanned, n: number): number => best[2 * n] ?? 0
const lowerOf = ({ best }: Scanned, n: number): number => best[2 * n + 1] ?? 0

/** A similarity that at least `depth` entries reach; -Infinity if there are fewer entries. */
const surelyReached = (scanned: Scanned, depth: number): number => {
  const top = new Top(Math.min(depth, scanned.count + 1), () => false)
  for (let n = 0; n < scanned.count; n++) top.offer(lowerOf(scanned, n), n)
  return top.threshold()
}

/** Lists the rows of an entry that may be its best ones. */
const listDoubtful = (scanned: Scanned, n: number, atLeast: number, rows: number[]): void => {
  const end = scanned.starts[n + 1] ?? 0
  for (let row = scanned.starts[n] ?? 0; row < end; row++)
    if ((scanned.bounds[2 * row] ?? 0) >= atLeast) rows.push(row)
}

type Search = {
  readonly vectors: VectorColumn
  /** At unit length. */
  readonly query: Float32Array
  readonly depth: number
  readonly floor: number
  readonly before: TieOrder
}

/** Computes the exact similarity of each entry's best passage and offers it. */
const settle = (search: Search, scanned: Scanned, chosen: readonly number[], top: Top): void => {
  const rows: number[] = []
  const ends = chosen.map((n) => {
    listDoubtful(scanned, n, lowerOf(scanned, n), rows)
    return rows.length
  })
  const similarities = search.vectors.similarities(search.query, rows)
  let row = 0
  for (const [index, n] of chosen.entries()) {
    let best = -Infinity
    for (const end = ends[index] ?? 0; row < end; row++)
      best = Math.max(best, similarities[row] ?? best)
    if (best > search.floor) top.offer(best, scanned.slots[n] ?? 0)
  }
}

/**
 * Finds the `depth` entries whose best passage is most similar to the query, above the floor:
 * exactly those that a scan of the f32 vectors would find. It first computes the entries that rank
 * highest by their codes; the lowest exact similarity among them then decides which others can
 * still qualify.
 */
export const nearest = (search: Search, scanned: Scanned): Ranking => {
  const reached = surelyReached(scanned, search.depth)
  const top = new Top(Math.min(search.depth, scanned.count), search.before)
  const likely: number[] = []
  const possible: number[] = []
  for (let n = 0; n < scanned.count; n++) {
    const upper = upperOf(scanned, n)
    if (upper < reached || upper <= search.floor) continue
    if (lowerOf(scanned, n) >= reached && likely.length < search.depth) likely.push(n)
    else possible.push(n)
  }
  settle(search, scanned, likely, top)
  const needed = top.threshold()
  settle(
    search,
    scanned,
    possible.filter((n) => upperOf(scanned, n) >= needed),
    top,
  )
  return top.ranking()
}
