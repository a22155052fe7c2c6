/** Signs with an Ed25519 key that comes from the key pepper (contracts/conventions/sealing.md). */
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { ApiKeyKind } from '../api-key.ts'
import { canonicalJson } from '../canonical/canonical.ts'
import { deriveSecret } from '../sealing/seal.ts'
import { headOf, payloadOf, type PublicSigningKey, type SignedKind } from './jws.ts'

/** The bytes before the seed of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
/** They are in the derivation of the keys, so they can't change with what else is signed. */
const PURPOSES = { live: 'receipts', test: 'receipts of the sandbox' } as const

/** The three parts of a JWS. */
type Signed = { readonly head: string; readonly payload: string; readonly signature: string }

export type Signer = {
  readonly publicKey: PublicSigningKey
  sign(content: unknown, typ: SignedKind): Signed
  /** The same of a content that is printed already, by `payloadOf`. */
  signPayload(payload: string, typ: SignedKind): Signed
}

/** The sandbox has a key of its own, because what it signs is of another corpus. */
export const makeSigner = (pepper: string, kind: ApiKeyKind): Signer => {
  const seed = deriveSecret(pepper, PURPOSES[kind])
  const key = Buffer.concat([PKCS8_HEAD, seed])
  const secret = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(secret).export({ format: 'jwk' })
  const thumbprint = canonicalJson({ crv: 'Ed25519', kty: 'OKP', x })
  const kid = createHash('sha256').update(thumbprint).digest('base64url')
  const publicKey: PublicSigningKey = {
    kty: 'OKP',
    crv: 'Ed25519',
    x,
    use: 'sig',
    alg: 'EdDSA',
    kid,
  }
  // Each charged answer is signed, so what is the same in all of them is printed once.
  const heads: Readonly<Record<SignedKind, string>> = {
    'receipt+jws': headOf(publicKey, 'receipt+jws'),
    'erasure+jws': headOf(publicKey, 'erasure+jws'),
  }
  const signPayload: Signer['signPayload'] = (payload, typ) => {
    const head = heads[typ]
    const signature = sign(null, Buffer.from(`${head}.${payload}`), secret)
    return { head, payload, signature: signature.toString('base64url') }
  }
  return {
    publicKey,
    sign: (content, typ) => signPayload(payloadOf(content), typ),
    signPayload,
  }
}
