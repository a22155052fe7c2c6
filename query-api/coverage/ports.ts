import type { Coverage, CoverageCount, CoverageSummary } from '#contracts/http/coverage.ts'
import type { Position } from '#contracts/ids.ts'

/** The texts that the live generation holds, counted from one state of the read tables. */
export type CoverageCounts = {
  readonly position: Position
  /** In no particular order; each group has a text. */
  readonly groups: readonly CoverageCount[]
}
export type CoverageCounter = { counts(): Promise<CoverageCounts> }

/** The object of `GET /coverage`: it shows whether a text is not found or not held. */
export type CoverageReader = () => Promise<Coverage>
/** What answers without a finding carry. */
export type CoverageSummaryReader = () => Promise<CoverageSummary>
