import type { Socket } from 'node:net'
import { validationFailed } from './problem.ts'

const { body } = validationFailed([
  { path: '', code: 'invalid_http', message: 'this is not a well-formed HTTP request' },
])
const JSON_BODY = JSON.stringify(body)
const ANSWER = [
  'HTTP/1.1 400 Bad Request',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(JSON_BODY)}`,
  'Connection: close',
  '',
  JSON_BODY,
].join('\r\n')

/**
 * For bytes that are no HTTP request, headers that are too large, or a request that does not end in
 * time. Nothing of it is logged: what arrived may hold anything.
 */
export const answerClientError = (_error: Error, socket: Socket): void => {
  if (socket.writable) socket.end(ANSWER)
  else socket.destroy()
}
