/** Cookies of the account area and their secrets. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { EmailAddress } from '#contracts/account.ts'

/** Lifetimes of sessions and cookies, in seconds. */
export const LIFETIMES = {
  /** Maximum lifetime of a session. */
  sessionSeconds: 12 * 3_600,
  /** Lifetime of an unused session. */
  idleSeconds: 30 * 60,
  /** How long a browser is remembered after a sign-in. */
  deviceSeconds: 180 * 86_400,
  languageSeconds: 365 * 86_400,
} as const

const NAMES = ['session', 'visit', 'device', 'language'] as const
export type CookieName = (typeof NAMES)[number]

/**
 * `__Host-`: bound to this host, HTTPS and path `/` (RFC 6265bis). Browsers accept it over HTTPS
 * only.
 */
export const cookieName = (name: CookieName, secure: boolean): string =>
  `${secure ? '__Host-' : ''}pandect-${name}`

export const cookieOptions = (secure: boolean, maxAge?: number): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure,
  ...(maxAge === undefined ? {} : { maxAge }),
})

const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/
/** A random token of 256 bits. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')
export const asToken = (text: string | undefined): string | null =>
  text !== undefined && TOKEN.test(text) ? text : null

/** The stored hash of a session's token. */
export const tokenHashOf = (token: string): Uint8Array =>
  createHash('sha256').update(token).digest()

const tagOf = (pepper: string, purpose: string, text: string): string =>
  createHmac('sha256', pepper).update(`account area, ${purpose}\n${text}`).digest('base64url')

const areSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * The CSRF token of a session or of a visit before sign-in. Derived from the cookie, so it is not
 * stored.
 */
export const csrfOf = (pepper: string, token: string): string => tagOf(pepper, 'form', token)
export const isCsrf = (pepper: string, token: string, given: string): boolean =>
  areSame(csrfOf(pepper, token), given)

/** A keyed hash for names of buckets, which hides its input. */
export const blinded = (pepper: string, text: string): string => tagOf(pepper, 'bucket', text)

const DEVICE = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/

/** A device cookie: someone signed in with this address from this browser before. */
export const newDevice = (pepper: string, email: EmailAddress): string => {
  const nonce = newToken()
  return `${nonce}.${tagOf(pepper, 'device', `${nonce}\n${email}`)}`
}
/** The device id of the browser, if someone signed in with this address from it before. */
export const deviceOf = (
  pepper: string,
  email: EmailAddress,
  cookie: string | undefined,
): string | null => {
  const [, nonce, tag] = DEVICE.exec(cookie ?? '') ?? []
  if (nonce === undefined || tag === undefined) return null
  return areSame(tagOf(pepper, 'device', `${nonce}\n${email}`), tag) ? nonce : null
}
