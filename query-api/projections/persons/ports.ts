/**
 * Magistrates and lawyers as the projector keeps them: identity and office, and for the bench the
 * decisions that name them.
 */
import type { EventData } from '#contracts/events/event.ts'
import type { ArticleId } from '#contracts/ids.ts'

/** An office as it was recorded, each once, in the order of the log. */
export type HeldOffice = Pick<EventData<'PersonRecorded'>, 'office' | 'courtCode' | 'from' | 'to'>

export type StoredPerson = {
  readonly id: string
  readonly name: string
  readonly offices: readonly HeldOffice[]
  readonly streamVersion: number
}

/** A person of the bench named in a decision. */
export type Naming = {
  readonly personId: string
  readonly articleId: ArticleId
  readonly office: string
  readonly day: string | null
}

export type PersonStore = {
  /** Refuses versions that are not newer, row by row. Idempotent. */
  savePersons(generation: number, persons: readonly StoredPerson[]): Promise<void>
  personsOf(generation: number, ids: readonly string[]): Promise<ReadonlyMap<string, StoredPerson>>
  /** Each once. Idempotent. */
  saveNamings(generation: number, namings: readonly Naming[]): Promise<void>
  persons(generation: number): AsyncIterable<{ key: string; document: unknown }>
}
