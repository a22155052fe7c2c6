/** Ports of the account area, in addition to accounts and keys. */
import type { Instant } from '#contracts/ids.ts'
import type { Operation } from '#contracts/tariff.ts'
import type { User } from '../accounts/ports.ts'
import type { UsageOfDay } from '../billing/ports.ts'

export type Sessions = {
  /**
   * Opens a session that lasts `lifetimeSeconds` at most, unless the password of the user has
   * changed; beyond `sessionsMax`, the oldest sessions of the user end.
   */
  open(session: {
    readonly tokenHash: Uint8Array
    readonly userId: string
    /** Of the password that was given, as it was stored. */
    readonly passwordHash: string
    readonly lifetimeSeconds: number
    readonly sessionsMax: number
  }): Promise<void>
  /**
   * The user of a session, or null if it is unknown, expired or unused for `idleSeconds`. Counts as
   * use.
   */
  find(tokenHash: Uint8Array, idleSeconds: number): Promise<User | null>
  /** Idempotent. */
  close(tokenHash: Uint8Array): Promise<void>
}

/** A calendar month in UTC, `YYYY-MM`. */
export type Month = string

/** A charge of the ledger. */
export type LedgerCharge = {
  readonly usageId: string
  readonly at: Instant
  readonly keyId: string
  readonly operation: Operation
  readonly microUsd: number
  /** What the account spent in the month before this charge. */
  readonly spendBeforeMicroUsd: number
}

/** Reads the ledger of one account. */
export type AccountCharges = {
  /** By day, then operation. */
  byDay(accountId: string, month: Month): Promise<readonly UsageOfDay[]>
  /** Oldest first, read in bounded pages. */
  charges(accountId: string, month: Month): AsyncIterable<LedgerCharge>
}
