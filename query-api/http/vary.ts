import type { FastifyReply } from 'fastify'

/** Adds headers to `Vary`; those that stand there, such as `Origin` of CORS, stay. */
export const varyBy = (reply: FastifyReply, headers: string): FastifyReply => {
  const known = reply.getHeader('Vary')
  return reply.header('Vary', known === undefined ? headers : `${String(known)}, ${headers}`)
}
