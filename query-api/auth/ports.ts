/** Port of the gate: the key store. */
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
  /** Origins of web pages that may use the key; absent or empty: none of its own. */
  readonly allowedOrigins?: readonly string[] | undefined
  /** The only address that an access token of a connected application is for; keys have none. */
  readonly audience?: string | undefined
}

/**
 * Keys by the HMAC of their secret (contracts/conventions/keys.md). The key itself never reaches a
 * store.
 */
export type KeyStore = {
  /** May be up to one second old, so a revocation is seen within one second. */
  find(secretHmac: Uint8Array): Promise<KeyRecord | null>
}

/** Whether a key that is not revoked names this origin: a preflight carries no key. */
export type NamedOrigins = (origin: string) => Promise<boolean>
