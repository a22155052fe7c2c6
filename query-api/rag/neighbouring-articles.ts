/**
 * Articles of one act that stand near each other. A code deals with a matter in adjacent articles
 * and opens with the principle: where a search finds several of them, the matter is theirs, and the
 * first one states its rule. Pure.
 */
import type { Article } from '#contracts/http/article.ts'
import { articleNumber } from '#contracts/law/citations/article-number.ts'

/** How an article is numbered: `l1225-37` is of the series `l`, with the numbers 1225 and 37. */
type Place = {
  readonly work: string
  readonly series: string
  readonly numbers: readonly number[]
}

/** What an article has of its neighbours among the texts found. */
export type Neighbourhood = {
  /** How many of them were found and how high, 0 to 1. */
  readonly neighbours: number
  /** Whether it has some and comes before all of them. */
  readonly opens: boolean
}

export const ALONE: Neighbourhood = { neighbours: 0, opens: false }

const NUMBERED = /^(\D*)(\d+)(?:-(\d+))?/u

const placeOf = ({ provision }: Article): Place | null => {
  if (provision?.number == null) return null
  const found = NUMBERED.exec(articleNumber(provision.number) ?? '')
  if (found === null) return null
  const [, series = '', first, second] = found
  const numbers = [first, second].flatMap((one) => (one === undefined ? [] : [Number(one)]))
  return { work: provision.work, series, numbers }
}

/** Articles that are so far apart by their numbers belong to one matter. */
const APART_MAX = 3

const areNear = (one: Place, other: Place): boolean => {
  if (one.work !== other.work || one.series !== other.series) return false
  const [first = 0, second] = one.numbers
  const [otherFirst = 0, otherSecond] = other.numbers
  return second === undefined || otherSecond === undefined
    ? Math.abs(first - otherFirst) <= APART_MAX
    : first === otherFirst && Math.abs(second - otherSecond) <= APART_MAX
}

const isBefore = (one: Place, other: Place): boolean => {
  const [first = 0, second = 0] = one.numbers
  const [otherFirst = 0, otherSecond = 0] = other.numbers
  return first === otherFirst ? second < otherSecond : first < otherFirst
}

/** Places that are near each other, directly or by others between them; by their indexes. */
const groupsOf = (places: readonly (Place | null)[]): number[][] => {
  const groups: number[][] = []
  const grouped = new Set<number>()
  for (const [start, place] of places.entries()) {
    if (place === null || grouped.has(start)) continue
    const group = [start]
    grouped.add(start)
    for (const at of group) {
      const one = places[at]
      for (const [next, other] of places.entries())
        if (one != null && other !== null && !grouped.has(next) && areNear(one, other)) {
          grouped.add(next)
          group.push(next)
        }
    }
    groups.push(group)
  }
  return groups
}

/** What a text adds that was found in this place, from 0. */
const weightOf = (rank: number): number => 1 / Math.sqrt(1 + rank)
/** All neighbours of an article rarely weigh more. */
const WEIGHT_MAX = 4

/** The neighbourhood of each text, in their order, which is that of the search. */
export const neighbourhoodsOf = (articles: readonly Article[]): Neighbourhood[] => {
  const places = articles.map(placeOf)
  const found: Neighbourhood[] = articles.map(() => ALONE)
  for (const group of groupsOf(places)) {
    const weight = group.reduce((sum, at) => sum + weightOf(at), 0)
    for (const at of group) {
      const own = places[at]
      const isFirst = group.every((other) => {
        const place = places[other]
        return other === at || own == null || place == null || isBefore(own, place)
      })
      found[at] = {
        neighbours: Math.min(1, (weight - weightOf(at)) / WEIGHT_MAX),
        opens: group.length > 1 && isFirst,
      }
    }
  }
  return found
}
