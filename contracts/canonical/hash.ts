import { createHash } from 'node:crypto'
import type { Sha256Hex } from '../ids.ts'

/** The URL namespace of RFC 9562 (appendix of well-known namespaces). */
export const URL_NAMESPACE = '6ba7b811-9dad-11d1-80b4-00c04fd430c8'

/**
 * SHA-256 of bytes, or of a text in UTF-8, as 64 lower-case hex digits. A lone surrogate, which
 * UTF-8 cannot encode, counts as U+FFFD; `canonicalJson` and the cleaning refuse it before.
 */
export const sha256Hex = (text: string | Uint8Array): Sha256Hex =>
  createHash('sha256').update(text).digest('hex') as Sha256Hex

const UUID_BYTES = 16
const VERSION_BYTE = 6
const VARIANT_BYTE = 8

/** UUID version 5 (RFC 9562): a namespace and a name always give the same UUID. */
export const uuidV5 = (namespace: string, name: string): string => {
  const bytes = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name, 'utf8')
    .digest()
    .subarray(0, UUID_BYTES)
  bytes.writeUInt8((bytes.readUInt8(VERSION_BYTE) & 0x0f) | 0x50, VERSION_BYTE)
  bytes.writeUInt8((bytes.readUInt8(VARIANT_BYTE) & 0x3f) | 0x80, VARIANT_BYTE)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
