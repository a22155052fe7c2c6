/**
 * Receipts are JSON Web Signatures (RFC 7515, RFC 8037), with the salt of their hashes behind a `~`
 * (contracts/conventions/receipts.md). This reads and checks one with the public key alone.
 */
import { createHmac, createSecretKey } from 'node:crypto'
import { canonicalJson } from '../canonical/canonical.ts'
import { sha256Hex } from '../canonical/hash.ts'
import type { Sha256Hex } from '../ids.ts'
import { bytesOf, jsonIn, type PublicSigningKey, refusalOfJws } from '../signing/jws.ts'
import { Receipt, RECEIPT_LIMITS } from './receipt.ts'

/** The public key of receipts. */
export type ReceiptKey = PublicSigningKey

/** The request of an answer, as its receipt covers it. */
export type AskedRequest = {
  readonly method: string
  /** With its query. */
  readonly path: string
  /** The parsed body; absent without one. */
  readonly body?: unknown
}

export type ReadReceipt = {
  readonly receipt: Receipt
  /** null: the holder cut it off. */
  readonly salt: Buffer | null
}

export type ReceiptRefusal = 'receipt_malformed' | 'receipt_other_key' | 'receipt_altered'

/** The request as its HMAC covers it; null: its body has no canonical form. */
export const canonicalRequest = ({ method, path, body = null }: AskedRequest): string | null => {
  try {
    return canonicalJson({ method, path, body })
  } catch {
    return null
  }
}

/** Node takes the bytes of a key, too, but finds out by a throw that they are no key object. */
export const hmacOf = (salt: Uint8Array, content: Uint8Array | string): Sha256Hex =>
  createHmac('sha256', createSecretKey(salt)).update(content).digest('hex') as Sha256Hex

const REFUSALS = {
  malformed: 'receipt_malformed',
  'other-key': 'receipt_other_key',
  altered: 'receipt_altered',
} as const

const refuse = (refused: ReceiptRefusal) => ({ refused }) as const

/**
 * Reads a receipt and checks its signature, and its salt where it is there. Any other byte than
 * those that were signed is refused.
 */
export const readReceipt = (
  printed: string,
  keys: readonly ReceiptKey[],
): ReadReceipt | { readonly refused: ReceiptRefusal } => {
  const [jws = '', saltText = null, ...more] = printed.split('~')
  const [head = '', payload = '', signature = '', ...parts] = jws.split('.')
  const isLong = printed.length > RECEIPT_LIMITS.readCharactersMax
  if (isLong || more.length > 0 || parts.length > 0) return refuse('receipt_malformed')
  const refused = refusalOfJws({ head, payload, signature }, keys, 'receipt+jws')
  if (refused !== null) return refuse(REFUSALS[refused])
  const { data: receipt } = Receipt.safeParse(jsonIn(payload))
  if (receipt === undefined) return refuse('receipt_malformed')
  if (saltText === null) return { receipt, salt: null }
  const salt = bytesOf(saltText)
  return salt === null || sha256Hex(salt) !== receipt.salt
    ? refuse('receipt_altered')
    : { receipt, salt }
}

const covers = (salt: Buffer | null, hash: string | null, content: Uint8Array | string | null) =>
  salt !== null && hash !== null && content !== null && hmacOf(salt, content) === hash

/** Whether a receipt with its salt is of this request. */
export const isReceiptOfRequest = ({ receipt, salt }: ReadReceipt, asked: AskedRequest): boolean =>
  covers(salt, receipt.request, canonicalRequest(asked))

/** Whether a receipt with its salt is of this answer, byte for byte, before any compression. */
export const isReceiptOfAnswer = (
  { receipt, salt }: ReadReceipt,
  answer: Uint8Array | string,
): boolean => covers(salt, receipt.answer, answer)
