/** `subscriptions/listen`: the SDK of version 2 as client, and raw HTTP where it has no way. */
import type { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { fastify, type FastifyRequest } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import type { Change } from '#contracts/changes/change.ts'
import { Slug } from '#contracts/ids.ts'
import { WATCHED_MAX } from '#contracts/mcp/resources.ts'
import { changeAt, makeChangesOf } from '#query-api/changes/changes.testing.ts'
import { changeResources } from '#query-api/mcp/resources/changes.ts'
import { type ListenBounds, LISTENING, makeListening } from '#query-api/routes/mcp/listen.ts'
import { bearer, KEY, keyRecord } from '../api/harness.ts'
import { ARTICLES, listenWithKey, makeMcp, MODERN, modernMeta } from './harness.ts'

const LIMITS = { anonymous: 10_000, rest: 10_000, mcp: 100_000, mcpFirm: 100_000 }
const WAIT = { timeout: 60_000, interval: 50 } as const
const SLUG = ARTICLES[0]?.slug ?? Slug.parse('none')
const URI = `service://articles/${SLUG}`

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** The service with a list of changes that the test makes longer. */
const serve = async (scopes?: readonly string[]) => {
  const changes: Change[] = [changeAt(1)]
  const harness = makeMcp({
    limits: LIMITS,
    changes: makeChangesOf(changes),
    ...(scopes === undefined ? {} : { scopes }),
  })
  const served = await listenWithKey(harness)
  let isClosed = false
  const close = async (): Promise<void> => {
    if (!isClosed) await served.close()
    isClosed = true
  }
  ends.push(close)
  return { harness, url: served.url, changes, close }
}

const connect = async (url: string) => {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: { pin: MODERN } } },
  )
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  ends.push(() => client.close())
  const updated: string[] = []
  let listChanges = 0
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    updated.push(params.uri)
  })
  client.setNotificationHandler('notifications/resources/list_changed', () => {
    listChanges += 1
  })
  return { client, updated, listChanges: () => listChanges }
}

test('the SDK is told of the text, the changes and the list that it watches, and of no others', async () => {
  const { url, changes, close } = await serve()
  const { client, updated, listChanges } = await connect(url)
  const laws = 'service://changes?jurisdictions=LU'
  const subscription = await client.listen({
    resourcesListChanged: true,
    toolsListChanged: true,
    resourceSubscriptions: [URI, laws, 'service://articles/NONE', 'file:///etc/passwd'],
  })
  expect(subscription.honoredFilter).toEqual({
    resourcesListChanged: true,
    resourceSubscriptions: [URI, laws],
  })
  changes.push(changeAt(2, { type: 'headnote.flag_changed', slug: SLUG }))
  await vi.waitFor(() => expect(updated).toEqual([URI]), WAIT)
  changes.push(changeAt(3, { type: 'article.updated', jurisdictions: ['LU'] }))
  await vi.waitFor(() => expect(updated).toEqual([URI, laws]), WAIT)
  expect(listChanges()).toBe(0)
  changes.push(changeAt(4, { type: 'article.withdrawn' }))
  await vi.waitFor(() => expect(listChanges()).toBe(1), WAIT)
  expect(updated).toHaveLength(2)
  // The service tells its end, and does not wait for the client.
  await close()
  expect(await subscription.closed).toBe('graceful')
}, 240_000)

test('a client that comes back is told at once of what it missed', async () => {
  const { url, changes } = await serve()
  changes.push(changeAt(2), changeAt(3, { type: 'article.updated', slug: SLUG }), changeAt(4))
  const since = 'service://changes?after=2&types=article.updated'
  const { client, updated } = await connect(url)
  const first = await client.listen({ resourceSubscriptions: [since, URI] })
  await vi.waitFor(() => expect(updated.toSorted()).toEqual([URI, since].toSorted()), WAIT)
  await first.close()
  expect(await first.closed).toBe('local')
  const { contents } = await client.readResource({ uri: since })
  const [page] = contents
  const { next } = JSON.parse(page !== undefined && 'text' in page ? page.text : '{}')
  const from = `service://changes?after=${next}`
  await client.listen({ resourceSubscriptions: [from] })
  changes.push(changeAt(5))
  await vi.waitFor(() => expect(updated.at(-1)).toBe(from), WAIT)
  expect(updated).toHaveLength(3)
}, 240_000)

type Raw = { readonly status: number; readonly headers: Headers; readonly text: () => string }

