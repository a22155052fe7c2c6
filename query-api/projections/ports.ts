import type { DeadLetterMessage } from '#contracts/events/dead-letter.ts'

/**
 * Where streams that stand still are told of, for whoever watches. The store of read models stays
 * the truth about them.
 */
export type DeadLetterPublisher = {
  /**
   * Resolves once they are kept there. Throws Faults; then any of them may have been told. Twice is
   * no harm: keyed by stream.
   */
  publish(letters: readonly DeadLetterMessage[]): Promise<void>
  close(): Promise<void>
}
