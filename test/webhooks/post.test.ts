import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { HOSTILE_TARGETS } from '#contracts/webhooks/target.testing.ts'
import { makePost, type PostOptions } from '#infra/webhooks/post.ts'
import type { Posted } from '#query-api/webhooks/ports.ts'
import { CERTIFICATE } from './certificate.ts'
import { type Receiver, startReceiver } from './receiver.ts'

const HEADERS = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': '1',
  'webhook-signature': 'v1,x',
} as const
const BODY = '{"type":"test"}'
const HERE = { allowsPrivate: true, ports: null } as const
const STRICT = { allowsPrivate: false, ports: null } as const
const LIMITS = { connectMs: 20_000, answerMs: 20_000, restMs: 100 }
/** For receivers that are given up. */
const SHORT = { connectMs: 300, answerMs: 900 }
const NOBODY = new AbortController().signal

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const poster = (options: Partial<PostOptions> = {}) => {
  const { post, close } = makePost({
    policy: HERE,
    resolve: async () => [],
    limits: LIMITS,
    ...options,
  })
  closing.push(close)
  return (url: string, signal = NOBODY): Promise<Posted> =>
    post({ url, headers: HEADERS, body: BODY }, signal)
}
const receiver = async (...given: Parameters<typeof startReceiver>): Promise<Receiver> => {
  const one = await startReceiver(...given)
  closing.push(() => one.close())
  return one
}
/** A server that reads nothing and handles its sockets as the test says. */
const rawServer = async (
  onSocket: (socket: Socket) => void,
  address = '127.0.0.1',
  wantedPort = 0,
): Promise<{ readonly port: number; readonly connections: () => number }> => {
  let connections = 0
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    onSocket(socket)
  })
  await new Promise<void>((resolve) => server.listen(wantedPort, address, resolve))
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

describe('a message is posted', () => {
  test('with its headers and exactly its body; the connection is used again', async () => {
    const { url, received, connections } = await receiver()
    const post = poster()
    expect(await post(url)).toEqual({ status: 204, retryAfter: undefined })
    await expect.poll(() => received.length).toBe(1)
    expect(await post(url)).toMatchObject({ status: 204 })
    expect(received[0]).toMatchObject({ id: 'msg_1', signature: 'v1,x', body: BODY, path: '/hook' })
    expect(connections()).toBe(1)
  })

  test('again, once, where an idle connection was closed at that moment', async () => {
    let answered = 0
    const { port, connections } = await rawServer((socket) =>
      socket.on('data', () => {
        answered += 1
        if (connections() === 1 && answered > 1) socket.resetAndDestroy()
        else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
      }),
    )
    const post = poster()
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 })
    await new Promise((resolve) => setImmediate(resolve))
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 })
    expect(connections()).toBe(2)
  })

  test('no redirect is followed', async () => {
    const canary = await receiver()
    const { url } = await receiver((response) => {
      response.writeHead(302, { location: canary.url }).end()
    })
    expect(await poster()(url)).toMatchObject({ status: 302 })
    expect(canary.connections()).toBe(0)
  })

  test('Retry-After comes back with the status', async () => {
    const { url } = await receiver((response) => {
      response.writeHead(503, { 'retry-after': '120' }).end()
    })
    expect(await poster()(url)).toEqual({ status: 503, retryAfter: '120' })
  })

  test('over TLS to the name that the certificate has, at the address that was checked', async () => {
    const { port, received } = await receiver(undefined, { isSecure: true })
    const options = { ca: CERTIFICATE, resolve: async () => ['127.0.0.1'] }
    const post = poster(options)
    expect(await post(`https://receiver.example:${port}/`)).toMatchObject({ status: 204 })
    expect(received).toHaveLength(1)
    expect(await post(`https://another.example:${port}/`)).toEqual({ fault: 'tls_failed' })
    expect(await poster({ resolve: options.resolve })(`https://receiver.example:${port}/`)).toEqual(
      { fault: 'tls_failed' },
    )
    expect(received).toHaveLength(1)
  })
})

