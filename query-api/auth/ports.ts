/** Ports of the gate: the key store and the rate limiter. */
import type { CapMode } from '#contracts/api-key.ts'
import type { Plan } from '#contracts/account.ts'
import type { Instant } from '#contracts/ids.ts'

export type KeyRecord = {
  readonly keyId: string
  readonly accountId: string
  readonly plan: Plan
  readonly scopes: readonly string[]
  readonly capMicroUsd: number | null
  readonly capMode: CapMode
  readonly expiresAt: Instant | null
  readonly revokedAt: Instant | null
}

/**
 * Keys by the HMAC of their secret (contracts/conventions/keys.md). The key itself never reaches a
 * store.
 */
export type KeyStore = {
  /** May be up to one second old, so a revocation is seen within one second. */
  find(secretHmac: Uint8Array): Promise<KeyRecord | null>
}

export type LimitDecision = {
  readonly allowed: boolean
  readonly remaining: number
  /** Whole seconds until the window allows another request; at least 1. */
  readonly resetSeconds: number
}
/**
 * A sliding window with one shared count. A refused request does not count
 * (contracts/conventions/rate-limits.md).
 */
export type RateLimiter = {
  take(bucket: string, quota: number, windowSeconds: number): Promise<LimitDecision>
}
