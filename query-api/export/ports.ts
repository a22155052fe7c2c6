import type { ScanSources } from '../scan/ports.ts'
import type { NarrowerConcepts } from '../search/ports.ts'

/** What an export reads. */
export type ExportSources = ScanSources & {
  /** Without it a concept matches alone. */
  readonly concepts?: NarrowerConcepts
}
