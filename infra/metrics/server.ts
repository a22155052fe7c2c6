import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Fault } from '#contracts/fault.ts'
import type { Metrics } from './metrics.ts'

const TIMEOUTS = { requestMs: 5_000, idleConnectionMs: 60_000 } as const
const HTTP = { ok: 200, notFound: 404, notAllowed: 405, failed: 500 } as const
const PATH = '/metrics'
const PORT_TAKEN = 'EADDRINUSE'

export type MetricsServer = {
  /** `http://HOST:PORT/metrics` */
  readonly url: string
  close(): Promise<void>
}

const answer = async (
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  if (request.url !== PATH) return void response.writeHead(HTTP.notFound).end()
  if (request.method !== 'GET')
    return void response.writeHead(HTTP.notAllowed, { allow: 'GET' }).end()
  try {
    const text = await metrics.text()
    response.writeHead(HTTP.ok, { 'content-type': metrics.contentType }).end(text)
  } catch {
    response.writeHead(HTTP.failed).end()
  }
}

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

const listenFault = (cause: unknown, host: string, port: number): Fault => {
  const taken =
    typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === PORT_TAKEN
  return new Fault(taken ? 'port-taken' : 'listen-failed', `can't listen on ${host}:${port}`, {
    cause,
    hint: taken
      ? 'end what listens there, or set METRICS_PORT (0 takes any free one)'
      : 'check HOST and METRICS_PORT',
  })
}

/**
 * Serves metrics on a separate port, so that the public port never exposes them. Throws Faults
 * `port-taken` and `listen-failed`.
 */
export const serveMetrics = async (
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsServer> => {
  const server = createServer((request, response) => void answer(metrics, request, response))
  server.requestTimeout = TIMEOUTS.requestMs
  server.headersTimeout = TIMEOUTS.requestMs
  server.keepAliveTimeout = TIMEOUTS.idleConnectionMs
  try {
    await listen(server, host, port)
  } catch (cause) {
    throw listenFault(cause, host, port)
  }
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `http://${name}:${address.port}${PATH}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
