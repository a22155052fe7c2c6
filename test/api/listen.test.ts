/** On a real socket: keep-alive, closing, clients that leave. */
import { request } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { BASE, bearer, emptyResponse, makeHarness, POSITION, SLUG } from './harness.ts'
import type { AppDeps } from '#query-api/routes/app.ts'

const listening = async (changes: Partial<AppDeps> = {}) => {
  const harness = makeHarness(changes)
  await harness.app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => harness.app.close())
  const { port } = harness.app.server.address() as AddressInfo
  return { ...harness, port, base: `http://127.0.0.1:${port}${BASE}` }
}

const until = async (holds: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 200 && !holds(); turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 10))
  expect(holds()).toBe(true)
}

test('a client finds, reads and checks an article', async () => {
  const { base } = await listening()
  const found = await fetch(`${base}/search`, {
    method: 'POST',
    headers: { ...bearer(), 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'responsabilité' }),
  })
  expect(found.status).toBe(200)
  const read = await fetch(`${base}/articles/${SLUG}`, { headers: bearer() })
  expect(read.status).toBe(200)
  const etag = read.headers.get('etag') ?? ''
  const again = await fetch(`${base}/articles/${SLUG}`, {
    headers: { ...bearer(), 'if-none-match': etag },
  })
  expect(again.status).toBe(304)
  const docs = await fetch(`${new URL(base).origin}/docs`)
  expect([docs.status, docs.redirected]).toEqual([200, true])
})

/** A search that answers when the test releases it. */
const heldSearch = () => {
  let begun = false
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const search: AppDeps['search'] = async (asked) => {
    begun = true
    await held
    return { response: emptyResponse(asked), position: POSITION }
  }
  return { search, release, begun: () => begun }
}

test('closing waits for requests in flight and accepts no new connection', async () => {
  const { search, release, begun } = heldSearch()
  const { app, base } = await listening({ search })
  const answer = fetch(`${base}/search`, {
    method: 'POST',
    headers: { ...bearer(), 'content-type': 'application/json' },
    body: '{}',
  })
  await until(begun)
  let closed = false
  const closing = app.close().then(() => (closed = true))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(closed).toBe(false)
  await expect(fetch(`${base}/articles/${SLUG}`, { headers: bearer() })).rejects.toThrow()
  release()
  expect((await answer).status).toBe(200)
  await closing
})

test('an idle connection does not delay closing', async () => {
  const { app, base } = await listening()
  await (await fetch(`${base}/articles/${SLUG}`, { headers: bearer() })).text()
  const started = performance.now()
  await app.close()
  expect(performance.now() - started).toBeLessThan(1_000)
})

test('a client that leaves before its answer is logged as one', async () => {
  const { search, release, begun } = heldSearch()
  const { port, log } = await listening({ search })
  const left = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `${BASE}/search`,
    headers: { ...bearer(), 'content-type': 'application/json' },
  })
  left.on('error', () => undefined)
  left.end('{}')
  await until(begun)
  left.destroy()
  await until(() => log() !== '')
  release()
  expect(JSON.parse(log())).toMatchObject({ status: 0, code: 'connection_closed' })
})

test('a client that leaves in the middle of its body breaks nothing', async () => {
  const { port, log, searched } = await listening()
  const socket = connect(port, '127.0.0.1')
  const head = `POST ${BASE}/search HTTP/1.1\r\nHost: a\r\nAuthorization: ${bearer().authorization}\r\n`
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"text"`)
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.destroy()
  await until(() => log() !== '')
  expect(JSON.parse(log())).toMatchObject({ status: 0, code: 'connection_closed' })
  expect(JSON.parse(log())).not.toHaveProperty('fault')
  expect(searched).toEqual([])
})

test('a chunked body is accepted, and refused when it becomes too large', async () => {
  const { base } = await listening()
  const send = (chunks: string[]) =>
    fetch(`${base}/search`, {
      method: 'POST',
      headers: { ...bearer(), 'content-type': 'application/json' },
      body: new ReadableStream({
        start: (controller) => {
          for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
          controller.close()
        },
      }),
      duplex: 'half',
    })
  expect((await send(['{"text":', '"a"}'])).status).toBe(200)
  const large = await send(['{"text":"', 'a'.repeat(200_000), '"}'])
  expect(large.status).toBe(400)
  expect(await large.json()).toMatchObject({ details: [{ code: 'body_too_large' }] })
})
