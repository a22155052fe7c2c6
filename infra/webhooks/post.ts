/**
 * Posts messages of webhooks to addresses that strangers name. A name is resolved here, each of its
 * addresses is checked, and the connection is opened to one that was checked.
 */
import { request as requestHttp, Agent as HttpAgent, type ClientRequest } from 'node:http'
import { request as requestHttps, Agent as HttpsAgent } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { AttemptFault } from '#contracts/http/webhooks.ts'
import { PRODUCT } from '#contracts/service.ts'
import {
  endpointOf,
  isAddressAllowed,
  isThisMachine,
  targetFault,
  type TargetPolicy,
} from '#contracts/webhooks/target.ts'
import type { Post, Posted, PostMessage } from '#query-api/webhooks/ports.ts'

export const POST_LIMITS = {
  /** Finding the addresses, connecting and TLS. */
  connectMs: 5_000,
  /** Until the head of the answer is there, from the start. */
  answerMs: 15_000,
  /** The rest of an answer is read this long and this far, to use the connection again. */
  restMs: 1_000,
  restBytesMax: 16 * 1024,
  idleConnectionMs: 10_000,
  idleConnectionsMax: 256,
} as const

/** All addresses of a name; none: it has none. */
export type Resolve = (host: string) => Promise<readonly string[]>

export type PostOptions = {
  readonly policy: TargetPolicy
  readonly resolve: Resolve
  /** Certificates that are trusted; default: those of Node. */
  readonly ca?: string
  readonly limits?: { readonly [Name in keyof typeof POST_LIMITS]?: number }
}

class LookupError extends Error {
  readonly fault: AttemptFault

  constructor(fault: AttemptFault) {
    super(fault)
    this.fault = fault
  }
}

const LOOPBACK: readonly string[] = ['127.0.0.1', '::1']

/** Addresses that may be connected to. Throws LookupError. */
const checkedAddresses = async (
  { policy, resolve }: PostOptions,
  host: string,
): Promise<readonly { readonly address: string; readonly family: number }[]> => {
  const addresses = isThisMachine(host) ? LOOPBACK : await resolve(host)
  if (addresses.length === 0) throw new LookupError('address_unknown')
  // One that may not be reached among others is no mistake of its owner.
  if (addresses.some((address) => !isAddressAllowed(address, policy)))
    throw new LookupError('address_not_public')
  return addresses.map((address) => ({ address, family: isIP(address) }))
}

/** Gives a socket its addresses, or fails; an address that was not checked never reaches it. */
const checkedLookup =
  (options: PostOptions): LookupFunction =>
  (host, { all }, done) => {
    const answer = async (): Promise<void> => {
      try {
        const found = await checkedAddresses(options, host)
        if (all === true) done(null, [...found])
        else done(null, found[0]?.address ?? '', found[0]?.family)
      } catch (error) {
        done(error instanceof LookupError ? error : new LookupError('address_unknown'), '', 0)
      }
    }
    void answer()
  }

const isTls = (code: string): boolean =>
  /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH)/.test(code)

/** How far a request came. */
type Stage = 'connecting' | 'securing' | 'sent'

const faultOf = (error: unknown, stage: Stage): AttemptFault => {
  if (error instanceof LookupError) return error.fault
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (stage === 'connecting') return 'connect_failed'
  return stage === 'securing' || isTls(code) ? 'tls_failed' : 'answer_unreadable'
}

/** Follows how far a new connection is; a used one is open already. */
const watchStage = (request: ClientRequest, isSecure: boolean, onStage: (stage: Stage) => void) =>
  request.once('socket', (socket) => {
    if (request.reusedSocket) {
      onStage('sent')
      return
    }
    socket.once('connect', () => onStage(isSecure ? 'securing' : 'sent'))
    socket.once('secureConnect', () => onStage('sent'))
  })

const isStale = (request: ClientRequest, error: unknown): boolean =>
  request.reusedSocket &&
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ECONNRESET' || error.code === 'EPIPE')

type Exchange = Posted | 'stale'

const STATUS_MIN = 100

/** Opens connections for one notifier. `close` ends those that are idle. */
export const makePost = (
  options: PostOptions,
): { readonly post: PostMessage; readonly close: () => void } => {
  const limits = { ...POST_LIMITS, ...options.limits }
  const pool = {
    keepAlive: true,
    maxFreeSockets: limits.idleConnectionsMax,
    timeout: limits.idleConnectionMs,
  }
  const agents = {
    'http:': new HttpAgent(pool),
    'https:': new HttpsAgent({ ...pool, ...(options.ca === undefined ? {} : { ca: options.ca }) }),
  } as const
  const lookup = checkedLookup(options)

  const open = (url: URL, { headers, body }: Post, isFresh: boolean): ClientRequest => {
    const isSecure = url.protocol === 'https:'
    const { host, port } = endpointOf(url)
    const ask = isSecure ? requestHttps : requestHttp
    return ask({
      method: 'POST',
      host,
      port,
      path: `${url.pathname}${url.search}`,
      lookup,
      agent: isFresh ? false : agents[isSecure ? 'https:' : 'http:'],
      ...(options.ca === undefined ? {} : { ca: options.ca }),
      headers: {
        ...headers,
        host: url.host,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': `${PRODUCT}-Webhooks`,
      },
    })
  }

  const exchange = (post: Post, signal: AbortSignal, isFresh: boolean): Promise<Exchange> =>
    new Promise((resolve) => {
      const url = new URL(post.url)
      const request = open(url, post, isFresh)
      let stage: Stage = 'connecting'
      const cut = (fault: AttemptFault) => () => end({ fault })
      const connecting = setTimeout(cut('connect_timeout'), limits.connectMs)
      const answering = setTimeout(cut('answer_timeout'), limits.answerMs)
      const onAbort = cut('connect_failed')
      const end = (result: Exchange, isAnswered = false): void => {
        clearTimeout(connecting)
        clearTimeout(answering)
        signal.removeEventListener('abort', onAbort)
        resolve(result)
        if (!isAnswered) request.destroy()
      }
      signal.addEventListener('abort', onAbort, { once: true })
      watchStage(request, url.protocol === 'https:', (next) => {
        stage = next
        if (stage === 'sent') clearTimeout(connecting)
      })
      request.on('error', (error) =>
        end(isStale(request, error) ? 'stale' : { fault: faultOf(error, stage) }),
      )
      request.once('close', () => end({ fault: 'answer_unreadable' }))
      request.once('response', (response) => {
        const { statusCode: status = 0 } = response
        // Node reads any three digits, and the status is kept as one of HTTP.
        if (status < STATUS_MIN) return end({ fault: 'answer_unreadable' })
        end({ status, retryAfter: response.headers['retry-after'] }, true)
        let bytes = 0
        const resting = setTimeout(() => response.destroy(), limits.restMs)
        response.on('error', () => undefined)
        response.once('close', () => clearTimeout(resting))
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > limits.restBytesMax) response.destroy()
        })
      })
      request.end(post.body)
    })

  return {
    post: async (post, signal) => {
      if (targetFault(post.url, options.policy) !== null) return { fault: 'address_not_public' }
      const first = await exchange(post, signal, false)
      // The receiver closed an idle connection at this moment.
      const last = first === 'stale' ? await exchange(post, signal, true) : first
      return last === 'stale' ? { fault: 'answer_unreadable' } : last
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}
