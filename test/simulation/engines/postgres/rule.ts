/** The shape of a rule: what the simulated PostgreSQL does for one statement. */
import type { Row, View } from './tables.ts'

/** What a statement may use of the server beside the tables. */
export type ServerSide = {
  /** Milliseconds since 1970, by the clock of the server. */
  clock(): number
  /** Announces on a channel when the transaction commits. */
  notify(channel: string, payload: string): void
  /** Commits without waiting for the disk. */
  dontWaitForDisk(): void
  /** A row order that no statement may rely on. */
  anyOrder(rows: readonly Row[]): Row[]
}

/** Rows, or how many rows it changed. */
export type Outcome = readonly Row[] | number

export type StatementRule = {
  readonly run: (db: View, values: never, server: ServerSide) => Outcome
  /** Rows that it locks until the end of its transaction. */
  readonly locks?: (values: never) => readonly string[]
}