/** A stream that is read as bytes, until the test leaves. */
const open = async (url: string, notifications: object, meta: object = modernMeta) => {
  const leaving = new AbortController()
  const response = await fetch(url, {
    method: 'POST',
    signal: leaving.signal,
    headers: {
      ...bearer(),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': MODERN,
      'mcp-method': 'subscriptions/listen',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 'a',
      method: 'subscriptions/listen',
      params: { _meta: meta, notifications },
    }),
  })
  let text = ''
  const reading = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
  })().catch(() => undefined)
  ends.push(async () => leaving.abort())
  const raw: Raw = { status: response.status, headers: response.headers, text: () => text }
  return { ...raw, leave: () => leaving.abort(), ended: reading }
}

const messagesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)))

test('the stream is free, begins with the acknowledgement, and names its subscription and position', async () => {
  const { url, changes } = await serve()
  const stream = await open(url, { resourceSubscriptions: [URI] })
  expect(stream.status).toBe(200)
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    'x-service-cost-usd': '0',
    'cache-control': 'no-store',
  })
  changes.push(changeAt(2, { type: 'article.updated', slug: SLUG }))
  await vi.waitFor(() => expect(messagesOf(stream.text())).toHaveLength(2), WAIT)
  expect(messagesOf(stream.text())).toEqual([
    {
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: {
        notifications: { resourceSubscriptions: [URI] },
        _meta: {
          'io.modelcontextprotocol/subscriptionId': 'a',
          'service/position': '000000000000001',
        },
      },
    },
    {
      jsonrpc: '2.0',
      method: 'notifications/resources/updated',
      params: {
        uri: URI,
        _meta: {
          'io.modelcontextprotocol/subscriptionId': 'a',
          'service/position': '000000000000002',
        },
      },
    },
  ])
}, 240_000)

test.each([
  [undefined, 'member_missing'],
  [{ resourceSubscriptions: 'service://changes' }, 'invalid_type'],
  [{ resourceSubscriptions: Array.from({ length: 201 }, () => URI) }, 'too_big'],
  [{ resourceSubscriptions: ['service://changes?after=99'] }, 'cursor_beyond_head'],
] as const)(
  'refuses to listen to what is no list of addresses (%#)',
  async (notifications, code) => {
    const { url } = await serve()
    const refused = await open(url, notifications as object)
    await refused.ended
    expect(refused.status).toBe(400)
    expect(JSON.parse(refused.text()).error).toMatchObject({
      code: -32_602,
      data: { details: [{ code }] },
    })
  },
)

test('a key has eight streams, and a place is free once a client leaves', async () => {
  const { url, harness, close } = await serve()
  const streams = await Promise.all(
    Array.from({ length: LISTENING.perKeyMax }, () => open(url, { resourcesListChanged: true })),
  )
  expect(streams.map(({ status }) => status)).toEqual(Array(LISTENING.perKeyMax).fill(200))
  const refused = await open(url, { resourcesListChanged: true })
  await refused.ended
  expect([refused.status, JSON.parse(refused.text()).reason]).toEqual([429, 'too_many_streams'])
  expect(refused.headers.get('retry-after')).toBe('30')
  streams[0]?.leave()
  await vi.waitFor(async () => {
    const again = await open(url, { resourcesListChanged: true })
    if (again.status !== 200) await again.ended
    expect(again.status).toBe(200)
  }, WAIT)
  // A client that leaves a stream did nothing wrong.
  expect(harness.log()).not.toContain('connection_closed')
  // No connection of a stream is left for the service to wait for.
  const began = performance.now()
  await close()
  expect(performance.now() - began).toBeLessThan(30_000)
}, 240_000)

test('a key that may not see the texts or the changes is told of none', async () => {
  const { url, changes } = await serve(['mcp', 'changes:read'])
  const asked = { resourcesListChanged: true, resourceSubscriptions: [URI, 'service://changes'] }
  const stream = await open(url, asked)
  changes.push(changeAt(2, { slug: SLUG }))
  await vi.waitFor(() => expect(messagesOf(stream.text())).toHaveLength(2), WAIT)
  expect(messagesOf(stream.text())).toMatchObject([
    { params: { notifications: { resourceSubscriptions: ['service://changes'] } } },
    { params: { uri: 'service://changes' } },
  ])
  expect(messagesOf(stream.text())[0].params.notifications.resourcesListChanged).toBeUndefined()
})

test('a revoked key is told nothing more, and its stream ends', async () => {
  const { url, changes, harness } = await serve()
  const stream = await open(url, { resourceSubscriptions: [URI] })
  await vi.waitFor(() => expect(messagesOf(stream.text())).toHaveLength(1), WAIT)
  harness.keys.delete(KEY)
  changes.push(changeAt(2, { type: 'article.updated', slug: SLUG }))
  await stream.ended
  expect(messagesOf(stream.text())).toMatchObject([
    { method: 'notifications/subscriptions/acknowledged' },
    { id: 'a', result: { resultType: 'complete' } },
  ])
}, 240_000)

