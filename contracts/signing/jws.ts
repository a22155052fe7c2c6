/**
 * What the service signs is a JSON Web Signature with Ed25519 (RFC 7515, RFC 8037) over canonical
 * JSON (RFC 8785). This checks one with the public key alone.
 */
import { createPublicKey, verify } from 'node:crypto'
import { canonicalJson } from '../canonical/canonical.ts'

/** A public key as a JSON Web Key (RFC 8037). */
export type PublicSigningKey = {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly use: 'sig'
  readonly alg: 'EdDSA'
  /** Its thumbprint (RFC 7638). */
  readonly kid: string
}

/**
 * What was signed. The protected header holds it, so that no signature passes for one of another
 * kind.
 */
export type SignedKind = 'receipt+jws' | 'erasure+jws'

/** The protected header under a key. */
export const headOf = (
  { alg, kid }: Pick<PublicSigningKey, 'alg' | 'kid'>,
  typ: SignedKind,
): string => Buffer.from(canonicalJson({ alg, kid, typ })).toString('base64url')

export const payloadOf = (content: unknown): string =>
  Buffer.from(canonicalJson(content)).toString('base64url')

/** The bytes of a text that is base64url in its one spelling; else null. */
export const bytesOf = (text: string): Buffer | null => {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}

export const jsonIn = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return null
  }
}

/** Whether a protected header is one of another key. */
const namesKey = (head: string, typ: SignedKind): boolean => {
  const members = jsonIn(head)
  if (typeof members !== 'object' || members === null || !('kid' in members)) return false
  const { kid } = members
  return typeof kid === 'string' && headOf({ alg: 'EdDSA', kid }, typ) === head
}

export type JwsParts = {
  readonly head: string
  readonly payload: string
  readonly signature: string
}
export type JwsRefusal = 'malformed' | 'other-key' | 'altered'

/** Why a signature is not one of these keys over exactly these bytes; null: it is. */
export const refusalOfJws = (
  { head, payload, signature }: JwsParts,
  keys: readonly PublicSigningKey[],
  typ: SignedKind,
): JwsRefusal | null => {
  const key = keys.find((one) => headOf(one, typ) === head)
  if (key === undefined) return namesKey(head, typ) ? 'other-key' : 'malformed'
  const seal = bytesOf(signature)
  const jwk = { kty: key.kty, crv: key.crv, x: key.x }
  const known = createPublicKey({ key: jwk, format: 'jwk' })
  const isSigned = seal !== null && verify(null, Buffer.from(`${head}.${payload}`), known, seal)
  return isSigned ? null : 'altered'
}
