import type { DecisionHead, ProvisionHead } from '#contracts/http/browse.ts'
import type { Day, Position } from '#contracts/ids.ts'
import type { Jurisdiction } from '#contracts/vocabulary/texts.ts'

type At<T> = T & { readonly position: Position }
type Page<T> = At<{ readonly total: number; readonly heads: readonly T[] }>
type Bounds = { readonly limit: number; readonly offset: number }

export type CourtCount = {
  readonly court: string
  readonly texts: number
  readonly from: Day | null
  readonly to: Day | null
}
export type WorkCount = {
  readonly work: string
  /** As the texts write it. */
  readonly name: string
  readonly jurisdiction: Jurisdiction | null
  readonly texts: number
}

/** Reads what can be browsed, always of the live generation. */
export type BrowseReader = {
  courts(): Promise<At<{ readonly courts: readonly CourtCount[] }>>
  /** The latest year first; 0: no day is known. */
  years(
    court: string,
  ): Promise<At<{ readonly years: readonly { readonly year: number; readonly texts: number }[] }>>
  /** The latest first. */
  decisions(court: string, year: number, bounds: Bounds): Promise<Page<DecisionHead>>
  works(): Promise<At<{ readonly works: readonly WorkCount[] }>>
  /** Headings above the provisions of a work, with how many are right below, in legal order. */
  sections(
    work: string,
  ): Promise<readonly { readonly path: readonly string[]; readonly texts: number }[]>
  /** Provisions below these headings, in legal order; an empty path: all. */
  provisions(work: string, path: readonly string[], bounds: Bounds): Promise<Page<ProvisionHead>>
}
