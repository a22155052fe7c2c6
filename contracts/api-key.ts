/**
 * What a key may do, how it is written, and what its account pays (contracts/conventions/scopes.md;
 * contracts/conventions/keys.md).
 */
import { z } from 'zod'

/** Scopes of a key. An operation names the one that it needs. */
export const Scope = z.enum([
  'search:read',
  'articles:read',
  'rag:invoke',
  'verify:invoke',
  'mcp',
  'taxonomy:read',
  'magistrates:read',
  'changes:read',
  'usage:read',
  'webhooks:manage',
  'keys:manage',
  'editorial:draft',
  'editorial:review',
  'editorial:publish',
  'editorial:withdraw',
  'privacy:erase',
  'ops:read',
  'ops:replay',
])
export type Scope = z.infer<typeof Scope>

/**
 * The scopes of a key that was created without a choice: all the reading ones but
 * `magistrates:read`, and `mcp`.
 */
export const DEFAULT_SCOPES: readonly Scope[] = [
  'search:read',
  'articles:read',
  'rag:invoke',
  'verify:invoke',
  'taxonomy:read',
  'changes:read',
  'usage:read',
  'mcp',
]

/** Scopes that an account holder may give a key; the others are for the operators. */
export const HOLDER_SCOPES: readonly Scope[] = [
  ...DEFAULT_SCOPES,
  'magistrates:read',
  'webhooks:manage',
]

/** Scopes that a sandbox key may have: reading alone (contracts/conventions/sandbox.md). */
export const SANDBOX_SCOPES: readonly Scope[] = [...DEFAULT_SCOPES, 'magistrates:read']

/**
 * Scopes that an application may be given by OAuth: the MCP endpoint and its tools
 * (contracts/conventions/oauth.md).
 */
export const APPLICATION_SCOPES: readonly Scope[] = [
  'mcp',
  'search:read',
  'articles:read',
  'rag:invoke',
  'verify:invoke',
  'taxonomy:read',
  'magistrates:read',
]

/** The scopes of an application that asks for none: all but `magistrates:read`. */
export const DEFAULT_APPLICATION_SCOPES: readonly Scope[] = APPLICATION_SCOPES.filter(
  (scope) => scope !== 'magistrates:read',
)

/**
 * What a monthly cap does when it is reached: `soft` warns, `hard` refuses
 * (contracts/conventions/conflicts.md).
 */
export const CapMode = z.enum(['soft', 'hard'])
export type CapMode = z.infer<typeof CapMode>

/** The sizes of a key `svc_live_` + secret + checksum, in characters. */
export const KEY_FORMAT = { secretLength: 30, checksumLength: 6, last: 4 } as const
export const KEY_PREFIXES = {
  live: 'svc_live_',
  test: 'svc_test_',
  /** Access tokens of members of staff, which are no keys of the read API. */
  staff: 'svc_staff_',
  /** Of applications that a holder connected by OAuth (contracts/conventions/oauth.md). */
  access: 'svc_access_',
  refresh: 'svc_refresh_',
  code: 'svc_code_',
} as const
export type KeyKind = keyof typeof KEY_PREFIXES
/** `test`: of the sandbox. */
export const ApiKeyKind = z.enum(['live', 'test'])
export type ApiKeyKind = z.infer<typeof ApiKeyKind>

/** Whether a text begins as a key of this kind does. */
export const isOfKind = (kind: ApiKeyKind, text: string): boolean =>
  text.startsWith(KEY_PREFIXES[kind])

/** Digits of keys, in the order of their value. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY = /^svc_(?:live|test)_[0-9A-Za-z]{36}$/
const STAFF_TOKEN = /^svc_staff_[0-9A-Za-z]{36}$/

// CRC-32 of IEEE 802.3, reflected: the table of remainders of each byte.
const CRC_POLYNOMIAL = 0xed_b8_83_20
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit += 1) {
    remainder = remainder & 1 ? (remainder >>> 1) ^ CRC_POLYNOMIAL : remainder >>> 1
  }
  return remainder
})

/** CRC-32 (IEEE) of ASCII text, unsigned. */
export const crc32 = (ascii: string): number => {
  let crc = 0xff_ff_ff_ff
  for (let index = 0; index < ascii.length; index += 1) {
    crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ ascii.charCodeAt(index)) & 0xff] ?? 0)
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0
}

const checksumOf = (text: string): string => {
  let digits = ''
  for (let rest = crc32(text); rest > 0; rest = Math.floor(rest / BASE62.length)) {
    digits = `${BASE62[rest % BASE62.length]}${digits}`
  }
  return digits.padStart(KEY_FORMAT.checksumLength, '0')
}

/** A key: prefix, 30 base62 characters of secret, checksum of both. */
export const keyOf = (kind: KeyKind, secret: string): string => {
  const text = `${KEY_PREFIXES[kind]}${secret}`
  return `${text}${checksumOf(text)}`
}

const hasChecksum = (text: string): boolean =>
  text.slice(-KEY_FORMAT.checksumLength) === checksumOf(text.slice(0, -KEY_FORMAT.checksumLength))

/** Whether a text has the form and the checksum of a key; the key need not exist. */
export const isWellFormedKey = (text: string): boolean => KEY.test(text) && hasChecksum(text)

const OAUTH_SECRETS = {
  access: /^svc_access_[0-9A-Za-z]{36}$/,
  refresh: /^svc_refresh_[0-9A-Za-z]{36}$/,
  code: /^svc_code_[0-9A-Za-z]{36}$/,
} as const

/** The same of a token or a code of OAuth. */
export const isWellFormedOAuth = (kind: keyof typeof OAUTH_SECRETS, text: string): boolean =>
  OAUTH_SECRETS[kind].test(text) && hasChecksum(text)

/** The same of an access token of a member of staff. */
export const isWellFormedStaffToken = (text: string): boolean =>
  STAFF_TOKEN.test(text) && hasChecksum(text)
