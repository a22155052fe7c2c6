/** The colours of many points, from scratch or after a change. */
import type { Colour, PointFacts } from './colour.ts'
import { colourWithSupports, treatedColour } from './colour.ts'
import type { PointKey } from '#contracts/law/treatment-log.ts'

/**
 * Points by key, and what each relies on. A support that is not among the points counts as having
 * no colour.
 */
export type CitatorGraph = {
  readonly points: ReadonlyMap<PointKey, PointFacts>
  readonly reliesOn: ReadonlyMap<PointKey, readonly PointKey[]>
}

const NONE: readonly PointKey[] = []

/**
 * Answers the colour of a point in a graph; what it works out on the way is kept for the next
 * question.
 */
const makePainter = ({ points, reliesOn }: CitatorGraph) => {
  const kept = { treated: new Map<PointKey, Colour | null>(), relying: new Map<PointKey, Colour>() }
  const treated = (key: PointKey): Colour | null => {
    const known = kept.treated.get(key)
    if (known !== undefined) return known
    const facts = points.get(key)
    const colour = facts === undefined ? null : treatedColour(facts)
    kept.treated.set(key, colour)
    return colour
  }
  /** With the reds that a point relies on, but nothing further: the orange that may carry on. */
  const relying = (key: PointKey): Colour | null => {
    const facts = points.get(key)
    if (facts === undefined) return null
    const known = kept.relying.get(key)
    if (known !== undefined) return known
    const supports = reliesOn.get(key) ?? NONE
    const colour = colourWithSupports(
      facts,
      supports.map((support) => ({ treated: treated(support), relying: null })),
    )
    kept.relying.set(key, colour)
    return colour
  }
  return (key: PointKey, facts: PointFacts): Colour => {
    const supports = reliesOn.get(key) ?? NONE
    if (supports.length === 0) return treated(key) ?? colourWithSupports(facts, [])
    return colourWithSupports(
      facts,
      supports.map((support) => ({ treated: treated(support), relying: relying(support) })),
    )
  }
}

/** Every colour, from scratch. Time grows with points, treatments and reliances alone. */
export const paintAll = (graph: CitatorGraph): Map<PointKey, Colour> => {
  const paint = makePainter(graph)
  const colours = new Map<PointKey, Colour>()
  for (const [key, facts] of graph.points) colours.set(key, paint(key, facts))
  return colours
}

/** Reliance the other way round: who relies on a point. */
export const reliedOnBy = (
  reliesOn: ReadonlyMap<PointKey, readonly PointKey[]>,
): Map<PointKey, PointKey[]> => {
  const back = new Map<PointKey, PointKey[]>()
  for (const [from, supports] of reliesOn) {
    for (const to of supports) {
      const list = back.get(to)
      if (list === undefined) back.set(to, [from])
      else list.push(from)
    }
  }
  return back
}

/**
 * The points whose colour a change at these points can reach: two steps of reliance back, no
 * further (rules 2d and 3).
 */
export const reachedBy = (
  changed: Iterable<PointKey>,
  dependents: (key: PointKey) => readonly PointKey[],
): Set<PointKey> => {
  const first = new Set(changed)
  const second = new Set([...first].flatMap((key) => dependents(key)))
  const third = [...second].flatMap((key) => dependents(key))
  return new Set([...first, ...second, ...third])
}

/**
 * The colours of these points alone, in the graph as it is now. Points that it lacks are left out.
 */
export const paintSome = (graph: CitatorGraph, keys: Iterable<PointKey>): Map<PointKey, Colour> => {
  const paint = makePainter(graph)
  const colours = new Map<PointKey, Colour>()
  for (const key of keys) {
    const facts = graph.points.get(key)
    if (facts !== undefined) colours.set(key, paint(key, facts))
  }
  return colours
}
