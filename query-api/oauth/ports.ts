/** Ports of OAuth: consents, codes, tokens and the grants behind them. */
import type { Actor } from '#contracts/audit.ts'
import type { Scope } from '#contracts/api-key.ts'
import type { Refusal } from '#contracts/fault.ts'
import type { Day, Instant } from '#contracts/ids.ts'
import type { KeyTerms } from '../accounts/ports.ts'

/** What a person allowed, until the application takes it. */
export type Consent = Pick<KeyTerms, 'scopes' | 'capMicroUsd' | 'capMode'> & {
  /** Of the key that the exchange of the code makes. */
  readonly grantId: string
  readonly accountId: string
  readonly userId: string
  /** SHA-256 of the id of the application. */
  readonly clientHash: Uint8Array
  readonly clientName: string
  readonly redirectUri: string
  /** Its host, by which the holder knows the application later. */
  readonly redirectHost: string
  /** The address of the MCP endpoint, for which the tokens are. */
  readonly resource: string
  /** SHA-256 of the verifier, base64url (RFC 7636, S256). */
  readonly challenge: string
}

export type StoredConsent = Pick<
  Consent,
  'clientHash' | 'redirectUri' | 'resource' | 'challenge' | 'scopes'
>
export type StoredGrant = Pick<Consent, 'clientHash' | 'resource' | 'scopes'>

/** What new tokens may do, or why there are none. */
export type Choice =
  | { readonly scopes: readonly Scope[] }
  | { readonly refused: 'invalid_grant' | 'invalid_scope' | 'invalid_target' }

/** HMACs of new tokens under the pepper. */
export type NewTokens = {
  readonly access: Uint8Array
  /** null: the application takes none. */
  readonly refresh: Uint8Array | null
}

/** A connected application as its holder sees it. */
export type ApplicationListing = {
  readonly grantId: string
  readonly name: string
  /** Where it was answered. */
  readonly host: string
  readonly scopes: readonly Scope[]
  readonly capMicroUsd: number | null
  readonly capMode: KeyTerms['capMode']
  /** Who connected it. */
  readonly email: string
  readonly connectedAt: Instant
  readonly lastUsedOn: Day | null
}

export type ApplicationTarget = {
  readonly grantId: string
  readonly accountId: string
  readonly actor: Actor
}

export type Applications = {
  /**
   * Records a consent under the HMAC of its code. Refuses `account-unpaid` and
   * `applications-too-many`.
   */
  allow(codeHmac: Uint8Array, consent: Consent): Promise<{ readonly grantId: string } | Refusal>
  /**
   * Exchanges a code for a grant with its first tokens. A code counts as used whatever `choose`
   * says. A code that comes again ends the grant that it made. `invalid_grant`: the code is
   * unknown, expired or used, or the account does not pay.
   */
  redeem(
    codeHmac: Uint8Array,
    choose: (consent: StoredConsent) => Choice,
    tokens: NewTokens,
  ): Promise<Choice>
  /**
   * Exchanges a refresh token for new tokens; one that comes again ends its grant. A token that
   * `choose` refuses stays as it was.
   */
  refresh(
    refreshHmac: Uint8Array,
    choose: (grant: StoredGrant) => Choice,
    tokens: NewTokens,
  ): Promise<Choice>
  /**
   * Ends a token of this application: a refresh token with its whole grant, an access token alone.
   * Does nothing for others.
   */
  revoke(tokenHmac: Uint8Array, clientHash: Uint8Array): Promise<void>
  /** Those of an account that are connected, newest first. */
  list(accountId: string): Promise<readonly ApplicationListing[]>
  /** Names by the id of the key, also of those that ended: charges name the key. */
  names(accountId: string): Promise<ReadonlyMap<string, string>>
  /** Effective on every process within one second. Idempotent; refuses `key-unknown`. */
  disconnect(target: ApplicationTarget): Promise<{ readonly grantId: string } | Refusal>
}
