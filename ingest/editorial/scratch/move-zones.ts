/** The parts of a ruling after its words were edited. */
import type { JudicialDecision } from '#contracts/decision.ts'
import { hunksBetween } from '#contracts/toolkit/sequence-diff.ts'

type Zones = JudicialDecision['zones']

const startsOf = (lines: readonly string[]): number[] => {
  const starts = [0]
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1)
  return starts
}

/** The beginning of a part, or where it ends. */
type Edge = 'start' | 'end'

/**
 * Moves parts with the lines that they are about, in UTF-16 units. A part whose lines are all gone
 * is gone; of a text that was rewritten in too many places none is left, because a heading above
 * the wrong words is worse than none.
 */
export const moveZones = (zones: Zones, old: string, next: string): Zones => {
  if (zones.length === 0 || old === next) return zones
  const [oldLines, nextLines] = [old.split('\n'), next.split('\n')]
  const hunks = hunksBetween(oldLines, nextLines)
  if (hunks === null) return []
  const [oldStarts, nextStarts] = [startsOf(oldLines), startsOf(nextLines)]
  const placeOf = (place: number, edge: Edge): number => {
    let moved = 0
    for (const { oldFrom, oldTo, nextFrom, nextTo } of hunks) {
      const [from, to] = [oldStarts[oldFrom] ?? 0, oldStarts[oldTo] ?? 0]
      if (edge === 'start' ? place < from : place <= from) break
      const isWithin = edge === 'start' ? place < to || place === from : place <= to
      if (!isWithin) {
        moved = (nextStarts[nextTo] ?? 0) - to
        continue
      }
      // As many lines as before: each stands for the one in its place.
      const isSameCount = oldTo - oldFrom === nextTo - nextFrom
      const line = oldStarts.findLastIndex((at) => (edge === 'start' ? at <= place : at < place))
      const last = edge === 'start' ? nextFrom : nextTo
      const at = isSameCount ? nextFrom + line - oldFrom + (edge === 'start' ? 0 : 1) : last
      return nextStarts[at] ?? 0
    }
    return place + moved
  }
  const endOf = (end: number): number => Math.min(next.length, placeOf(end, 'end'))
  return zones
    .map(({ name, start, end }) => ({ name, start: placeOf(start, 'start'), end: endOf(end) }))
    .filter(({ start, end }) => start < end)
}
