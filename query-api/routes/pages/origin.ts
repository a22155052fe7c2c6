import type { FastifyRequest } from 'fastify'
import { RequestInvalid } from '#contracts/web/http/validation.ts'

/** Names and addresses; commands on pages hold it, so no sign of a shell may be in it. */
const HOST = /^[a-z\d.:[\]-]+$/iu

/** The origin that a request came to. Throws RequestInvalid for a `Host` that names no host. */
export const originOf = ({ protocol, host }: FastifyRequest): string => {
  const origin = `${protocol}://${host}`
  if (HOST.test(host) && URL.canParse(origin)) return new URL(origin).origin
  throw new RequestInvalid([
    { path: 'host', code: 'invalid_host', message: 'this is not the name of a host' },
  ])
}
