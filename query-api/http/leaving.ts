import type { FastifyReply } from 'fastify'

/** Aborts when the client leaves before it was answered. */
export const leavingOf = ({ raw }: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}
