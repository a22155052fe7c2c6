/** What the account area needs of a store besides accounts and keys. */
import type { Instant } from '#contracts/ids.ts'
import type { Operation } from '#contracts/tariff.ts'
import type { User } from '../accounts/ports.ts'
import type { UsageOfDay } from '../billing/ports.ts'

export type Sessions = {
  /**
   * Opens a session that ends at the latest after `lifetimeSeconds`; beyond `sessionsMax` a
   * person's oldest ones end.
   */
  open(session: {
    readonly tokenHash: Uint8Array
    readonly userId: string
    readonly lifetimeSeconds: number
    readonly sessionsMax: number
  }): Promise<void>
  /** Who is signed in, or null: unknown, over, or unused for `idleSeconds`. Counts as use. */
  find(tokenHash: Uint8Array, idleSeconds: number): Promise<User | null>
  /** Idempotent. */
  close(tokenHash: Uint8Array): Promise<void>
}

/** A calendar month in UTC, `YYYY-MM`. */
export type Month = string

/** A charge as the ledger keeps it. */
export type LedgerCharge = {
  readonly usageId: string
  readonly at: Instant
  readonly keyId: string
  readonly operation: Operation
  readonly microUsd: number
  /** What the account had spent in the month before it. */
  readonly spendBeforeMicroUsd: number
}

/** The ledger of one account, read. */
export type AccountCharges = {
  /** By day, then operation. */
  byDay(accountId: string, month: Month): Promise<readonly UsageOfDay[]>
  /** Oldest first, read in bounded pages. */
  charges(accountId: string, month: Month): AsyncIterable<LedgerCharge>
}
