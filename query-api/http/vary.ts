import type { FastifyReply } from 'fastify'

/** Adds headers to `Vary` and keeps those that it already has, such as `Origin` of CORS. */
export const varyBy = (reply: FastifyReply, headers: string): FastifyReply => {
  const known = reply.getHeader('Vary')
  return reply.header('Vary', known === undefined ? headers : `${String(known)}, ${headers}`)
}