describe('a bad receiver costs a bounded time', () => {
  test('one that hangs', async () => {
    const { port } = await rawServer(() => undefined)
    expect(await poster({ limits: SHORT })(`http://127.0.0.1:${port}/`)).toEqual({
      fault: 'answer_timeout',
    })
  })

  test('one whose TLS never begins', async () => {
    const { port } = await rawServer(() => undefined)
    const options = { ca: CERTIFICATE, resolve: async () => ['127.0.0.1'] }
    const post = poster({ ...options, limits: SHORT })
    const found = await post(`https://receiver.example:${port}/`)
    expect(found).toEqual({ fault: 'connect_timeout' })
  })

  test('one that sends its head byte by byte, or informs without end', async () => {
    for (const pieces of ['HTTP/1.1 200 OK\r\nx: ', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(2)]) {
      const { port } = await rawServer((socket) => {
        socket.write(pieces)
        const timer = setInterval(() => socket.write(pieces.endsWith('x: ') ? 'a' : pieces), 20)
        socket.once('close', () => clearInterval(timer))
      })
      expect(await poster({ limits: SHORT })(`http://127.0.0.1:${port}/`)).toEqual({
        fault: 'answer_timeout',
      })
    }
  })

  test('one whose body never ends: its status counts, and the rest is not read', async () => {
    let written = 0
    const { port } = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
      const timer = setInterval(() => {
        if (socket.write(chunk)) written += chunk.length
      }, 1)
      socket.once('close', () => clearInterval(timer))
    })
    expect(await poster()(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 })
    const settled = async (): Promise<boolean> => {
      const before = written
      await new Promise((resolve) => setTimeout(resolve, 50))
      return before === written
    }
    await expect.poll(settled, { timeout: 30_000 }).toBe(true)
  })

  test('one that is not there, answers no HTTP, or ends before it answers', async () => {
    const gone = await rawServer((socket) => socket.destroy())
    const garbage = await rawServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
    const endless = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}`)
    })
    const free = await receiver()
    await free.close()
    const post = poster()
    expect(await post(`http://127.0.0.1:${gone.port}/`)).toEqual({ fault: 'answer_unreadable' })
    expect(await post(`http://127.0.0.1:${garbage.port}/`)).toEqual({ fault: 'answer_unreadable' })
    expect(await post(`http://127.0.0.1:${endless.port}/`)).toEqual({ fault: 'answer_unreadable' })
    expect(await post(free.url)).toEqual({ fault: 'connect_failed' })
    expect(await post('https://receiver.example/')).toEqual({ fault: 'address_unknown' })
  })

  test('one whose status is none of HTTP', async () => {
    const { port } = await rawServer((socket) =>
      socket.end('HTTP/1.1 007 Bond\r\ncontent-length: 0\r\n\r\n'),
    )
    expect(await poster()(`http://127.0.0.1:${port}/`)).toEqual({ fault: 'answer_unreadable' })
  })

  test('an abort ends it at once', async () => {
    const { port } = await rawServer(() => undefined)
    const abort = new AbortController()
    setTimeout(() => abort.abort(), 20)
    const post = poster({ limits: { answerMs: 60_000, connectMs: 60_000 } })
    expect(await post(`http://127.0.0.1:${port}/`, abort.signal)).toHaveProperty('fault')
  })
})

/** On every address of this machine, of both families where it has them. */
const startCanary = () =>
  rawServer((socket) => socket.end(), '::').catch(() =>
    rawServer((socket) => socket.end(), '0.0.0.0'),
  )

const atPort = (target: string, port: number): string => {
  if (!URL.canParse(target)) return target
  const url = new URL(target)
  url.port = String(port)
  return url.href
}

describe('a canary behind hostile targets counts no connection', () => {
  test('by addresses in every spelling', async () => {
    const { port, connections } = await startCanary()
    const post = poster({ policy: STRICT, resolve: async () => ['127.0.0.1'] })
    expect(HOSTILE_TARGETS.length).toBeGreaterThanOrEqual(60)
    for (const target of HOSTILE_TARGETS) {
      const found = await post(atPort(target, port))
      expect(found, target).toHaveProperty('fault')
    }
    expect(connections()).toBe(0)
  })

  test('by names that lead to them', async () => {
    const { port, connections } = await startCanary()
    for (const address of [
      '127.0.0.1',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '0.0.0.0',
      '::',
      '10.0.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      'fe80::1',
      'fd00:ec2::254',
      'localhost',
      '127.1',
      '',
    ]) {
      const post = poster({ policy: STRICT, resolve: async () => [address] })
      const found = await post(`https://rebound.example:${port}/`)
      expect(found, address).toEqual({ fault: 'address_not_public' })
    }
    expect(connections()).toBe(0)
  })

  test('by a name that has a public address beside a private one', async () => {
    const { port, connections } = await startCanary()
    const post = poster({ policy: STRICT, resolve: async () => ['8.8.8.8', '127.0.0.1'] })
    expect(await post(`https://both.example:${port}/`)).toEqual({ fault: 'address_not_public' })
    expect(connections()).toBe(0)
  })

  test.runIf(process.platform === 'linux')(
    'by a name that changes its address after it was checked',
    async () => {
      const { port, received } = await receiver(undefined, { isSecure: true })
      const canary = await rawServer((socket) => socket.end(), '127.0.0.2', port)
      let asked = 0
      const resolve = async () => [asked++ === 0 ? '127.0.0.1' : '127.0.0.2']
      const post = poster({ ca: CERTIFICATE, resolve })
      expect(await post(`https://receiver.example:${port}/`)).toMatchObject({ status: 204 })
      expect([asked, received.length, canary.connections()]).toEqual([1, 1, 0])
    },
  )
})
