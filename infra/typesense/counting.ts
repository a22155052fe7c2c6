/**
 * Counts and sorts whole results: what the engine finds by words, and what is only near a query.
 */
import { FACET_VALUES_MAX } from '#contracts/search/parameters.ts'
import type { FacetCounts, FacetField, FieldCounts } from '#query-api/ports.ts'
import { byName, compareText, type Named } from './order.ts'
import type { PlainOrder } from './queries.ts'
import { passageTagField, tagField } from './schema.ts'
import type { Answer } from './server.ts'
import { decodeToken } from './tokens.ts'

/** A row with the members that it is sorted and counted by. */
export type CountedRow = Readonly<Record<string, unknown>>

const numberIn = (row: CountedRow, member: string): number => Number(row[member] ?? 0)

/** Higher comes first. */
const keyOf = (row: CountedRow, order: PlainOrder): number => {
  switch (order) {
    case 'date':
      return numberIn(row, 'date')
    case 'date_asc':
      return -numberIn(row, 'day_asc')
    case 'authority':
      return numberIn(row, 'weight')
    default:
      return order satisfies never
  }
}

type Placed<T extends Named> = { readonly row: CountedRow; readonly candidate: T }

/** Each hit once, in an order; ties by name. */
export const sortedHits = <T extends Named>(
  hits: readonly Placed<T>[],
  order: PlainOrder,
  depth: number,
): T[] => {
  const once = new Map(hits.map((hit) => [hit.candidate.document, hit]))
  return [...once.values()]
    .toSorted(
      (one, other) =>
        keyOf(other.row, order) - keyOf(one.row, order) || byName(one.candidate, other.candidate),
    )
    .slice(0, depth)
    .map(({ candidate }) => candidate)
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

export const textOfRow = ({ text }: CountedRow): string => (typeof text === 'string' ? text : '')

/** The values of a field in a row of a passage, as tokens. */
const tokensOfPassage = (row: CountedRow, field: FacetField): string[] =>
  textsIn(row[passageTagField(field)])
/** The same of a row of a hit. */
const tokensOfHit = (row: CountedRow, field: FacetField): string[] => textsIn(row[tagField(field)])

/** The text and the value together, to count each text once for each of its values. */
const pair = (row: CountedRow, token: string): string => `${textOfRow(row)} ${token}`

const add = (counts: Map<string, number>, token: string, count: number): void => {
  counts.set(token, (counts.get(token) ?? 0) + count)
}

const listed = (counts: ReadonlyMap<string, number>): FieldCounts => {
  const sorted = [...counts]
    .flatMap(([token, count]) => {
      const value = decodeToken(token)
      return value === null ? [] : [{ value, count }]
    })
    .toSorted((one, other) => other.count - one.count || compareText(one.value, other.value))
  return {
    values: sorted.slice(0, FACET_VALUES_MAX),
    others: sorted.slice(FACET_VALUES_MAX).reduce((sum, { count }) => sum + count, 0),
  }
}

/** What is near a query and does not match by words, and what its texts have beside it. */
export type Beyond = {
  /** Rows of passages, one for each hit. */
  readonly near: readonly CountedRow[]
  /** Rows of hits that match by words, of the same texts; only where texts are counted. */
  readonly kin: readonly CountedRow[]
}

/** The counts of a field: those of the engine, and what is only near. */
export const fieldCounts = (
  field: FacetField,
  answer: Answer | null | undefined,
  { near, kin }: Beyond,
  byText: boolean,
): FieldCounts => {
  const counts = new Map<string, number>()
  for (const { value, count } of answer?.facet_counts?.[0]?.counts ?? []) add(counts, value, count)
  const seen = new Set(kin.flatMap((row) => tokensOfHit(row, field).map((one) => pair(row, one))))
  for (const row of near)
    for (const token of new Set(tokensOfPassage(row, field))) {
      if (byText && seen.has(pair(row, token))) continue
      seen.add(pair(row, token))
      add(counts, token, 1)
    }
  return listed(counts)
}

/** How many texts a result has: those of the engine, and those that are only near. */
export const textCount = (answer: Answer | null | undefined, { near, kin }: Beyond): number => {
  const matched = new Set(kin.map(textOfRow))
  const others = new Set(near.map(textOfRow))
  return (answer?.found ?? 0) + others.difference(matched).size
}

export const facetCounts = (fields: readonly (readonly [FacetField, FieldCounts])[]): FacetCounts =>
  Object.fromEntries(fields)
