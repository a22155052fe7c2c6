/** Guards every request to the account area: headers, limits, session and CSRF check of forms. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '#contracts/web/http/address.ts'
import { preferredLanguage } from '#contracts/web/http/accept.ts'
import {
  asToken,
  blinded,
  type CookieName,
  cookieName,
  cookieOptions,
  csrfOf,
  isCsrf,
  LIFETIMES,
  newToken,
  tokenHashOf,
} from './cookies.ts'
import {
  asLanguage,
  type Language,
  LANGUAGES,
  type Printers,
  printersOf,
  wordsOf,
} from './language.ts'
import type { Sessions } from './ports.ts'
import type { RateLimiter } from '#contracts/web/http/limits.ts'
import type { User } from '../accounts/ports.ts'
import type { Words } from './words/en.ts'

/**
 * Requests per minute: of a signed-in user, and of all strangers behind one network, which may be a
 * whole firm that signs in. Guessing is bounded by the limits of the sign-in itself.
 */
export const PAGES_PER_MINUTE = { signedIn: 120, strangers: 600 } as const
const WINDOW_SECONDS = 60

/** One request to the account area. */
export type Visit = {
  readonly language: Language
  readonly words: Words
  readonly print: Printers
  /** Path without query, for the links that change the language. */
  readonly path: string
  readonly user: User | null
  /** The token in the session cookie, or in the cookie of a visit before sign-in. */
  readonly token: string
  readonly csrf: string
}

export type GuardDeps = {
  readonly sessions: Sessions
  readonly limiter: RateLimiter
  readonly pepper: string
}

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit | null
  }
}

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
].join('; ')
const HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Cache-Control': 'no-store',
  Vary: 'Accept-Language, Cookie',
} as const
const STRICT_TRANSPORT = 'max-age=31536000'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
/** Over plain HTTP, only this machine may sign in. */
export const isSafeTransport = ({ protocol, hostname }: FastifyRequest): boolean =>
  protocol === 'https' || LOOPBACK.test(hostname)

const cookieOf = (request: FastifyRequest, name: CookieName): string | undefined =>
  request.cookies[cookieName(name, request.protocol === 'https')]
export const deviceCookie = (request: FastifyRequest): string | undefined =>
  cookieOf(request, 'device')

const languageOf = (request: FastifyRequest, reply: FastifyReply): Language => {
  const { lang } = request.query as { readonly lang?: unknown }
  const chosen = asLanguage(lang)
  if (chosen === null)
    return (
      asLanguage(cookieOf(request, 'language')) ??
      preferredLanguage(request.headers['accept-language'], LANGUAGES)
    )
  setCookie(request, reply, 'language', chosen, LIFETIMES.languageSeconds)
  return chosen
}

export const setCookie = (
  { protocol }: FastifyRequest,
  reply: FastifyReply,
  name: CookieName,
  value: string,
  maxAge?: number,
): void => {
  const secure = protocol === 'https'
  reply.setCookie(cookieName(name, secure), value, cookieOptions(secure, maxAge))
}
export const clearCookie = (
  { protocol }: FastifyRequest,
  reply: FastifyReply,
  name: CookieName,
): void => {
  const secure = protocol === 'https'
  reply.clearCookie(cookieName(name, secure), cookieOptions(secure))
}

/** The token of a visit is created once, so that a sign-in form works in two windows. */
const visitToken = (request: FastifyRequest, reply: FastifyReply): string => {
  const known = asToken(cookieOf(request, 'visit'))
  if (known !== null) return known
  const token = newToken()
  setCookie(request, reply, 'visit', token)
  return token
}

/** The session token of a request, valid or not. */
export const sessionToken = (request: FastifyRequest): string | null =>
  asToken(cookieOf(request, 'session'))

const signedIn = async (
  { sessions }: GuardDeps,
  request: FastifyRequest,
): Promise<{ readonly user: User; readonly token: string } | null> => {
  const token = sessionToken(request)
  if (token === null || !isSafeTransport(request)) return null
  const user = await sessions.find(tokenHashOf(token), LIFETIMES.idleSeconds)
  return user === null ? null : { user, token }
}

/** A visit by someone who is not signed in. */
export const strangerVisit = (
  { pepper }: Pick<GuardDeps, 'pepper'>,
  request: FastifyRequest,
  reply: FastifyReply,
  session: { readonly user: User; readonly token: string } | null = null,
): Visit => {
  reply.headers(HEADERS)
  if (request.protocol === 'https') reply.header('Strict-Transport-Security', STRICT_TRANSPORT)
  const language = languageOf(request, reply)
  const token = session?.token ?? visitToken(request, reply)
  return {
    language,
    words: wordsOf(language),
    print: printersOf(language),
    path: request.url.split('?')[0] ?? '',
    user: session?.user ?? null,
    token,
    csrf: csrfOf(pepper, token),
  }
}

/** The user and language of a request. Throws what the sessions throw. */
export const visitOf = async (
  deps: GuardDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit> => strangerVisit(deps, request, reply, await signedIn(deps, request))

/** Seconds to wait after too many requests, else null. */
export const overLimit = async (
  { limiter, pepper }: GuardDeps,
  request: FastifyRequest,
  { user, token }: Visit,
): Promise<number | null> => {
  const bucket =
    user === null
      ? `account-strangers:${networkOf(request.ip)}`
      : `account:${blinded(pepper, token)}`
  const quota = user === null ? PAGES_PER_MINUTE.strangers : PAGES_PER_MINUTE.signedIn
  const decision = await limiter.take(bucket, quota, WINDOW_SECONDS)
  return decision.allowed ? null : decision.resetSeconds
}

/**
 * Whether a form was sent from one of our pages by the same visitor. Browsers send the origin of a
 * request; with our referrer policy it may be `null`, and then the token alone decides.
 */
export const isOwnForm = (pepper: string, request: FastifyRequest, { token }: Visit): boolean => {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin') return false
  const own = `${request.protocol}://${request.host}`
  if (origin !== undefined && origin !== 'null' && origin !== own) return false
  const { csrf } = (request.body ?? {}) as { readonly csrf?: unknown }
  return typeof csrf === 'string' && isCsrf(pepper, token, csrf)
}

/** The visit of a request that passed the guard. */
export const visitIn = (request: FastifyRequest): Visit => {
  if (request.visit !== null) return request.visit
  throw new Error('a page of the account area was reached past its guard')
}
