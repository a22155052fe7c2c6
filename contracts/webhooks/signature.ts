/** Secrets and signatures of webhooks by Standard Webhooks 1.0.0 (symmetric, `v1`). */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
/** The specification takes 24 to 64 bytes. */
const SECRET_BYTES = 32

export const newWebhookSecret = (): Uint8Array => randomBytes(SECRET_BYTES)

/** A secret as its holder gives it to a library: `whsec_` and base64. */
export const printWebhookSecret = (secret: Uint8Array): string =>
  `${PREFIX}${Buffer.from(secret).toString('base64')}`

export type SignedHeaders = {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

export type Unsigned = {
  readonly id: string
  /** When this attempt is made, seconds since 1970. */
  readonly atSeconds: number
  readonly body: string
}

const signatureOf = (secret: Uint8Array, signed: string): string =>
  `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`

/** The headers of one attempt, with a signature for each secret that is valid. */
export const signedHeaders = (
  { id, atSeconds, body }: Unsigned,
  secrets: readonly Uint8Array[],
): SignedHeaders => {
  const signed = `${id}.${atSeconds}.${body}`
  return {
    'webhook-id': id,
    'webhook-timestamp': String(atSeconds),
    'webhook-signature': secrets.map((secret) => signatureOf(secret, signed)).join(' '),
  }
}
