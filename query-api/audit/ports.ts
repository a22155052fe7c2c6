import type { Act, ActKind, AuditRow } from '#contracts/audit.ts'

/**
 * A read that is served only if it is recorded: `read` and the acts made of its answer share one
 * transaction, so a fault in either gives neither. `Source` is what can be read in that
 * transaction. Throws what the source throws.
 */
export type AuditedRead<Source> = <T>(
  read: (source: Source) => Promise<T>,
  actsOf: (answer: T) => readonly Act[],
) => Promise<T>

export type AuditQuery = {
  /** Milliseconds since 1970, inclusive; null: from the beginning. */
  readonly sinceMs: number | null
  /** null: all. */
  readonly kind: ActKind | null
}

export type AuditTrail = {
  record(act: Act): Promise<void>
  /** Oldest first, in bounded pages. */
  list(query: AuditQuery): AsyncIterable<AuditRow>
}
