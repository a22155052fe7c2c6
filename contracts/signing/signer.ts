/** Signs with an Ed25519 key that comes from the key pepper (contracts/conventions/sealing.md). */
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { ApiKeyKind } from '../api-key.ts'
import { canonicalJson } from '../canonical/canonical.ts'
import { deriveSecret } from '../sealing/seal.ts'
import { headOf, payloadOf, type PublicSigningKey, type SignedKind } from './jws.ts'

/** What stands before the seed of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
/** They are in the derivation of the keys, so they can't change with what else is signed. */
const PURPOSES = { live: 'receipts', test: 'receipts of the sandbox' } as const

export type Signer = {
  readonly publicKey: PublicSigningKey
  /** The three parts of the JWS of a content. */
  sign(
    content: unknown,
    typ: SignedKind,
  ): { readonly head: string; readonly payload: string; readonly signature: string }
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
  return {
    publicKey,
    sign: (content, typ) => {
      const [head, payload] = [headOf(publicKey, typ), payloadOf(content)]
      const signature = sign(null, Buffer.from(`${head}.${payload}`), secret)
      return { head, payload, signature: signature.toString('base64url') }
    },
  }
}
