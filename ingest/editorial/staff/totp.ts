/** Codes that change every 30 seconds (RFC 6238), as authenticator apps show them. */
import { Secret, TOTP } from 'otpauth'
import { PRODUCT } from '#contracts/service.ts'

const PERIOD_SECONDS = 30
export const PERIOD_MS = PERIOD_SECONDS * 1_000
/** Clocks may differ by one step (RFC 6238, 5.2). */
const DRIFT_STEPS = 1
const SECRET_BYTES = 20
const CODE = /^\d{6}$/

export const newTotpSecret = (): Uint8Array => new Secret({ size: SECRET_BYTES }).bytes

const totpOf = (secret: Uint8Array, label = ''): TOTP =>
  new TOTP({
    issuer: PRODUCT,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })

/** The step whose code this is, within the drift; null: it is the code of none. */
export const stepOf = (secret: Uint8Array, code: string, nowMs: number): number | null => {
  const token = code.replaceAll(/\s/g, '')
  if (!CODE.test(token)) return null
  const delta = totpOf(secret).validate({ token, timestamp: nowMs, window: DRIFT_STEPS })
  return delta === null ? null : Math.floor(nowMs / PERIOD_MS) + delta
}

/** The code of this moment. */
export const codeAt = (secret: Uint8Array, nowMs: number): string =>
  totpOf(secret).generate({ timestamp: nowMs })

/** What an authenticator app reads from the picture, and the secret to type where it reads none. */
export const keyUriOf = (
  secret: Uint8Array,
  label: string,
): { readonly uri: string; readonly text: string } => {
  const totp = totpOf(secret, label)
  return { uri: totp.toString(), text: totp.secret.base32.replaceAll(/(.{4})(?=.)/g, '$1 ') }
}
