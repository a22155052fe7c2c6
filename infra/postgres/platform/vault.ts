/**
 * The secrets that open what the database holds sealed. Both come from the key pepper by HKDF
 * (RFC 5869), so a deployment has one secret to keep (contracts/conventions/sealing.md).
 */
import { createHmac, createSecretKey, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { deriveSecret, makeSealKey, unwrapKey, wrapKey } from '#contracts/sealing/seal.ts'
import { Fault } from '#contracts/fault.ts'

/** A key of sealed members, and how it is kept. */
export type SealKey = { readonly id: string; readonly key: Buffer; readonly wrapped: Buffer }

/**
 * What a value is; `subject` and `digest` are of certificates of erasures, `vector key` gives the
 * key that seals a vector.
 */
export type LookUpKind =
  | 'text'
  | 'vector'
  | 'vector key'
  | 'slug'
  | 'wording'
  | 'subject'
  | 'digest'

export type Vault = {
  /** A fresh key, not kept yet. */
  makeKey(): SealKey
  /** Throws Fault `sealing-secret-wrong` where another secret wrapped it. */
  unwrap(wrapped: Buffer): Buffer
  /**
   * The place of a value, which does not reveal it: HMAC-SHA-256 of its kind and itself, 32 bytes.
   */
  lookUp(kind: LookUpKind, value: string): Buffer
}

/** Events of one append share a key and are read one after the other. */
const UNWRAPPED_MAX = 256

const wrong = (cause?: unknown): Fault =>
  new Fault('sealing-secret-wrong', {
    cause,
    hint: 'set KEY_PEPPER to the secret that this database was written with',
  })

export const makeVault = (pepper: string): Vault => {
  const keyEncryptionKey = deriveSecret(pepper, 'key encryption')
  // A key object, because Node tries bytes as another form of key first, at each use.
  const lookUpSecret = createSecretKey(deriveSecret(pepper, 'look-up'))
  const unwrapped = new LRUCache<string, Buffer>({ max: UNWRAPPED_MAX })
  return {
    makeKey: () => {
      const key = makeSealKey()
      return { id: randomUUID(), key, wrapped: wrapKey(keyEncryptionKey, key) }
    },
    unwrap: (wrapped) => {
      const name = wrapped.toString('latin1')
      const known = unwrapped.get(name)
      if (known !== undefined) return known
      try {
        const key = unwrapKey(keyEncryptionKey, wrapped)
        unwrapped.set(name, key)
        return key
      } catch (cause) {
        throw wrong(cause)
      }
    },
    lookUp: (kind, value) => createHmac('sha256', lookUpSecret).update(`${kind}:${value}`).digest(),
  }
}

/** Stands for the vault of a connection that was opened without a secret. Every use is a Fault. */
export const NO_VAULT: Vault = {
  makeKey: () => refuse(),
  unwrap: () => refuse(),
  lookUp: () => refuse(),
}

const refuse = (): never => {
  throw new Fault('sealing-secret-missing', {
    hint: 'set KEY_PEPPER, the same in every process that reads or writes texts',
  })
}
