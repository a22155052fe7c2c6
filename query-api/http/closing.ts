import type { FastifyInstance } from 'fastify'

/**
 * While the service closes, each answer ends its connection: one that stayed open for a next
 * request would hold the service up until its idle time is over.
 */
export const endConnectionsOnClose = (app: FastifyInstance): void => {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('Connection', 'close')
  })
}
