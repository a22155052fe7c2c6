/** Secrets of API keys: drawn, derived, hashed (contracts/conventions/keys.md). */
import { createHmac, randomBytes } from 'node:crypto'
import { BASE62, KEY_FORMAT, keyOf, type KeyKind } from '#contracts/api-key.ts'

// The largest multiple of 62 in a byte: bytes from there on would favour the first digits, so they
// are passed over.
const FAIR_BYTES = 256 - (256 % BASE62.length)
const DRAW_BYTES = 64

const digitsOf = (bytes: Uint8Array): string =>
  [...bytes]
    .filter((byte) => byte < FAIR_BYTES)
    .map((byte) => BASE62[byte % BASE62.length])
    .join('')

/** Takes blocks of random bytes until the secret is full; a block of 64 nearly always is enough. */
const secretFrom = (block: (index: number) => Uint8Array): string => {
  let digits = ''
  for (let index = 0; digits.length < KEY_FORMAT.secretLength; index += 1) {
    digits += digitsOf(block(index))
  }
  return digits.slice(0, KEY_FORMAT.secretLength)
}

/** A new key, ≈178 bits of it random. */
export const generateKey = (kind: KeyKind = 'live'): string =>
  keyOf(
    kind,
    secretFrom(() => randomBytes(DRAW_BYTES)),
  )

/**
 * The same key for the same pepper and purpose, so that it can be shown again without being stored.
 * Whoever has the pepper has this key: for demonstration keys only.
 */
export const deriveKey = (pepper: string, purpose: string, kind: KeyKind = 'live'): string =>
  keyOf(
    kind,
    secretFrom((index) =>
      createHmac('sha512', pepper).update(`derived key ${index} ${purpose}`).digest(),
    ),
  )

/** What is stored of a key: HMAC-SHA-256 under the pepper, 32 bytes. */
export const secretHmacOf = (pepper: string, key: string): Uint8Array =>
  createHmac('sha256', pepper).update(key).digest()

/** What is shown of a key afterwards. */
export const lastOf = (key: string): string => key.slice(-KEY_FORMAT.last)
