import type { Change, ChangeType } from '#contracts/changes/change.ts'
import type { Position } from '#contracts/ids.ts'
import type { Jurisdiction } from '#contracts/vocabulary/texts.ts'

/** Types combine with jurisdictions; values of one member are alternatives; absent: all. */
export type ChangesFilter = {
  readonly types?: readonly ChangeType[] | undefined
  /** A change without jurisdictions, which is that of a concept, passes none. */
  readonly jurisdictions?: readonly Jurisdiction[] | undefined
}

export type ChangesRequest = ChangesFilter & {
  /** Changes of facts above this position; 0: from the first one. */
  readonly after: Position
  /** Changes at most, from 1. One fact may have more, and is never divided. */
  readonly limit: number
}

export type ChangesPage = {
  /** By position and ordinal, ascending; at least one fact where any is left. */
  readonly changes: readonly Change[]
  /** `after` of the next page: the last fact of a full page, else the head. */
  readonly next: Position
  /** How far the live generation has come: no change above it is known yet. */
  readonly head: Position
}

/**
 * The changes of the live generation. A replay or rollback swaps the generation below the reader:
 * positions and ids stay the same, and the head never moves back.
 */
export type ChangesReader = {
  /** A page; with `after` above the head, an empty one whose `next` is `after`. */
  read(request: ChangesRequest): Promise<ChangesPage>
}

/** Places of changes of texts in the log of the live generation. */
export type ChangePlaces = {
  /** The last position at or below this one that changed a text; null: none did. */
  lastOfTexts(through: Position): Promise<Position | null>
}
