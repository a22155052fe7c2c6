import type { Scanned, Vectors } from './vectors.ts'
import { type Ranking, type TieOrder, Top } from './top.ts'

/** What the codes say of each scanned entry: bounds of the similarity of its best passage. */
type EntryBounds = { readonly upper: Float32Array; readonly lower: Float32Array }

const boundsOfEntries = ({ count, starts, bounds }: Scanned): EntryBounds => {
  const upper = new Float32Array(count)
  const lower = new Float32Array(count)
  let at = 0
  for (let n = 0; n < count; n++) {
    const end = 2 * (starts[n + 1] ?? 0)
    let most = bounds[at] ?? 0
    let least = bounds[at + 1] ?? 0
    for (at += 2; at < end; at += 2) {
      const rowUpper = bounds[at] ?? 0
      const rowLower = bounds[at + 1] ?? 0
      if (rowUpper > most) most = rowUpper
      if (rowLower > least) least = rowLower
    }
    upper[n] = most
    lower[n] = least
  }
  return { upper, lower }
}

/** A similarity that `depth` entries are sure to reach; -Infinity where there are fewer. */
const surelyReached = ({ lower }: EntryBounds, depth: number): number => {
  const top = new Top(Math.min(depth, lower.length + 1), () => false)
  for (let n = 0; n < lower.length; n++) top.offer(lower[n] ?? 0, n)
  return top.threshold()
}

/** Lists the rows of an entry that may be its best one. */
const listDoubtful = (scanned: Scanned, n: number, atLeast: number, rows: number[]): void => {
  const end = scanned.starts[n + 1] ?? 0
  for (let row = scanned.starts[n] ?? 0; row < end; row++)
    if ((scanned.bounds[2 * row] ?? 0) >= atLeast) rows.push(row)
}

type Search = {
  readonly vectors: Vectors
  /** At unit length. */
  readonly query: Float32Array
  readonly depth: number
  readonly floor: number
  readonly before: TieOrder
}

/** Computes the true similarity of each entry's best passage and offers it. */
const settle = (
  search: Search,
  scanned: Scanned,
  chosen: readonly number[],
  bounds: EntryBounds,
  top: Top,
): void => {
  const rows: number[] = []
  const ends = chosen.map((n) => {
    listDoubtful(scanned, n, bounds.lower[n] ?? -Infinity, rows)
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
 * The `depth` entries whose best passage is most similar to the query, above the floor: exactly those that a scan of the
 * f32 vectors would give. Entries whose codes put them among the best are computed first; the last of these then says
 * which others can still make it.
 */
export const nearest = (search: Search, scanned: Scanned): Ranking => {
  const bounds = boundsOfEntries(scanned)
  const reached = surelyReached(bounds, search.depth)
  const top = new Top(Math.min(search.depth, scanned.count), search.before)
  const likely: number[] = []
  const possible: number[] = []
  for (let n = 0; n < scanned.count; n++) {
    const most = bounds.upper[n] ?? 0
    if (most < reached || most <= search.floor) continue
    if ((bounds.lower[n] ?? 0) >= reached && likely.length < search.depth) likely.push(n)
    else possible.push(n)
  }
  settle(search, scanned, likely, bounds, top)
  const needed = top.threshold()
  settle(
    search,
    scanned,
    possible.filter((n) => (bounds.upper[n] ?? 0) >= needed),
    bounds,
    top,
  )
  return top.ranking()
}
