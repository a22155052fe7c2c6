/** Ports for the administration of accounts, users and keys. */
import type { ApiKeyKind, CapMode, Scope } from '#contracts/api-key.ts'
import type { EmailAddress, PaidStatus, Plan } from '#contracts/account.ts'
import type { Act, ActKind, Actor, AuditRow } from '#contracts/audit.ts'
import type { Refusal } from '#contracts/fault.ts'
import type { Day, Instant } from '#contracts/ids.ts'
import type { KeyRecord } from '../auth/ports.ts'
import type { QueuedEvent } from '../webhooks/ports.ts'

// ───────── keys ─────────

/** The stored form of a secret, from which the secret cannot be recovered. */
export type NewSecret = {
  /** HMAC-SHA-256 under the pepper, 32 bytes. */
  readonly secretHmac: Uint8Array
  /** Last characters of the key, for display. */
  readonly last4: string
}

export type KeyTerms = {
  readonly label: string
  readonly scopes: readonly Scope[]
  readonly capMicroUsd: number | null
  readonly capMode: CapMode
  readonly expiresAt: Instant | null
}

export type NewKey = KeyTerms &
  NewSecret & {
    /** Chosen by the caller, so that a form that is sent twice creates one key. */
    readonly keyId: string
    /**
     * The account: by name, created as paid if the name is new, or by the id of an existing one.
     */
    readonly holder: { readonly name: string; readonly plan: Plan } | { readonly accountId: string }
    readonly actor: Actor
    readonly kind: ApiKeyKind
  }

/** `created` is false if the secret or the id was already stored; nothing was changed then. */
export type KeyCreated = { readonly keyId: string; readonly created: boolean }

/** Which key, and who acts on it. `accountId` null: the operator, who may act on any. */
export type KeyTarget = {
  readonly keyId: string
  readonly accountId: string | null
  readonly actor: Actor
}

export type Rotation = {
  readonly overlapSeconds: number
  /**
   * Last characters of the secret to replace, so that a form sent twice rotates once; null: any.
   */
  readonly replaces: string | null
}

export type PreviousSecret = { readonly last4: string; readonly validUntil: Instant }

/** A key as it is listed. */
export type KeyListing = KeyTerms &
  Pick<KeyRecord, 'keyId' | 'accountId' | 'plan' | 'revokedAt'> & {
    readonly kind: ApiKeyKind
    readonly account: string
    readonly paid: boolean
    readonly last4: string
    /** The old secret while a rotation lasts. */
    readonly previous: PreviousSecret | null
    readonly lastUsedOn: Day | null
    /** Origins of web pages that may use the key. */
    readonly allowedOrigins: readonly string[]
    readonly createdAt: Instant
  }

/** The write side of the keys. Every act is audited in its own transaction. */
export type KeyAdmin = {
  /** Refuses `plan-conflict`, `account-unpaid`, `account-unknown` and `keys-too-many`. */
  create(key: NewKey): Promise<KeyCreated | Refusal>
  /** Oldest first; of one account, or of all (`null`). */
  list(accountId: string | null): Promise<readonly KeyListing[]>
  /** Refuses `key-unknown`. */
  one(target: Pick<KeyTarget, 'keyId' | 'accountId'>): Promise<KeyListing | Refusal>
  /**
   * Activates a new secret; the previous one stays valid for the overlap, but never longer than
   * the key. Older ones end now. Refuses `key-unknown`, `key-revoked`, `key-expired`,
   * `key-rotated`, `account-unpaid`.
   */
  rotate(
    target: KeyTarget,
    secret: NewSecret,
    rotation: Rotation,
  ): Promise<{ readonly previousValidUntil: Instant } | Refusal>
  /** Idempotent: the first revocation time is kept. Refuses `key-unknown`. */
  revoke(target: KeyTarget): Promise<{ readonly revokedAt: Instant } | Refusal>
  /** Answers the mode that the cap has now. Refuses `key-unknown`, `key-revoked`. */
  setCap(
    target: KeyTarget,
    cap: Pick<KeyTerms, 'capMicroUsd'> & {
      /** null: it stays as it is. */
      readonly capMode: CapMode | null
    },
  ): Promise<{ readonly keyId: string; readonly capMode: CapMode } | Refusal>
  /** Replaces all of them. Refuses `key-unknown`, `key-revoked`. */
  setOrigins(
    target: KeyTarget,
    origins: readonly string[],
  ): Promise<{ readonly keyId: string } | Refusal>
}

