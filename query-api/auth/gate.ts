/**
 * Identifies the caller of a request and applies their rate limit
 * (contracts/conventions/conflicts.md; contracts/conventions/rate-limits.md;
 * contracts/conventions/keys.md).
 */
import {
  type ApiKeyKind,
  isOfKind,
  isWellFormedKey,
  isWellFormedOAuth,
} from '#contracts/api-key.ts'
import type { LimitDecision, RateLimiter } from '#contracts/web/http/limits.ts'
import type { KeyRecord, KeyStore } from './ports.ts'
import { networkOf } from '#contracts/web/http/address.ts'
import { secretHmacOf } from '#contracts/web/keys.ts'

/**
 * Requests per minute (contracts/conventions/settings.md). `mcp` and `mcpFirm` apply to the MCP
 * endpoint.
 */
export type Limits = {
  readonly anonymous: number
  readonly rest: number
  readonly mcp: number
  readonly mcpFirm: number
}

/** Which limit a route counts against. MCP has its own, which is higher for firms. */
export type Bucket = 'rest' | 'mcp'

export type Policy = {
  readonly name: 'anon' | 'rest' | 'mcp' | 'mcp-cabinet'
  readonly quota: number
  readonly windowSeconds: number
}

/** Outcome of the gate; `key` is null without a valid key. */
export type Admission = {
  readonly key: KeyRecord | null
  readonly policy: Policy
  readonly decision: LimitDecision
  /**
   * The key as it is now, for an answer that stays open; null: it is not valid any more. Counts
   * nothing, and throws what the ports throw.
   */
  readonly keyNow: () => Promise<KeyRecord | null>
}

export type GateDeps = {
  readonly keys: KeyStore
  /** By the HMAC of an access token: the key of its grant (contracts/conventions/oauth.md). */
  readonly accessTokens: KeyStore
  readonly limiter: RateLimiter
  readonly pepper: string
  readonly limits: Limits
  /** Which keys are taken; default `live`. */
  readonly kind?: ApiKeyKind
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

const WINDOW_SECONDS = 60
const BEARER = /^bearer +(\S+)$/i

/** What a header of a bearer holds; null: no such header. */
export const presentedToken = (authorization: string | undefined): string | null =>
  BEARER.exec(authorization?.trim() ?? '')?.[1] ?? null

const isLive = ({ revokedAt, expiresAt }: KeyRecord, now: number): boolean =>
  // Any revocation time counts, because the clock of the database may differ from ours.
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now)

const policyNamed = (name: Policy['name'], quota: number): Policy => ({
  name,
  quota,
  windowSeconds: WINDOW_SECONDS,
})

const policiesOf = (limits: Limits) => {
  const rest = policyNamed('rest', limits.rest)
  const mcp = policyNamed('mcp', limits.mcp)
  const firm = policyNamed('mcp-cabinet', limits.mcpFirm)
  return {
    anonymous: policyNamed('anon', limits.anonymous),
    ofKey: ({ plan }: KeyRecord, bucket: Bucket): Policy => {
      if (bucket === 'rest') return rest
      return plan === 'firm' ? firm : mcp
    },
  }
}

/**
 * Counts each request once: against its key in the bucket of the route if the key is valid, else
 * against its network (`anon`). A request without a well-formed key causes no read of the key
 * store. `audience` is the address of a route that takes access tokens, for those that were issued
 * for it. Throws what the ports throw.
 */
export const makeGate = (deps: GateDeps) => {
  const { keys, accessTokens, limiter, pepper, limits, kind = 'live', clock } = deps
  const policies = policiesOf(limits)
  const count = (policy: Policy, counted: string): Promise<LimitDecision> =>
    limiter.take(`${policy.name}:${counted}`, policy.quota, policy.windowSeconds)
  const liveKey = async (store: KeyStore, presented: string): Promise<KeyRecord | null> => {
    const key = await store.find(secretHmacOf(pepper, presented))
    return key !== null && isLive(key, clock()) ? key : null
  }
  const keyOf = async (token: string, audience: string | null): Promise<KeyRecord | null> => {
    if (isWellFormedKey(token)) return isOfKind(kind, token) ? liveKey(keys, token) : null
    if (audience === null || !isWellFormedOAuth('access', token)) return null
    const key = await liveKey(accessTokens, token)
    return key?.audience === audience ? key : null
  }
  return async (
    authorization: string | undefined,
    address: string | undefined,
    bucket: Bucket = 'rest',
    audience: string | null = null,
  ): Promise<Admission> => {
    const presented = presentedToken(authorization)
    const keyNow = async (): Promise<KeyRecord | null> =>
      presented === null ? null : keyOf(presented, audience)
    const key = await keyNow()
    const policy = key === null ? policies.anonymous : policies.ofKey(key, bucket)
    const decision = await count(policy, key?.keyId ?? networkOf(address))
    return { key, policy, decision, keyNow }
  }
}
export type Gate = ReturnType<typeof makeGate>
