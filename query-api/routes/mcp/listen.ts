/**
 * `subscriptions/listen` of 2026-07-28: a stream of server-sent events that names the resources
 * that changed (contracts/conventions/mcp.md). Notifications carry no data, so a client that reads
 * slowly costs no queue: what is to be told is a set of addresses.
 */
import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SERVER_INFO_META_KEY, SUBSCRIPTION_ID_META_KEY } from '@modelcontextprotocol/server'
import { Position, printPosition } from '#contracts/ids.ts'
import { type ListenFilter, ListenParams } from '#contracts/mcp/resources.ts'
import type { Problem } from '#contracts/web/http/problem.ts'
import { parseRequest, RequestInvalid } from '#contracts/web/http/validation.ts'
import type { KeyRecord } from '../../auth/ports.ts'
import { makeCallGate } from '../../billing/call-gate.ts'
import { readAfter } from '../../changes/list-changes.ts'
import type { ChangesReader } from '../../changes/ports.ts'
import { type ChangeWatch, makeChangeWatch, type Told } from '../../changes/watch.ts'
import { callerOf } from '../../http/caller.ts'
import { changesTheList } from '../../mcp/resources/articles.ts'
import {
  type NamedResource,
  POSITION_MEMBER,
  type ResourceKind,
} from '../../mcp/resources/resource.ts'
import type { RpcId, RpcRequest } from './jsonrpc.ts'
import { SERVER_INFO } from './server.ts'

export const LISTENING = {
  /** Streams of one key and of all keys, in one process. */
  perKeyMax: 8,
  inProcessMax: 1_000,
  /** A comment keeps the connection open, and the key is looked up again. */
  beatMs: 10_000,
  /** A stream that has had nothing to tell for so long ends. */
  idleMsMax: 60 * 60_000,
  /** A client that takes nothing for so long is cut off. */
  blockedMsMax: 30_000,
} as const
export type ListenBounds = Readonly<Record<keyof typeof LISTENING, number>>

const RETRY_AFTER_SECONDS = 30
const tooManyStreams = ({ perKeyMax }: ListenBounds): Problem => ({
  status: 429,
  body: {
    error: 'rate_limit',
    message: 'Too many open streams',
    detail: `A key may listen on ${perKeyMax} streams at once, and the service has a bound for all keys together: close one, or watch more on one stream.`,
    reason: 'too_many_streams',
  },
  headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
})

/** What a stream watches: that to which the key has a right, of what the client asked for. */
type Watched = {
  readonly filter: ListenFilter
  readonly named: ReadonlyMap<string, NamedResource>
  readonly scopes: readonly string[]
}

/** Null: the address names nothing that could change. */
const namedBy = (kind: ResourceKind, uri: string): NamedResource | null => {
  try {
    return kind.named(uri)
  } catch (error) {
    if (error instanceof RequestInvalid) return null
    throw error
  }
}

const watchedBy = (
  { notifications }: ReturnType<typeof ListenParams.parse>,
  kinds: readonly ResourceKind[],
  { scopes }: Pick<KeyRecord, 'scopes'>,
): Watched => {
  const allowed = kinds.filter(({ scope }) => scopes.includes(scope))
  const named = new Map<string, NamedResource>()
  const needed = new Set<string>(['mcp'])
  for (const uri of notifications.resourceSubscriptions ?? [])
    for (const kind of allowed) {
      const found = namedBy(kind, uri)
      if (found === null) continue
      named.set(uri, found)
      needed.add(kind.scope)
    }
  const lists = allowed.filter(({ page }) => page !== undefined)
  const isListWatched = notifications.resourcesListChanged === true && lists.length > 0
  if (isListWatched) for (const { scope } of lists) needed.add(scope)
  return {
    filter: {
      ...(isListWatched ? { resourcesListChanged: true } : {}),
      ...(named.size === 0 ? {} : { resourceSubscriptions: [...named.keys()] }),
    },
    named,
    scopes: [...needed],
  }
}

/**
 * Where the stream begins: the least position that an address names, or the head. Throws
 * RequestInvalid for a position above the head.
 */
const beginningOf = async (changes: ChangesReader, { named }: Watched): Promise<Position> => {
  const positions = [...named.values()].flatMap(({ after }) => after ?? [])
  const { head } = await readAfter(changes, Position.parse(Math.max(0, ...positions)), 1)
  return positions.length === 0 ? head : Position.parse(Math.min(...positions))
}

type Stream = {
  readonly body: PassThrough
  /** The client is told that this is all. */
  end(): void
}

type StreamDeps = {
  readonly watch: ChangeWatch
  readonly keyNow: () => Promise<KeyRecord | null>
  readonly bounds: ListenBounds
  readonly onFault: (fault: unknown) => void
  /** Called when the stream has ended, whoever ended it. */
  readonly left: () => void
}

