/** The provider's signature of an event (Stripe, "Check the webhook signatures": scheme v1). */
import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * How far the time of a signature may lie from ours, in seconds, and how much of a header is looked
 * at.
 */
export const SIGNATURE_LIMITS = { toleranceSeconds: 300, headerCharactersMax: 4_096 } as const

export type SignatureFault = 'signature_missing' | 'signature_invalid' | 'signature_expired'

const HEX_HMAC = /^[0-9a-f]{64}$/
const SECONDS = /^\d{1,12}$/

const read = (
  header: string,
): { readonly time: string; readonly signatures: readonly string[] } => {
  const parts = header.split(',').map((part) => part.trim().split('='))
  const of = (name: string): string[] =>
    parts.filter(([key]) => key === name).map(([, value]) => value ?? '')
  return { time: of('t')[0] ?? '', signatures: of('v1') }
}

/**
 * null where one of the signatures is that of this body at that time under the secret. Compared in
 * constant time. A time that is too old is told apart only for who signed well: nobody else learns
 * anything from it.
 */
export const signatureFault = (
  given: { readonly header: string | undefined; readonly body: Uint8Array },
  secret: string,
  nowMs: number,
): SignatureFault | null => {
  const { header, body } = given
  if (header === undefined || header.length > SIGNATURE_LIMITS.headerCharactersMax)
    return 'signature_missing'
  const { time, signatures } = read(header)
  if (!SECONDS.test(time)) return 'signature_invalid'
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  const matches = signatures
    .filter((one) => HEX_HMAC.test(one))
    .some((one) => timingSafeEqual(Buffer.from(one, 'hex'), expected))
  if (!matches) return 'signature_invalid'
  const apart = Math.abs(nowMs / 1_000 - Number(time))
  return apart > SIGNATURE_LIMITS.toleranceSeconds ? 'signature_expired' : null
}
