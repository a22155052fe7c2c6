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
  /** How many texts there are, and how many of them have a draft or would have one. */
  readonly total: number
  readonly drafts: number
  /** The first of them. */
  readonly texts: readonly { readonly slug: Slug; readonly isUnchanged: boolean }[]
  /** Everything that is wrong, with its file and line. */
  readonly faults: readonly SourceRefusal[]
  readonly notes: readonly SourceRefusal[]
}

export type RunImport = (order: ImportOrder) => Promise<ImportReport>
