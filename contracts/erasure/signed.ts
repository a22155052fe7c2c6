/** Signs certificates of erasures, and reads one with the public key alone. */
import { type PublicSigningKey, payloadOf, refusalOfJws } from '../signing/jws.ts'
import type { Signer } from '../signing/signer.ts'
import { type ErasureCertificate, SignedCertificate } from './certificate.ts'

/** The payload of the JWS is the canonical JSON of the certificate beside it. */
export const signCertificate = (
  signer: Signer,
  certificate: ErasureCertificate,
): SignedCertificate => {
  const { head, signature } = signer.sign(certificate, 'erasure+jws')
  return { certificate, signature: `${head}..${signature}` }
}

const REFUSALS = {
  malformed: 'certificate-malformed',
  'other-key': 'certificate-other-key',
  altered: 'certificate-altered',
} as const

export type CertificateRefusal = (typeof REFUSALS)[keyof typeof REFUSALS]

const parsed = (text: string): SignedCertificate | null => {
  try {
    return SignedCertificate.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Reads a certificate and checks its signature. Any other member than those signed is refused. */
export const readCertificate = (
  text: string,
  keys: readonly PublicSigningKey[],
): SignedCertificate | { readonly refused: CertificateRefusal } => {
  const signed = parsed(text)
  if (signed === null) return { refused: 'certificate-malformed' }
  const [head = '', signature = ''] = signed.signature.split('..')
  const payload = payloadOf(signed.certificate)
  const refused = refusalOfJws({ head, payload, signature }, keys, 'erasure+jws')
  return refused === null ? signed : { refused: REFUSALS[refused] }
}
