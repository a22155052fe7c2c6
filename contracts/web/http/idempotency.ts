import { createHmac } from 'node:crypto'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_CHARACTERS_MAX } from '#contracts/service.ts'
import { RequestInvalid } from './validation.ts'

/** HMACs of an idempotency key and of its request under the pepper, 32 bytes each. */
export type Idempotency = { readonly keyHmac: Uint8Array; readonly fingerprint: Uint8Array }

/** What makes two requests the same. */
export type Fingerprinted = {
  readonly method: string
  /** With its query. */
  readonly path: string
  /** The parsed body; undefined without one. */
  readonly body: unknown
  /** The form of the answer that `Accept` asks for; absent: JSON, or the only form there is. */
  readonly form?: string | undefined
}

const hmac = (pepper: string, purpose: string, parts: readonly string[]): Uint8Array =>
  createHmac('sha256', pepper)
    .update(JSON.stringify([purpose, ...parts]))
    .digest()

const invalid = (path: string): RequestInvalid =>
  new RequestInvalid([
    {
      path,
      code: 'invalid_idempotency_key',
      message: `must be 1 to ${IDEMPOTENCY_KEY_CHARACTERS_MAX} printable ASCII characters, such as a UUID`,
    },
  ])

/**
 * Hashes an idempotency key and its request; neither is stored in any other form. The body is
 * hashed in canonical form, so member order and white space do not matter. `given` names the place
 * of the key in errors. Returns null without a key. Throws RequestInvalid unless the key is a
 * string of 1 to 255 printable ASCII characters.
 */
export const idempotencyOf = (
  pepper: string,
  text: unknown,
  { method, path, body, form }: Fingerprinted,
  given = 'idempotency-key',
): Idempotency | null => {
  if (text === undefined) return null
  if (
    typeof text !== 'string' ||
    text.length > IDEMPOTENCY_KEY_CHARACTERS_MAX ||
    !IDEMPOTENCY_KEY.test(text)
  )
    throw invalid(given)
  const content = body === undefined || body === null ? '' : canonicalJson(body)
  const parts = [method, path, content, ...(form === undefined ? [] : [form])]
  return {
    keyHmac: hmac(pepper, 'idempotency key', [text]),
    fingerprint: hmac(pepper, 'idempotent request', parts),
  }
}