/** The stream alone with other bounds, and a key that a test takes away. */
const serveBounded = async (bounds: Partial<ListenBounds>) => {
  const changes: Change[] = [changeAt(1)]
  const kinds = [changeResources(makeChangesOf(changes))]
  const state = {
    isKeyValid: true,
    areKeysAway: false,
    isReaderAway: false,
    reads: 0,
    faults: [] as unknown[],
  }
  const reader = makeChangesOf(changes)
  const counted: typeof reader = {
    read: (request) => {
      state.reads += 1
      if (state.isReaderAway) return Promise.reject(new Fault('store-unavailable'))
      return reader.read(request)
    },
  }
  const { listen, endAll } = makeListening(counted, kinds, {
    bounds: { ...LISTENING, ...bounds },
    onFault: (fault) => state.faults.push(fault),
  })
  const app = fastify()
  app.decorateRequest('isLeftOpen', false)
  const asCaller = (request: FastifyRequest) =>
    Object.assign(request, {
      caller: keyRecord(),
      callerNow: async () => {
        if (state.areKeysAway) throw new Fault('store-timeout')
        return state.isKeyValid ? keyRecord() : null
      },
    })
  app.post('/mcp', async (request, reply) => {
    const message = request.body as Parameters<typeof listen>[0]
    const answer = await listen(message, { request: asCaller(request), reply })
    return 'problem' in answer ? reply.code(answer.problem.status).send() : answer
  })
  const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/mcp`
  ends.push(async () => {
    endAll()
    await app.close()
  })
  return { url, changes, state }
}

test('a quiet stream is kept open by comments, ends when it was idle, and then nothing is read', async () => {
  const { url, state } = await serveBounded({ beatMs: 100, idleMsMax: 2_000 })
  const stream = await open(url, { resourceSubscriptions: ['service://changes'] })
  await stream.ended
  expect(
    stream
      .text()
      .split('\n')
      .filter((line) => line === ':').length,
  ).toBeGreaterThan(2)
  expect(messagesOf(stream.text()).at(-1)).toMatchObject({ result: { resultType: 'complete' } })
  await sleep(1_000)
  const { reads } = state
  await sleep(1_000)
  expect(state.reads).toBe(reads)
}, 240_000)

test('a key that is taken away ends a stream that has nothing to tell', async () => {
  const { url, state } = await serveBounded({ beatMs: 100 })
  const stream = await open(url, { resourceSubscriptions: ['service://changes'] })
  state.isKeyValid = false
  await stream.ended
  expect(messagesOf(stream.text()).at(-1)).toMatchObject({ result: { resultType: 'complete' } })
}, 240_000)

test('faults of the store are passed on, and a stream outlives them', async () => {
  const { url, changes, state } = await serveBounded({ beatMs: 50 })
  const stream = await open(url, { resourceSubscriptions: ['service://changes'] })
  const codes = () => new Set(state.faults.map((fault) => (fault as Fault).code))
  state.areKeysAway = true
  await vi.waitFor(() => expect(codes()).toEqual(new Set(['store-timeout'])), 10_000)
  state.isReaderAway = true
  await vi.waitFor(() => expect(codes()).toContain('store-unavailable'), 10_000)
  Object.assign(state, { areKeysAway: false, isReaderAway: false })
  changes.push(changeAt(2))
  await vi.waitFor(() => expect(stream.text()).toContain('resources/updated'), 30_000)
}, 240_000)

test('a client that reads nothing is owed each address once, and is cut off', async () => {
  const changes: Change[] = [changeAt(1)]
  const reader = makeChangesOf(changes)
  const bounds = { ...LISTENING, beatMs: 100, blockedMsMax: 2_000 }
  const { listen, endAll } = makeListening(reader, [changeResources(reader)], { bounds })
  ends.push(async () => endAll())
  const sent: PassThrough[] = []
  const reply = {
    type: () => reply,
    header: () => reply,
    send: (body: PassThrough) => {
      sent.push(body)
      return reply
    },
  }
  const resourceSubscriptions = Array.from(
    { length: WATCHED_MAX },
    (_, index) => `service://changes?limit=${index + 10}`,
  )
  await listen(
    { kind: 'request', id: 1, method: '', params: { notifications: { resourceSubscriptions } } },
    {
      request: { caller: keyRecord(), callerNow: async () => keyRecord() } as never,
      reply: reply as never,
    },
  )
  const [body] = sent
  let held = 0
  await vi.waitFor(
    () => {
      changes.push(changeAt(changes.length + 1))
      held = Math.max(held, (body?.writableLength ?? 0) + (body?.readableLength ?? 0))
      expect(body?.destroyed).toBe(true)
    },
    { timeout: 30_000, interval: 100 },
  )
  expect(held).toBeLessThan(512 * 1024)
}, 240_000)
