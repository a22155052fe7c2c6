/**
 * Ports of the external meter and of the records of its answers. Amounts are integer micro-dollars.
 */

/** A charge of the ledger, as it is sent to the meter. */
export type MeteredCharge = {
  readonly seq: number
  /** The provider's identifier of the event. */
  readonly usageId: string
  readonly accountId: string
  readonly microUsd: number
  /** Whole seconds since 1970, inside the month that the charge belongs to. */
  readonly atSeconds: number
}

export type MeterEvent = {
  readonly identifier: string
  readonly customerId: string
  /** A negative amount corrects a charge that was counted twice. */
  readonly microUsd: number
  readonly atSeconds: number
}

/**
 * `taken`: the provider counted the event. `known`: it already counted an event with this
 * identifier. `refused`: it will never accept this event.
 */
export type MeterOutcome =
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'known' }
  | { readonly outcome: 'refused'; readonly reason: string }

/**
 * A provider's meter that sums. Every function throws Fault `meter-unavailable`, with
 * `retryAfterMs` where the provider said when, `meter-denied` (the key) or `meter-misconfigured`.
 */
export type Meter = {
  send(event: MeterEvent): Promise<MeterOutcome>
  /** Sum of [from, to), whole minutes in seconds since 1970. */
  sum(customerId: string, fromSeconds: number, toSeconds: number): Promise<number>
  /** Idempotent: returns the same customer for the same account. */
  makeCustomer(accountId: string): Promise<string>
}

/** The answer of the meter to one charge. */
export type MeterMark = {
  readonly seq: number
  readonly outcome: 'taken' | 'refused'
  readonly reason: string | null
}

export type MarkedCharge = MeteredCharge & {
  /** null: the meter has not answered yet, or its answer was deleted after `keptDays`. */
  readonly mark: {
    readonly outcome: 'taken' | 'refused'
    readonly reason: string | null
    readonly atMs: number
  } | null
}

export type Correction = {
  readonly identifier: string
  readonly accountId: string
  readonly minuteSeconds: number
  readonly microUsd: number
  readonly madeAtMs: number
  readonly taken: boolean
}

/** `YYYY-MM`, UTC. */
export type Month = string

/**
 * The ledger as the meter's projection reads it, and the projection's own records. Throws the
 * Faults of the store.
 */
export type MeterRecords = {
  /** Every charge at or below it is committed and visible. */
  settledThrough(): Promise<number>
  cursor(): Promise<number>
  /** Never moves back. */
  advance(seq: number): Promise<void>
  /** Charges in (after, through] that have no mark, in ledger order. */
  unmarked(after: number, through: number, limit: number): Promise<readonly MeteredCharge[]>
  /** A later mark replaces an earlier one. */
  mark(marks: readonly MeterMark[]): Promise<void>
  /**
   * Deletes marks of decided charges that are older than `days`, oldest first; returns how many.
   * Looks at most at `limit` marks.
   */
  forget(days: number, limit: number): Promise<number>
  customerOf(accountId: string): Promise<string | null>
  /** Keeps the first customer of an account and returns it. */
  setCustomer(accountId: string, customerId: string): Promise<string>
  /** Accounts with charges in the month, at or below `through`. */
  accounts(month: Month, through: number): Promise<readonly string[]>
  /** The ledger's sums of an account by minute, ascending. */
  minutes(
    accountId: string,
    month: Month,
    through: number,
  ): Promise<readonly { readonly minuteSeconds: number; readonly microUsd: number }[]>
  /** Charges of one minute, in ledger order. */
  chargesOf(
    accountId: string,
    month: Month,
    minuteSeconds: number,
    through: number,
  ): Promise<readonly MarkedCharge[]>
  /** First minute whose charges the provider's sums may not include yet; null: none. */
  firstUnsettled(
    accountId: string,
    month: Month,
    through: number,
    sinceMs: number,
  ): Promise<number | null>
  corrections(accountId: string, month: Month): Promise<readonly Correction[]>
  plan(
    correction: Pick<Correction, 'identifier' | 'accountId' | 'minuteSeconds' | 'microUsd'>,
  ): Promise<void>
  correctionTaken(identifier: string): Promise<void>
  /** Written to the audit table. */
  reconciled(accountId: string, month: Month, microUsd: number): Promise<void>
}

/** One sender at a time, over all processes. */
export type MeterLock = {
  hold<T>(signal: AbortSignal, work: (held: AbortSignal) => Promise<T>): Promise<T>
}

export type MeterDeps = {
  readonly meter: Meter
  readonly records: MeterRecords
  readonly lock: MeterLock
  /** Milliseconds since 1970. */
  readonly clock: () => number
}
