import type { DecisionHead, ProvisionHead } from '#contracts/http/browse.ts'
import type { ArticleId, Day, Slug } from '#contracts/ids.ts'
import type { Jurisdiction } from '#contracts/vocabulary/texts.ts'
import type { Generation } from '../../ports.ts'
import type { ProjectionRows, Write } from '../ports.ts'

/** Where a text is found by browsing. */
export type Place =
  | { readonly court: string; readonly day: Day | null; readonly head: DecisionHead }
  | {
      readonly work: string
      readonly workName: string
      readonly jurisdiction: Jurisdiction | null
      readonly section: readonly string[]
      /** Sorts by code unit. */
      readonly numberKey: string
      readonly head: ProvisionHead
    }

export type StoredPlace = {
  readonly articleId: ArticleId
  readonly streamVersion: number
  readonly slug: Slug | null
  /** null: the text is not public, or has no place. */
  readonly place: Place | null
}

/** The places of texts, by generation. */
export type PlaceTables = ProjectionRows & {
  /** Leaves the row of a newer revision alone. */
  write(generation: Generation, places: readonly StoredPlace[]): Write
}
