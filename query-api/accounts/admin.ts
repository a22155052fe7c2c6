/** Making, rotating and revoking keys, for the command line and the account area. */
import { randomUUID } from 'node:crypto'
import type { Actor } from '#contracts/audit.ts'
import { type ApiKeyKind, SANDBOX_SCOPES } from '#contracts/api-key.ts'
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { URL_NAMESPACE, uuidV5 } from '#contracts/canonical/hash.ts'
import type { Instant } from '#contracts/ids.ts'
import type { KeyAdmin, KeyTarget, NewKey, NewSecret, Rotation } from './ports.ts'
import {
  isKeyId,
  parseAccountName,
  parseOrigins,
  parsePlan,
  parseTerms,
  type WrittenTerms,
} from './terms.ts'
import { generateKey, lastOf, secretHmacOf } from '#contracts/web/keys.ts'

/** `clock` gives milliseconds since 1970. */
export type KeyAdminDeps = {
  readonly admin: KeyAdmin
  readonly pepper: string
  readonly clock: () => number
}

export type KeyRequest = WrittenTerms & {
  /** An account by name and plan, made if it is new; or by its id. */
  readonly holder: { readonly name: string; readonly plan: string } | { readonly accountId: string }
  readonly actor: Actor
  /** Default `live`. */
  readonly kind?: ApiKeyKind
  /** Chosen by a form that may be sent twice, so that it creates one key. */
  readonly keyId?: string | undefined
}

/**
 * The key is not stored: show it once. `key` is null if an earlier identical request created it.
 */
export type CreatedKey = { readonly key: string | null; readonly keyId: string }
export type RotatedKey = { readonly key: string; readonly previousValidUntil: Instant }

const UNKNOWN: Refusal = {
  refused: 'key-unknown',
  reason: 'there is no key with this id',
  hint: 'see `pandect keys list`',
}

const storedOf = (pepper: string, key: string): NewSecret => ({
  secretHmac: secretHmacOf(pepper, key),
  last4: lastOf(key),
})

const holderOf = (holder: KeyRequest['holder']): NewKey['holder'] | Refusal => {
  if ('accountId' in holder) return holder
  const name = parseAccountName(holder.name)
  if (isRefusal(name)) return name
  const plan = parsePlan(holder.plan)
  return isRefusal(plan) ? plan : { name, plan }
}

/**
 * Creates a key and returns it once; only its HMAC and last four characters are stored. Refuses
 * what the terms and the store refuse: `account-invalid`, `plan-unknown`, `scope-unknown`,
 * `cap-invalid`, `account-unpaid`, `plan-conflict`, `sandbox-scope`, ….
 */
export const createKey = async (
  { admin, pepper, clock }: KeyAdminDeps,
  request: KeyRequest,
): Promise<CreatedKey | Refusal> => {
  const holder = holderOf(request.holder)
  if (isRefusal(holder)) return holder
  const terms = parseTerms(request, clock())
  if (isRefusal(terms)) return terms
  const { actor, kind = 'live', keyId = randomUUID() } = request
  if (kind === 'test' && terms.scopes.some((scope) => !SANDBOX_SCOPES.includes(scope)))
    return refusalByCode('sandbox-scope')
  const key = generateKey(kind)
  if (!isKeyId(keyId)) return UNKNOWN
  const stored = { ...terms, ...storedOf(pepper, key), keyId, holder, actor, kind }
  const outcome = await admin.create(stored)
  if (isRefusal(outcome)) return outcome
  return { key: outcome.created ? key : null, keyId: outcome.keyId }
}

/**
 * Creates a demonstration key with a known secret, unless it was created before; `isInForce`:
 * whether the secret is still that of the key. The secret gives the key its id, so that it does not
 * come back once the key was given another one.
 */
export const ensureKey = async (
  { admin, pepper, clock }: KeyAdminDeps,
  request: KeyRequest,
  key: string,
): Promise<{ readonly keyId: string; readonly isInForce: boolean } | Refusal> => {
  const holder = holderOf(request.holder)
  if (isRefusal(holder)) return holder
  const terms = parseTerms(request, clock())
  if (isRefusal(terms)) return terms
  const { actor } = request
  const secret = storedOf(pepper, key)
  const own = uuidV5(URL_NAMESPACE, `key/${Buffer.from(secret.secretHmac).toString('hex')}`)
  const stored = { ...terms, ...secret, keyId: own, holder, actor, kind: 'live' } as const
  const made = await admin.create(stored)
  if (isRefusal(made)) return made
  const found = await admin.one({ keyId: made.keyId, accountId: null })
  if (isRefusal(found)) return found
  return {
    keyId: made.keyId,
    isInForce: found.revokedAt === null && found.last4 === secret.last4,
  }
}

/**
 * Gives a key a new secret and returns it once; the old one stays valid for the overlap. Refuses
 * what the store refuses.
 */
export const rotateKey = async (
  { admin, pepper }: Pick<KeyAdminDeps, 'admin' | 'pepper'>,
  target: KeyTarget,
  rotation: Rotation,
): Promise<RotatedKey | Refusal> => {
  if (!isKeyId(target.keyId)) return UNKNOWN
  const before = await admin.one(target)
  if (isRefusal(before)) return before
  const key = generateKey(before.kind)
  const outcome = await admin.rotate(target, storedOf(pepper, key), rotation)
  return isRefusal(outcome) ? outcome : { key, ...outcome }
}

/** Effective on every process within one second. Refuses `key-unknown`. */
export const revokeKey = (
  { admin }: Pick<KeyAdminDeps, 'admin'>,
  target: KeyTarget,
): ReturnType<KeyAdmin['revoke']> =>
  isKeyId(target.keyId) ? admin.revoke(target) : Promise.resolve(UNKNOWN)

/** Effective within one second. Refuses `origin-invalid`, `key-unknown`, `key-revoked`. */
export const setOrigins = async (
  { admin }: Pick<KeyAdminDeps, 'admin'>,
  target: KeyTarget,
  written: string,
): ReturnType<KeyAdmin['setOrigins']> => {
  const origins = parseOrigins(written)
  if (isRefusal(origins)) return origins
  return isKeyId(target.keyId) ? admin.setOrigins(target, origins) : UNKNOWN
}

/** Effective within one second. Refuses `key-unknown`, `key-revoked`. */
export const setCap = (
  { admin }: Pick<KeyAdminDeps, 'admin'>,
  target: KeyTarget,
  cap: Parameters<KeyAdmin['setCap']>[1],
): ReturnType<KeyAdmin['setCap']> =>
  isKeyId(target.keyId) ? admin.setCap(target, cap) : Promise.resolve(UNKNOWN)