const openStream = (
  id: RpcId,
  { filter, named, scopes }: Watched,
  begins: Position,
  { watch, keyNow, bounds, onFault, left }: StreamDeps,
): Stream => {
  const body = new PassThrough()
  const updated = new Set<string>()
  let isListChanged = false
  let through = begins
  let isBlocked = false
  let isTelling = false
  let lastToldAt = performance.now()
  let blockedSince = 0

  const write = (text: string): void => {
    if (body.writable && !body.write(text) && !isBlocked) {
      isBlocked = true
      blockedSince = performance.now()
    }
  }
  const send = (message: object): void =>
    write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`)
  const notify = (method: string, params: object): void =>
    send({
      method: `notifications/${method}`,
      params: {
        ...params,
        _meta: { [SUBSCRIPTION_ID_META_KEY]: id, [POSITION_MEMBER]: printPosition(through) },
      },
    })

  const end = (): void => {
    if (isBlocked) return void body.destroy()
    const _meta = { [SUBSCRIPTION_ID_META_KEY]: id, [SERVER_INFO_META_KEY]: SERVER_INFO }
    send({ id, result: { resultType: 'complete', _meta } })
    body.end()
    stop()
  }
  /** Whether the key still has a right to all that is watched; ends the stream if not. */
  const isAllowed = async (): Promise<boolean> => {
    const key = await keyNow()
    const isStill = key !== null && scopes.every((scope) => key.scopes.includes(scope))
    if (!isStill) end()
    return isStill
  }
  const isAnythingNew = (): boolean => isListChanged || updated.size > 0

  const tell = async (): Promise<void> => {
    if (isTelling || isBlocked || !isAnythingNew()) return
    isTelling = true
    try {
      if (!(await isAllowed())) return
      lastToldAt = performance.now()
      if (isListChanged) notify('resources/list_changed', {})
      for (const uri of updated) notify('resources/updated', { uri })
      isListChanged = false
      updated.clear()
    } catch (fault) {
      // The store of keys is away. The client is told with the next beat.
      onFault(fault)
    } finally {
      isTelling = false
    }
  }
  const told: Told = (changes, position) => {
    through = position
    for (const change of changes) {
      if (filter.resourcesListChanged === true && changesTheList(change)) isListChanged = true
      for (const [uri, one] of named) {
        const isOld = one.after !== null && Number(change.position) <= one.after
        if (!isOld && one.concerns(change)) updated.add(uri)
      }
    }
    void tell()
  }
  const beat = async (): Promise<void> => {
    const now = performance.now()
    if (isBlocked) {
      if (now - blockedSince > bounds.blockedMsMax) body.destroy()
      return
    }
    if (now - lastToldAt > bounds.idleMsMax) return end()
    write(':\n\n')
    await isAllowed().catch(onFault)
    await tell()
  }
  const beats = setInterval(() => void beat(), bounds.beatMs)
  body.on('drain', () => {
    isBlocked = false
    void tell()
  })
  const stop = (): void => {
    clearInterval(beats)
    stopWatching()
    left()
  }
  // Also where the client leaves.
  body.once('close', stop)
  notify('subscriptions/acknowledged', { notifications: filter })
  const stopWatching = watch.from(begins, told)
  return { body, end }
}

export type Listening = {
  /**
   * Answers with a stream, or with a problem where there is no place for one. Throws RequestInvalid
   * for parameters that cannot be served.
   */
  readonly listen: (
    message: RpcRequest,
    exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  ) => Promise<FastifyReply | { readonly problem: Problem }>
  /** Ends all streams, each with its result. */
  readonly endAll: () => void
}

type ListenOptions = {
  readonly bounds?: ListenBounds
  /** Called with every fault that streams survive. */
  readonly onFault?: (fault: unknown) => void
}

export const makeListening = (
  changes: ChangesReader,
  kinds: readonly ResourceKind[],
  { bounds = LISTENING, onFault = () => undefined }: ListenOptions = {},
): Listening => {
  const { inProcessMax: inFlightMax, perKeyMax } = bounds
  const places = makeCallGate({ inFlightMax, perKeyMax, waitMs: 0 })
  const watch = makeChangeWatch(changes, onFault)
  const open = new Set<Stream>()
  return {
    listen: async ({ id, params }, { request, reply }) => {
      const caller = callerOf(request)
      const watched = watchedBy(parseRequest(ListenParams, params), kinds, caller)
      const begins = await beginningOf(changes, watched)
      const leave = await places.enter(caller.keyId)
      if (leave === null) return { problem: tooManyStreams(bounds) }
      const left = (): void => {
        leave()
        open.delete(stream)
      }
      const { callerNow } = request
      const stream = openStream(id, watched, begins, {
        watch,
        keyNow: callerNow,
        bounds,
        onFault,
        left,
      })
      open.add(stream)
      request.isLeftOpen = true
      return (
        reply
          .type('text/event-stream; charset=utf-8')
          .header('Cache-Control', 'no-store')
          .header('X-Accel-Buffering', 'no')
          // Else a service that closes would wait until the connection has been idle for long.
          .header('Connection', 'close')
          .send(stream.body)
      )
    },
    endAll: () => {
      for (const stream of open) stream.end()
    },
  }
}
