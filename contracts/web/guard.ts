/** Guards every request to an area: headers, limits, session and CSRF check of forms. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from './http/address.ts'
import { preferredLanguage } from './http/accept.ts'
import { type Cookies, makeCookies } from './cookies.ts'
import { asLanguage, type Language, LANGUAGES, type Printers, printersOf } from './language.ts'
import type { RateLimiter } from './http/limits.ts'
import { asToken, LIFETIMES, makeSecrets, newToken, type Secrets, tokenHashOf } from './secrets.ts'
import type { WebWords } from './words.ts'

/**
 * Requests per minute: of a signed-in person, and of all strangers behind one network, which may be
 * a whole firm that signs in. Guessing is bounded by the limits of the sign-in itself.
 */
export const PAGES_PER_MINUTE = { signedIn: 120, strangers: 600 } as const
const WINDOW_SECONDS = 60

/** One request to an area. */
export type Visit<Person, Words extends WebWords> = {
  readonly language: Language
  readonly words: Words
  readonly print: Printers
  /** Path without query, for the links that change the language. */
  readonly path: string
  readonly person: Person | null
  /** The token in the session cookie, or in the cookie of a visit before sign-in. */
  readonly token: string
  readonly csrf: string
}

/** What keeps one area apart from another, and whom it lets in. */
export type GuardedArea<Person, Words extends WebWords> = {
  /** Names its limits, such as `account`. */
  readonly name: string
  /** Separates its keyed hashes from those of other areas. */
  readonly purpose: string
  /** Ports of one host share cookies. */
  readonly cookiePrefix: string
  readonly wordsOf: (language: Language) => Words
  readonly idOf: (person: Person) => string
  /** The person of a session, or null if it is unknown, expired or unused for `idleSeconds`. */
  readonly findSession: (tokenHash: Uint8Array, idleSeconds: number) => Promise<Person | null>
  readonly limiter: RateLimiter
  readonly pepper: string
  /** Default: `PAGES_PER_MINUTE.signedIn`. */
  readonly pagesPerMinute?: number
  /** Whether scripts of its pages send requests. */
  readonly connects?: boolean
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
]
const CONNECTING = "connect-src 'self'"
const headersOf = (connects: boolean) => ({
  'Content-Security-Policy': [...POLICY, ...(connects ? [CONNECTING] : [])].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Cache-Control': 'no-store',
  Vary: 'Accept-Language, Cookie',
})
/** No policy can name an address of IPv6: browsers ignore it, and would block the form. */
const sourceOf = ({ origin, protocol, hostname }: URL): string =>
  hostname.startsWith('[') ? protocol : origin
/**
 * The policy of a page whose form may lead to another origin: browsers apply `form-action` to the
 * redirect that answers a form, too.
 */
export const policyLeadingTo = (address: URL): string =>
  POLICY.join('; ').replace("form-action 'self'", `form-action 'self' ${sourceOf(address)}`)
const STRICT_TRANSPORT = 'max-age=31536000'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
/** Over plain HTTP, only this machine may sign in. */
export const isSafeTransport = ({ protocol, hostname }: FastifyRequest): boolean =>
  protocol === 'https' || LOOPBACK.test(hostname)

const languageOf = (cookies: Cookies, request: FastifyRequest, reply: FastifyReply): Language => {
  const { lang } = request.query as { readonly lang?: unknown }
  const chosen = asLanguage(lang)
  if (chosen === null)
    return (
      asLanguage(cookies.read(request, 'language')) ??
      preferredLanguage(request.headers['accept-language'], LANGUAGES)
    )
  cookies.set(request, reply, 'language', chosen, LIFETIMES.languageSeconds)
  return chosen
}

/** Whether browsers say that a request comes from a page of this very site. */
const isSameSite = (request: FastifyRequest): boolean => {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin') return false
  const own = `${request.protocol}://${request.host}`
  // With our referrer policy the origin may be `null`; then the token alone decides.
  return origin === undefined || origin === 'null' || origin === own
}

/** The CSRF token of a form, or of a request by script, which sends it as a header. */
export const sentCsrf = (request: FastifyRequest): string => {
  const { 'x-csrf': header } = request.headers
  if (typeof header === 'string') return header
  const { csrf } = (request.body ?? {}) as { readonly csrf?: unknown }
  return typeof csrf === 'string' ? csrf : ''
}

