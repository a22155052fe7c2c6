/** Secrets that browsers hold: tokens of sessions and forms, and known devices. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

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

const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/
/** A random token of 256 bits. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')
export const asToken = (text: string | undefined): string | null =>
  text !== undefined && TOKEN.test(text) ? text : null

/** The stored hash of a session's token. */
export const tokenHashOf = (token: string): Uint8Array =>
  createHash('sha256').update(token).digest()

/** Compares in constant time. */
export const areSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const DEVICE = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/

/** Keyed hashes of one area; `area` keeps them apart from those of another. */
export const makeSecrets = (pepper: string, area: string) => {
  const tagOf = (purpose: string, text: string): string =>
    createHmac('sha256', pepper).update(`${area}, ${purpose}\n${text}`).digest('base64url')
  /**
   * The CSRF token of a session of somebody, or of a visit before sign-in. Derived from the cookie,
   * so it is not stored.
   */
  const csrfOf = (token: string, personId: string | null): string =>
    tagOf('form', personId === null ? token : `${token}\n${personId}`)
  return {
    csrfOf,
    isCsrf: (token: string, personId: string | null, given: string): boolean =>
      areSame(csrfOf(token, personId), given),
    /** A keyed hash for names of buckets, which hides its input. */
    blinded: (text: string): string => tagOf('bucket', text),
    /** A device cookie: someone signed in with this address from this browser before. */
    newDevice: (email: string): string => {
      const nonce = newToken()
      return `${nonce}.${tagOf('device', `${nonce}\n${email}`)}`
    },
    /** The device id of the browser, if someone signed in with this address from it before. */
    deviceOf: (email: string, cookie: string | undefined): string | null => {
      const [, nonce, tag] = DEVICE.exec(cookie ?? '') ?? []
      if (nonce === undefined || tag === undefined) return null
      return areSame(tagOf('device', `${nonce}\n${email}`), tag) ? nonce : null
    },
  }
}
export type Secrets = ReturnType<typeof makeSecrets>
