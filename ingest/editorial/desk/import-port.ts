/** A port: the import, as the desk runs it. */
import type { Slug } from '#contracts/ids.ts'
import type { SignedPerson } from '#contracts/staff.ts'
import type { SourceRefusal } from '../../sources/source-item.ts'

export type ImportOrder = {
  readonly person: SignedPerson
  readonly folder: string
  /** Members for files that do not state them. */
  readonly members: Readonly<Record<string, unknown>>
  /** Decide everything, record nothing. */
  readonly dryRun: boolean
}

export type ImportReport = {
  /** How many texts there are, and of how many the import writes a draft or would write one. */
  readonly total: number
  readonly drafts: number
  /** The first of them. */
  readonly texts: readonly {
    readonly slug: Slug
    /** Null: it is not known. */
    readonly title: string | null
    readonly isUnchanged: boolean
  }[]
  /** Everything that is wrong, with its file and line. */
  readonly faults: readonly SourceRefusal[]
  readonly notes: readonly SourceRefusal[]
}

export type RunImport = (order: ImportOrder) => Promise<ImportReport>
