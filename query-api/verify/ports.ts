import type { VerifiedCitation } from '#contracts/http/verify.ts'
import type { Day, Instant, Position } from '#contracts/ids.ts'

/** A citation of a text, looked up in the corpus. Offsets in UTF-16 units, `end` exclusive. */
export type CheckedCitation = {
  readonly start: number
  readonly end: number
  readonly kind: 'article' | 'act' | 'decision' | 'identifier' | 'gazette'
  readonly status: VerifiedCitation['status']
  readonly code: string
  readonly normalized: readonly string[]
  readonly candidates: VerifiedCitation['candidates']
}

/** Finds the citations of a text and says which of them exist in the corpus on a day. */
export type CitationChecker = {
  /** In order; at most `max` are looked up, the others have status 429. */
  check(
    text: string,
    options: {
      readonly asOf: Day
      readonly max: number
      /** The state that the candidates are of. */
      readonly state: ReadState
    },
  ): Promise<readonly CheckedCitation[]>
}

/** Which build of the read models answers, and up to which event. */
export type ReadState = {
  readonly position: Position
  /** null: the texts come from no generation. */
  readonly generation: number | null
  /** When that generation was begun. */
  readonly builtAt: Instant | null
}
export type StateReader = () => Promise<ReadState>