// ───────── accounts and people ─────────

export type Account = {
  readonly accountId: string
  readonly name: string
  readonly plan: Plan
  readonly paid: boolean
}

export type AccountListing = Account & {
  readonly statusChangedAt: Instant
  readonly statusCause: Actor
  readonly liveKeys: number
  readonly users: number
  readonly createdAt: Instant
}

export type Accounts = {
  /** Refuses `account-exists`. */
  create(account: {
    readonly name: string
    readonly plan: Plan
    readonly status: PaidStatus
    readonly actor: Actor
  }): Promise<{ readonly accountId: string } | Refusal>
  /** Oldest first. */
  list(): Promise<readonly AccountListing[]>
  byName(name: string): Promise<Account | null>
  /**
   * Takes effect for the account's keys within one second on every process. `cause` is who changed
   * it; `changed` is false if the status was the same. Refuses `account-unknown`.
   */
  setPaid(
    accountId: string,
    status: PaidStatus,
    cause: Actor,
  ): Promise<{ readonly changed: boolean } | Refusal>
}

export type User = {
  readonly userId: string
  readonly email: EmailAddress
  readonly account: Account
}

export type Users = {
  /** The user with the hash that a password is checked against. */
  byEmail(email: EmailAddress): Promise<{ userId: string; passwordHash: string } | null>
  /**
   * Sets the password of a user; a new address creates the user. Ends all sessions of that user.
   * Refuses `email-taken` if the address belongs to another account.
   */
  setPassword(user: {
    readonly accountId: string
    readonly email: EmailAddress
    readonly passwordHash: string
    readonly actor: Actor
  }): Promise<{ readonly userId: string } | Refusal>
  /**
   * Stores the same password under newer parameters and keeps sessions. Does nothing if the
   * password was changed meanwhile.
   */
  rehash(userId: string, from: string, to: string): Promise<void>
  /**
   * Deletes the user with their sessions and mail, and disconnects the applications that they
   * connected. What the account has stays. Refuses `account-person-unknown`.
   */
  remove(user: {
    readonly accountId: string
    readonly email: EmailAddress
    readonly actor: Actor
  }): Promise<{ readonly userId: string } | Refusal>
}

// ───────── audit ─────────

/**
 * Serves a read only if it is recorded: `read` and the acts derived from its answer share one
 * transaction, so either both succeed or neither. Throws what the source throws.
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

/** A notice about a key that was not queued yet. */
export type UntoldKey = {
  readonly keyId: string
  readonly accountId: string
  readonly noticedAt: Instant
} & (
  | {
      readonly kind: 'cap_reached'
      /** `YYYY-MM`, by the ledger. */
      readonly period: string
      readonly capMicroUsd: number | null
      readonly capMode: 'soft' | 'hard'
      readonly spentMicroUsd: number
    }
  | {
      readonly kind: 'expiring'
      /** When it ends. */
      readonly period: Instant
    }
)

export type KeyNotices = {
  /**
   * Records keys whose spend of the month reached the cap, and those that end within
   * `KEY_NOTICES.expiringDays`. Passes each notice that was not queued yet to `eventOf` and queues
   * the result, all or nothing. Returns how many were queued. Throws the Faults of the store.
   */
  tell(limit: number, eventOf: (untold: UntoldKey) => QueuedEvent): Promise<number>
}

export const KEY_NOTICES = {
  /** How long before its end a key is announced. */
  expiringDays: 7,
  perStep: 200,
  /** How often the keys are looked at, milliseconds. */
  lookEveryMs: 1_000,
} as const
