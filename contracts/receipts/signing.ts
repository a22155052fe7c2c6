import { randomBytes } from 'node:crypto'
import type { ApiKeyKind } from '../api-key.ts'
import { canonicalJson } from '../canonical/canonical.ts'
import { sha256Hex } from '../canonical/hash.ts'
import type { Sha256Hex } from '../ids.ts'
import { headOf, payloadOf } from '../signing/jws.ts'
import { makeSigner } from '../signing/signer.ts'
import { hashOfLines } from './cited-texts.ts'
import { type AskedRequest, canonicalRequest, hmacOf, type ReceiptKey } from './format.ts'
import { type CitedText, type Receipt, RECEIPT_LIMITS, RECEIPT_PROFILE } from './receipt.ts'

/** What a receipt is made from. */
export type ReceiptFacts = Omit<Receipt, 'profile' | 'salt' | 'request' | 'answer' | 'cites'> & {
  readonly request: AskedRequest
  /** null: it is written while it is made. */
  readonly answer: Uint8Array | string | null
  /** null: the lines of the answer say it. */
  readonly cites: readonly CitedText[] | null
}

export type ReceiptSigner = {
  readonly publicKey: ReceiptKey
  issue(facts: ReceiptFacts): string
}

const SALT_BYTES = 32
const SIGNATURE_BYTES = 64
const encodedLength = (bytes: number): number => Math.ceil((bytes * 4) / 3)
/** Characters of the signature and of the salt, each with the sign before it. */
const END_CHARACTERS = encodedLength(SIGNATURE_BYTES) + encodedLength(SALT_BYTES) + 2

/** How many lines from the head of the list, each with a sign after it, fit. */
const fittingCount = (lines: readonly string[], characters: number): number => {
  let bytes = 0
  const end = lines.findIndex((line) => {
    bytes += Buffer.byteLength(line) + 1
    return encodedLength(bytes) > characters
  })
  return end === -1 ? lines.length : end
}

const hashed = (salt: Uint8Array, content: Uint8Array | string | null): Sha256Hex | null =>
  content === null ? null : hmacOf(salt, content)

/** A longer list is cut before it is printed. */
const WHOLE_LIST_MAX = 4

/** The payload with as many citations as it has room for. */
const payloadWith = (
  about: Omit<Receipt, 'cites'>,
  cites: readonly CitedText[] | null,
  charactersMax: number,
): string => {
  if (cites === null) return payloadOf({ ...about, cites })
  const lines = cites.map(canonicalJson)
  const sha256 = hashOfLines(lines)
  const printed = (listed: readonly CitedText[]): string =>
    payloadOf({ ...about, cites: { count: cites.length, sha256, listed } })
  if (cites.length <= WHOLE_LIST_MAX) {
    const whole = printed(cites)
    if (whole.length <= charactersMax) return whole
  }
  return printed(cites.slice(0, fittingCount(lines, charactersMax - printed([]).length)))
}

/** Signs receipts; those of the sandbox with a key of their own. */
export const makeReceiptSigner = (pepper: string, kind: ApiKeyKind): ReceiptSigner => {
  const signer = makeSigner(pepper, kind)
  const { publicKey } = signer
  const headCharacters = headOf(publicKey, 'receipt+jws').length + 1
  const payloadMax = RECEIPT_LIMITS.charactersMax - headCharacters - END_CHARACTERS
  return {
    publicKey,
    issue: ({ request, answer, cites, ...facts }) => {
      const salt = randomBytes(SALT_BYTES)
      const about = {
        ...facts,
        profile: RECEIPT_PROFILE,
        salt: sha256Hex(salt),
        request: hashed(salt, canonicalRequest(request)),
        answer: hashed(salt, answer),
      } as const
      const { head, payload, signature } = signer.signPayload(
        payloadWith(about, cites, payloadMax),
        'receipt+jws',
      )
      return `${head}.${payload}.${signature}~${salt.toString('base64url')}`
    },
  }
}
