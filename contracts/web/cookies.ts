/** Cookies of one area. */
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** `former`: the token of the session before, which opens nothing any more. */
type CookieName = 'session' | 'visit' | 'former' | 'device' | 'language'

const optionsOf = (secure: boolean, maxAge?: number): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure,
  ...(maxAge === undefined ? {} : { maxAge }),
})

/**
 * Ports of one host share cookies, so each area has a prefix of its own. `__Host-`: bound to this
 * host, HTTPS and path `/` (RFC 6265bis); browsers accept it over HTTPS only.
 */
export const makeCookies = (prefix: string) => {
  const nameOf = (name: CookieName, secure: boolean): string =>
    `${secure ? '__Host-' : ''}${prefix}-${name}`
  return {
    read: ({ cookies, protocol }: FastifyRequest, name: CookieName): string | undefined =>
      cookies[nameOf(name, protocol === 'https')],
    set: (
      { protocol }: FastifyRequest,
      reply: FastifyReply,
      name: CookieName,
      value: string,
      maxAge?: number,
    ): void => {
      const secure = protocol === 'https'
      reply.setCookie(nameOf(name, secure), value, optionsOf(secure, maxAge))
    },
    clear: ({ protocol }: FastifyRequest, reply: FastifyReply, name: CookieName): void => {
      const secure = protocol === 'https'
      reply.clearCookie(nameOf(name, secure), optionsOf(secure))
    },
  }
}
export type Cookies = ReturnType<typeof makeCookies>
