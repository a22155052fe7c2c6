import type { Timing } from './measure.ts'

export const OPERATIONS = ['lexical', 'vector', 'hybrid', 'filtered', 'total'] as const
export type Operation = (typeof OPERATIONS)[number]

export const CLIENTS = [1, 8] as const

export type Row = {
  readonly operation: Operation
  readonly clients: number
  /** A text says why there is no figure. */
  readonly timing: Timing | string
}

/** Peers are also compared at this recall: a graph that misses a tenth is faster for it. */
export const EQUAL_RECALL = 0.99

/** What a peer takes that looks at more candidates, until it finds what it is asked for. */
export type Widened = {
  readonly candidates: number
  readonly recall: number
  readonly rows: readonly Row[]
}

/** What one peer did at one size. */
export type Measured = {
  readonly buildSeconds: number
  readonly diskMb: number
  /** Highest sum over its processes; null where the system does not tell. */
  readonly buildingMb: number | null
  readonly servingMb: number | null
  /** Share of the exact ten best; null: no search by a vector alone. */
  readonly recall: number | null
  readonly recallFiltered: number | null
  readonly totals: { readonly exact: number; readonly checked: number } | null
  readonly rows: readonly Row[]
  /** null: its recall needs no more, or it can't look at more. Absent in runs of before. */
  readonly widened?: Widened | null
}

export type PeerResult = {
  readonly peer: string
  readonly loadBefore: number
  readonly loadAfter: number
} & ({ readonly measured: Measured } | { readonly failed: string })

export type Run = {
  readonly passages: number
  readonly model: string
  readonly dimensions: number
  readonly questions: number
  readonly date: string
  readonly machine: {
    readonly processor: string
    readonly cores: number
    readonly memoryGb: number
    readonly node: string
  }
  readonly secondsEach: number
  readonly peers: readonly PeerResult[]
}
