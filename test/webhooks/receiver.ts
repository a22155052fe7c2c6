/** Receivers of webhooks on loopback, which behave as they are told. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { CERTIFICATE, PRIVATE_KEY } from './certificate.ts'

export type Received = {
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: string
  readonly path: string
  readonly atMs: number
}

export type Receiver = {
  readonly url: string
  readonly port: number
  /** Whole messages, in the order in which they came. */
  readonly received: Received[]
  /** Connections that were opened. */
  readonly connections: () => number
  close(): Promise<void>
}

/** Answers a message; by default 204. */
export type Answering = (
  response: ServerResponse,
  received: Received,
  request: IncomingMessage,
) => void | Promise<void>

const header = (request: IncomingMessage, name: string): string =>
  String(request.headers[name] ?? '')

const answerShortly: Answering = (response) => {
  response.writeHead(204).end()
}

export const startReceiver = async (
  answer: Answering = answerShortly,
  { isSecure = false }: { readonly isSecure?: boolean } = {},
): Promise<Receiver> => {
  const received: Received[] = []
  let connections = 0
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const one: Received = {
      id: header(request, 'webhook-id'),
      timestamp: header(request, 'webhook-timestamp'),
      signature: header(request, 'webhook-signature'),
      body: await text(request),
      path: request.url ?? '',
      atMs: Date.now(),
    }
    received.push(one)
    await answer(response, one, request)
  }
  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    void handle(request, response).catch(() => response.destroy())
  const server = isSecure
    ? createSecureServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, listener)
    : createServer(listener)
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    port,
    received,
    connections: () => connections,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
