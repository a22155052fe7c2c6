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
