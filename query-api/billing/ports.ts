import type { Operation } from '#contracts/tariff.ts'
import type { Idempotency } from '#contracts/web/http/idempotency.ts'
import type { KeyRecord } from '../auth/ports.ts'

/** Maximum repeats under one idempotency key, and how long a key is kept, in seconds. */
export const IDEMPOTENCY = { repeatsMax: 10, keptSeconds: 24 * 60 * 60 } as const

/**
 * How long an answer or a verification may compute, the call of a language model apart. A price is
 * held for longer.
 */
export const COMPUTING_MS_MAX = 40_000

/** A call that is charged if it succeeds. */
export type BillableCall = {
  readonly operation: Operation
  /** How many times the price of the operation; default 1. */
  readonly units?: number
  readonly key: KeyRecord
  /** Identifies the call in its usage id if it has no idempotency key. */
  readonly requestId: string
  readonly idempotency: Idempotency | null
  /** It computes for long, whatever its price is. */
  readonly computes?: boolean
}

/** What a call costs; amounts in micro-dollars. */
export type Charge = {
  /** 64 lower-case hex digits (contracts/conventions/billing.md). */
  readonly usageId: string
  readonly microUsd: number
  /** Settled spend of the account in the month at reservation, which decides the price tier. */
  readonly spendBefore: number
  /** Settled spend of the key in the month, with this charge once it is settled. */
  readonly keySpend: number
}

/** A price that is reserved until the call is settled or released. */
export type Reservation = Charge & { readonly reservationId: string; readonly accountId: string }

export type ReserveOutcome =
  | { readonly outcome: 'reserved'; readonly reservation: Reservation }
  /** Already charged under its idempotency key: to be answered again at no further cost. */
  | {
      readonly outcome: 'repeat'
      readonly charge: Charge
      /** How many times the price its charge pays for. */
      readonly units: number
    }
  /** `keySpend` includes the reservations of other calls. */
  | {
      readonly outcome: 'cap-exceeded'
      readonly keySpend: number
      readonly retryAfterSeconds: number
    }
  /**
   * The idempotency key belongs to another request, is in use by a running call, or was used too
   * often.
   */
  | { readonly outcome: 'conflict' | 'in-progress' | 'too-many-repeats' }

/** Number of deleted rows. */
export type Swept = { readonly reservations: number; readonly idempotencyKeys: number }

/**
 * Reserve → settle or release (contracts/conventions/billing.md). Months follow the ledger's clock.
 */
export type Ledger = {
  /** `spent + held back + price ≤ cap` holds for a hard cap under any number of parallel calls. */
  reserve(call: BillableCall): Promise<ReserveOutcome>
  /**
   * Writes the charge. Idempotent. Throws Fault `reservation-gone` if the reservation has expired;
   * nothing is charged then.
   */
  settle(reservation: Reservation): Promise<Charge>
  /** Releases the reservation. Idempotent. */
  release(reservationId: string): Promise<void>
  /** Deletes abandoned reservations and old idempotency keys, a bounded number of each. */
  sweep(): Promise<Swept>
}

/** Calls and money of one operation on one UTC day. */
export type UsageOfDay = {
  readonly day: string
  readonly operation: Operation
  readonly calls: number
  readonly microUsd: number
}

export type UsageReader = {
  /** The current month of the ledger's clock, `YYYY-MM`. */
  currentMonth(): Promise<string>
  /** By day and operation, ascending; of one key of the account, or of all of them (null). */
  usage(accountId: string, keyId: string | null, month: string): Promise<readonly UsageOfDay[]>
  /** The account of a name, or null. */
  accountNamed(name: string): Promise<string | null>
}
