/** What the benchmark needs of an engine. Each peer implements it as its documentation advises. */

export type Passage = {
  /** Counted from 0. */
  readonly id: number
  readonly title: string
  readonly text: string
  readonly jurisdiction: string
  readonly contentType: 'legislation' | 'doctrine'
  /** As YYYY-MM-DD. */
  readonly day: string
}

export type Embedded = { readonly passage: Passage; readonly vector: Float32Array }

/** Days are inclusive. */
export type Filter = {
  readonly jurisdiction: string
  readonly from: string
  readonly to: string
}

export type Question = {
  readonly text: string
  readonly vector: Float32Array
  /** Used by the filtered searches alone. */
  readonly filter: Filter
}

/** A search asks for the ten best passages, under the question's filter or under none. */
export type Asked = { readonly question: Question; readonly filter: Filter | null }

export type Engine = {
  /** Called with 500 passages at a time, in order. */
  readonly add: (passages: readonly Embedded[]) => Promise<void>
  /** Returns when all passages are searchable and the indexes are built. */
  readonly finish: () => Promise<void>
  readonly lexical: (asked: Asked) => Promise<readonly number[]>
  /** null: the engine offers no search by a vector alone. */
  readonly vector: ((asked: Asked) => Promise<readonly number[]>) | null
  readonly hybrid: (asked: Asked) => Promise<readonly number[]>
  /** A lexical search with the number of all its matches; null: the engine gives no such number. */
  readonly total: ((asked: Asked) => Promise<number>) | null
  /** All lexical matches, to hold the total against; null: it can't list them. */
  readonly matches: ((asked: Asked) => Promise<readonly number[]>) | null
  /**
   * Makes its searches by vector look at so many candidates from now on; null: it compares all
   * vectors, or has no such setting.
   */
  readonly widen: ((candidates: number) => Promise<void>) | null
  readonly close: () => Promise<void>
}

export type Place = {
  /** An empty folder for its data. */
  readonly folder: string
  readonly cache: string
  readonly passages: number
  readonly dimensions: number
  readonly model: string
  /** Cosines up to it are chance for this model. */
  readonly floor: number
  readonly say: (line: string) => void
}

export type OpenPeer = (place: Place) => Promise<Engine>

/** Hits that a search returns, candidates of each branch of a hybrid search, constant of RRF. */
export const DEPTH = { hits: 10, candidates: 100, fusion: 60 } as const

/** Reciprocal rank fusion, for engines that leave it to their user. */
export const fuseRanks = (rankings: readonly (readonly number[])[]): number[] => {
  const scores = new Map<number, number>()
  for (const ranking of rankings)
    for (const [index, id] of ranking.entries())
      scores.set(id, (scores.get(id) ?? 0) + 1 / (DEPTH.fusion + index + 1))
  return [...scores]
    .toSorted(([idA, a], [idB, b]) => b - a || idA - idB)
    .slice(0, DEPTH.hits)
    .map(([id]) => id)
}

/** 20240131, for engines without a type for days. */
export const dayNumber = (day: string): number => Number(day.replaceAll('-', ''))
