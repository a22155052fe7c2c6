import type { Operation } from '#contracts/tariff.ts'
import type { KeyRecord } from '../auth/ports.ts'

/** Calls with one idempotency key after the first one, and how long it is known, seconds. */
export const IDEMPOTENCY = { repeatsMax: 10, keptSeconds: 24 * 60 * 60 } as const

/** An idempotency key and the request that came with it, both under the pepper, 32 bytes each. */
export type Idempotency = { readonly keyHmac: Uint8Array; readonly fingerprint: Uint8Array }

/** One call that costs something if it succeeds. */
export type BillableCall = {
  readonly operation: Operation
  readonly key: KeyRecord
  /** Stands for the call in its usage id where no idempotency key does. */
  readonly requestId: string
  readonly idempotency: Idempotency | null
}

/** What a call costs; amounts in micro-dollars. */
export type Charge = {
  /** 64 lower-case hex digits (contracts/conventions/billing.md). */
  readonly usageId: string
  readonly microUsd: number
  /**
   * Settled spend of the account in the month, at the moment of reservation: it decided the tier.
   */
  readonly spendBefore: number
  /** Settled spend of the key in the month; of a charge: with it. */
  readonly keySpend: number
}

/** A price that is held back until the call is settled or void. */
export type Reservation = Charge & { readonly reservationId: string; readonly accountId: string }

export type ReserveOutcome =
  | { readonly outcome: 'reserved'; readonly reservation: Reservation }
  /** Charged already under its idempotency key: to be answered again, at no further cost. */
  | { readonly outcome: 'repeat'; readonly charge: Charge }
  /** `keySpend` with what other calls hold back. */
  | {
      readonly outcome: 'cap-exceeded'
      readonly keySpend: number
      readonly retryAfterSeconds: number
    }
  /**
   * The idempotency key belongs to another request; its call is under way; it was used too often.
   */
  | { readonly outcome: 'conflict' | 'in-progress' | 'too-many-repeats' }

/** How much was swept away. */
export type Swept = { readonly reservations: number; readonly idempotencyKeys: number }

/** Reserve → settle or release (contracts/conventions/billing.md). Its own clock tells months. */
export type Ledger = {
  /** `spent + held back + price ≤ cap` holds for a hard cap under any number of parallel calls. */
  reserve(call: BillableCall): Promise<ReserveOutcome>
  /**
   * Writes the charge. May be repeated. Throws Fault `reservation-gone` where it expired meanwhile:
   * nothing is charged.
   */
  settle(reservation: Reservation): Promise<Charge>
  /** Gives back what was held back. Idempotent. */
  release(reservationId: string): Promise<void>
  /** Forgets abandoned reservations and old idempotency keys, a bounded number of each. */
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
