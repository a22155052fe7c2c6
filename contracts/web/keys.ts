/** Generates, derives and hashes API keys (contracts/conventions/keys.md). */
import { createHmac, randomBytes } from 'node:crypto'
import { BASE62, KEY_FORMAT, keyOf, type KeyKind } from '../api-key.ts'

// The largest multiple of 62 in a byte. Higher bytes would favour the first digits, so they are
// skipped.
const FAIR_BYTES = 256 - (256 % BASE62.length)
const DRAW_BYTES = 64

const digitsOf = (bytes: Uint8Array): string =>
  [...bytes]
    .filter((byte) => byte < FAIR_BYTES)
    .map((byte) => BASE62[byte % BASE62.length])
    .join('')

/**
 * Reads blocks of random bytes until the secret is full; one block of 64 is nearly always enough.
 */
const secretFrom = (block: (index: number) => Uint8Array): string => {
  let digits = ''
  for (let index = 0; digits.length < KEY_FORMAT.secretLength; index += 1) {
    digits += digitsOf(block(index))
  }
  return digits.slice(0, KEY_FORMAT.secretLength)
}

/** A new key with about 178 random bits. */
export const generateKey = (kind: KeyKind = 'live'): string =>
  keyOf(
    kind,
    secretFrom(() => randomBytes(DRAW_BYTES)),
  )

/**
 * Derives the same key from the same pepper and purpose, so that it can be shown again without
 * being stored. Anyone with the pepper can derive it: use it for demonstration keys only.
 */
export const deriveKey = (pepper: string, purpose: string, kind: KeyKind = 'live'): string =>
  keyOf(
    kind,
    secretFrom((index) =>
      createHmac('sha512', pepper).update(`derived key ${index} ${purpose}`).digest(),
    ),
  )

/** The purpose of the key that `npm start` prints. */
export const DEMONSTRATION_KEY = 'demonstration'

/** The stored form of a key: HMAC-SHA-256 under the pepper, 32 bytes. */
export const secretHmacOf = (pepper: string, key: string): Uint8Array =>
  createHmac('sha256', pepper).update(key).digest()

/** The last characters, by which a key is shown later. */
export const lastOf = (key: string): string => key.slice(-KEY_FORMAT.last)
