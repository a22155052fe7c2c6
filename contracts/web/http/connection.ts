/** Connections that send malformed HTTP, lose their client, or end because the service closes. */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { HEADERS } from '#contracts/service.ts'
import { validationFailed } from './problem.ts'

const { body } = validationFailed([
  { path: '', code: 'invalid_http', message: 'this is not a well-formed HTTP request' },
])
const JSON_BODY = JSON.stringify(body)
const answerWith = (requestId: string, more: readonly string[]): string =>
  [
    'HTTP/1.1 400 Bad Request',
    `${HEADERS.requestId}: ${requestId}`,
    ...more,
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(JSON_BODY)}`,
    'Connection: close',
    '',
    JSON_BODY,
  ].join('\r\n')

/**
 * Answers malformed HTTP, too large headers and requests that time out, with these headers besides.
 * Logs nothing, because the bytes may contain anything.
 */
export const answerClientError =
  (headers: Readonly<Record<string, string>>) =>
  (_error: Error, socket: Socket): void => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    if (socket.writable) socket.end(answerWith(randomUUID(), lines))
    else socket.destroy()
  }

/** A signal that aborts when the client disconnects before the answer. */
export const abortWhenClientLeaves = ({ raw }: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}

/**
 * While the service closes, each answer ends its connection. An open connection would delay the end
 * until its idle timeout.
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
