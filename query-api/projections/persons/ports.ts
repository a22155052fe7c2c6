/**
 * Magistrates and lawyers as the projector stores them: identity and office, and for judges the
 * decisions that name them.
 */
import type { EventData } from '#contracts/events/event.ts'
import type { ArticleId } from '#contracts/ids.ts'
import type { Generation } from '../../ports.ts'
import type { ProjectionRows } from '../ports.ts'

/** An office as it was recorded, each once, in the order of the log. */
export type HeldOffice = Pick<EventData<'PersonRecorded'>, 'office' | 'courtCode' | 'from' | 'to'>

/** Without name and offices: the person was erased. */
export type StoredPerson = {
  readonly id: string
  readonly name: string
  readonly offices: readonly HeldOffice[]
  readonly streamVersion: number
}

/** A judge named in a decision. */
export type Naming = {
  readonly personId: string
  readonly articleId: ArticleId
  readonly office: string
  readonly day: string | null
}

export type PersonTables = ProjectionRows & {
  /** Leaves a person of the same or a newer version alone. */
  savePersons(generation: Generation, persons: readonly StoredPerson[]): Promise<void>
  get(generation: Generation, ids: readonly string[]): Promise<ReadonlyMap<string, StoredPerson>>
  /** Keeps each naming once. */
  saveNamings(generation: Generation, namings: readonly Naming[]): Promise<void>
  /** Removes all namings of these persons. */
  removeNamings(generation: Generation, ids: readonly string[]): Promise<void>
}
