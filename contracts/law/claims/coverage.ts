/** How much of a claim each passage of a source covers, for all passages at once. */
import type { ClaimSource } from './claim-source.ts'

/** The weight of a word: rare words count more. */
export type Weights = (concept: string) => number

/**
 * How much a word counts if only the context of the passage, or only another part of the source,
 * contains it.
 */
export const WORTH = { around: 0.5, elsewhere: 0.1 } as const

/** Neighbouring passages with the same context: indexes, `end` exclusive. */
type Group = { readonly start: number; readonly end: number }

/** Where each concept is: in the words of which passages, and in the context of which groups. */
type ConceptPlaces = {
  readonly own: ReadonlyMap<string, readonly number[]>
  readonly around: ReadonlyMap<string, readonly Group[]>
}

const addTo = <T>(places: Map<string, T[]>, concept: string, place: T): void => {
  const known = places.get(concept)
  if (known === undefined) places.set(concept, [place])
  else known.push(place)
}

const placesIn = ({ units }: ClaimSource): ConceptPlaces => {
  const own = new Map<string, number[]>()
  const around = new Map<string, Group[]>()
  let start = 0
  for (const [index, unit] of units.entries()) {
    for (const concept of unit.concepts) addTo(own, concept, index)
    if (units[index + 1]?.around === unit.around) continue
    for (const concept of unit.around) addTo(around, concept, { start, end: index + 1 })
    start = index + 1
  }
  return { own, around }
}

const known = new WeakMap<ClaimSource, ConceptPlaces>()
const placesOf = (source: ClaimSource): ConceptPlaces => {
  const places = known.get(source) ?? placesIn(source)
  known.set(source, places)
  return places
}

/** Weighted shares of a claim, 0 to 1, by the index of the passage. */
export type Coverages = {
  /** The claim's meaningful words that the passage or its context contains. */
  readonly coverage: Float64Array
  /** The same for the passage without its context. */
  readonly core: Float64Array
}

/**
 * The coverage of a claim by each passage of a source. A concept is looked up once for all of them,
 * so that a long document can be held against long sources.
 */
export const coveragesIn = (
  concepts: ReadonlySet<string>,
  source: ClaimSource,
  weigh: Weights,
): Coverages => {
  const { own, around } = placesOf(source)
  const coverage = new Float64Array(source.units.length)
  const core = new Float64Array(source.units.length)
  const worth = new Float64Array(source.units.length)
  let all = 0
  for (const concept of concepts) {
    const weight = weigh(concept)
    all += weight
    if (!source.concepts.has(concept) && !own.has(concept) && !around.has(concept)) continue
    worth.fill(source.concepts.has(concept) ? weight * WORTH.elsewhere : 0)
    for (const { start, end } of around.get(concept) ?? [])
      worth.fill(weight * WORTH.around, start, end)
    for (const index of own.get(concept) ?? []) {
      worth[index] = weight
      core[index] = (core[index] ?? 0) + weight
    }
    for (let index = 0; index < worth.length; index += 1)
      coverage[index] = (coverage[index] ?? 0) + (worth[index] ?? 0)
  }
  if (all === 0) return { coverage, core }
  for (let index = 0; index < coverage.length; index += 1) {
    coverage[index] = (coverage[index] ?? 0) / all
    core[index] = (core[index] ?? 0) / all
  }
  return { coverage, core }
}

/** The best of many without sorting all; of equal ones the first stay. */
export const bestOf = <T>(
  items: Iterable<T>,
  most: number,
  isBetter: (one: T, other: T) => boolean,
): T[] => {
  const best: T[] = []
  for (const item of items) {
    const last = best.at(-1)
    if (best.length === most && last !== undefined && !isBetter(item, last)) continue
    let low = 0
    let high = best.length
    while (low < high) {
      const middle = (low + high) >> 1
      const other = best[middle]
      if (other !== undefined && isBetter(item, other)) high = middle
      else low = middle + 1
    }
    best.splice(low, 0, item)
    if (best.length > most) best.pop()
  }
  return best
}
