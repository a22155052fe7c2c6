/**
 * Seals bytes with AES-256-GCM (NIST SP 800-38D). A sealed value is one byte of format, a nonce of
 * 12 bytes, the ciphertext and a tag of 16 bytes (contracts/conventions/sealing.md).
 */
import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

export const SEAL = {
  keyBytes: 32,
  nonceBytes: 12,
  tagBytes: 16,
  /** What a sealed value has around its ciphertext: format, nonce and tag. */
  aroundBytes: 29,
  /** Shorter values are not compressed. */
  compressedBytesMin: 512,
  /** No sealed value is longer than this once opened: a 4 MB text in UTF-8 with room to spare. */
  openedBytesMax: 64 * 1024 * 1024,
} as const

/** First byte: what the ciphertext holds. */
const FORMAT = { plain: 1, deflated: 2 } as const
const ALGORITHM = 'aes-256-gcm'
const FASTEST = { level: 1 } as const

/** Node takes bytes, too, but finds out by a throw that they are no key: three times the cost. */
const keyOf = (bytes: Uint8Array): KeyObject => createSecretKey(bytes)

const sealAs = (format: Buffer, key: Uint8Array, content: Uint8Array, about: string): Buffer => {
  const nonce = randomBytes(SEAL.nonceBytes)
  const cipher = createCipheriv(ALGORITHM, keyOf(key), nonce)
  cipher.setAAD(Buffer.concat([format, Buffer.from(about)]))
  const body = cipher.update(content)
  cipher.final()
  return Buffer.concat([format, nonce, body, cipher.getAuthTag()])
}

/** Seals bytes that do not compress, such as floats; else as `sealBytes`. */
export const sealPlain = (key: Uint8Array, plain: Uint8Array, about: string): Buffer =>
  sealAs(Buffer.of(FORMAT.plain), key, plain, about)

/**
 * Seals bytes under a key of 32 bytes. `about` is authenticated with them: a sealed value opens
 * only in the place that it was made for.
 */
export const sealBytes = (key: Uint8Array, plain: Uint8Array, about: string): Buffer =>
  plain.byteLength < SEAL.compressedBytesMin
    ? sealPlain(key, plain, about)
    : sealAs(Buffer.of(FORMAT.deflated), key, deflateRawSync(plain, FASTEST), about)

/** Opens what `sealBytes` made. Throws an Error for another key or place, or changed bytes. */
export const openBytes = (key: Uint8Array, sealed: Uint8Array, about: string): Buffer => {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const format = bytes.subarray(0, 1)
  const bodyAt = 1 + SEAL.nonceBytes
  const tagAt = bytes.length - SEAL.tagBytes
  if (tagAt < bodyAt) throw new RangeError('a sealed value is too short')
  const decipher = createDecipheriv(ALGORITHM, keyOf(key), bytes.subarray(1, bodyAt), {
    authTagLength: SEAL.tagBytes,
  })
  decipher.setAAD(Buffer.concat([format, Buffer.from(about)]))
  decipher.setAuthTag(bytes.subarray(tagAt))
  const opened = decipher.update(bytes.subarray(bodyAt, tagAt))
  decipher.final()
  if (format[0] === FORMAT.plain) return opened
  if (format[0] === FORMAT.deflated)
    return inflateRawSync(opened, { maxOutputLength: SEAL.openedBytesMax })
  throw new RangeError('a sealed value has a format that is not known')
}

const WRAP = 'id-aes256-wrap'
/** The initial value of RFC 3394, section 2.2.3.1. */
const WRAP_INITIAL = Buffer.alloc(8, 0xa6)

/** A secret of 32 bytes from the key pepper, by HKDF with SHA-256 (RFC 5869), for one purpose. */
export const deriveSecret = (pepper: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', `pandect ${purpose} 1`, SEAL.keyBytes))

export const makeSealKey = (): Buffer => randomBytes(SEAL.keyBytes)

/** Wraps a key under a key-encryption key (AES Key Wrap, RFC 3394). */
export const wrapKey = (keyEncryptionKey: Uint8Array, key: Uint8Array): Buffer => {
  const cipher = createCipheriv(WRAP, keyOf(keyEncryptionKey), WRAP_INITIAL)
  return Buffer.concat([cipher.update(key), cipher.final()])
}

/** Unwraps a key. Throws an Error for another key-encryption key. */
export const unwrapKey = (keyEncryptionKey: Uint8Array, wrapped: Uint8Array): Buffer => {
  const decipher = createDecipheriv(WRAP, keyOf(keyEncryptionKey), WRAP_INITIAL)
  return Buffer.concat([decipher.update(wrapped), decipher.final()])
}