export const makeGuard = <Person, Words extends WebWords>(area: GuardedArea<Person, Words>) => {
  const secrets = makeSecrets(area.pepper, area.purpose)
  const cookies = makeCookies(area.cookiePrefix)
  const headers = headersOf(area.connects === true)
  const visits = new WeakMap<FastifyRequest, Visit<Person, Words>>()

  /** The session token of a request, valid or not. */
  const sessionToken = (request: FastifyRequest): string | null =>
    asToken(cookies.read(request, 'session'))

  /** The token of a visit is created once, so that a sign-in form works in two windows. */
  const visitToken = (request: FastifyRequest, reply: FastifyReply): string => {
    const known = asToken(cookies.read(request, 'visit'))
    if (known !== null) return known
    const token = newToken()
    cookies.set(request, reply, 'visit', token)
    return token
  }

  const signedIn = async (request: FastifyRequest) => {
    const token = sessionToken(request)
    if (token === null || !isSafeTransport(request)) return null
    const person = await area.findSession(tokenHashOf(token), LIFETIMES.idleSeconds)
    return person === null ? null : { person, token }
  }

  const begin = (
    request: FastifyRequest,
    reply: FastifyReply,
    session: { readonly person: Person; readonly token: string } | null,
  ): Visit<Person, Words> => {
    reply.headers(headers)
    if (request.protocol === 'https') reply.header('Strict-Transport-Security', STRICT_TRANSPORT)
    const language = languageOf(cookies, request, reply)
    const token = session?.token ?? visitToken(request, reply)
    const person = session?.person ?? null
    const visit = {
      language,
      words: area.wordsOf(language),
      print: printersOf(language),
      path: request.url.split('?')[0] ?? '',
      person,
      token,
      csrf: secrets.csrfOf(token, person === null ? null : area.idOf(person)),
    }
    visits.set(request, visit)
    return visit
  }

  return {
    secrets,
    cookies,
    sessionToken,
    /** Begins a visit with the person and language of a request. Throws what the sessions throw. */
    visit: async (request: FastifyRequest, reply: FastifyReply): Promise<Visit<Person, Words>> =>
      begin(request, reply, await signedIn(request)),
    /** Goes on with a session that this very request opened. */
    renew: (
      request: FastifyRequest,
      reply: FastifyReply,
      person: Person,
      token: string,
    ): Visit<Person, Words> => begin(request, reply, { person, token }),
    /** A visit of somebody who is not signed in, also where the sessions failed. */
    strangerVisit: (request: FastifyRequest, reply: FastifyReply): Visit<Person, Words> =>
      visits.get(request) ?? begin(request, reply, null),
    /** The visit of a request that passed the guard. */
    visitIn: (request: FastifyRequest): Visit<Person, Words> => {
      const visit = visits.get(request)
      if (visit !== undefined) return visit
      throw new Error(`a page of the area ${area.name} was reached past its guard`)
    },
    /** Seconds to wait after too many requests, else null. */
    overLimit: async (
      request: FastifyRequest,
      { person, token }: Visit<Person, Words>,
    ): Promise<number | null> => {
      const bucket =
        person === null
          ? `${area.name}-strangers:${networkOf(request.ip)}`
          : `${area.name}:${secrets.blinded(token)}`
      const { signedIn: ofPerson, strangers } = PAGES_PER_MINUTE
      const quota = person === null ? strangers : (area.pagesPerMinute ?? ofPerson)
      const decision = await area.limiter.take(bucket, quota, WINDOW_SECONDS)
      return decision.allowed ? null : decision.resetSeconds
    },
    /** Whether a form was sent from one of our pages by the same visitor. */
    isOwnForm: (request: FastifyRequest, { token, person }: Visit<Person, Words>): boolean =>
      isSameSite(request) &&
      secrets.isCsrf(token, person === null ? null : area.idOf(person), sentCsrf(request)),
  }
}

export type Guard<Person, Words extends WebWords> = {
  readonly secrets: Secrets
  readonly cookies: Cookies
} & ReturnType<typeof makeGuard<Person, Words>>
