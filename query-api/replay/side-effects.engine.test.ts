import { spawn } from 'node:child_process'
import { connect, createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { watchOutward, watchPorts } from './side-effects.ts'

const nothing = async (..._given: readonly unknown[]): Promise<void> => undefined

test('reading the truth and writing the one generation are no side effects; all else is', async () => {
  const watch = watchPorts(2)
  const { log, events, generations, projection } = watch.ports({
    log: { read: nothing, readEntries: nothing },
    events: { append: nothing },
    generations: { advance: nothing, live: nothing, swap: nothing },
    projection: { apply: nothing, drop: nothing },
  })
  await log.read(0)
  await log.readEntries(0)
  await generations.live()
  await generations.advance(2)
  await projection.apply(2)
  expect(watch.counts()).toEqual({ sideEffects: 0, embeddingsComputed: 0, offenders: [] })
  await events.append('a fact')
  await generations.advance(1)
  await projection.apply(1)
  await projection.drop(2)
  await generations.swap(1, 2)
  expect(watch.counts()).toEqual({
    sideEffects: 5,
    embeddingsComputed: 0,
    offenders: [
      'events.append',
      'generations.advance',
      'generations.swap',
      'projection.apply',
      'projection.drop',
    ],
  })
})

test('an embedding that is computed or kept is counted apart', async () => {
  const watch = watchPorts(2)
  const { embedder, vectors } = watch.ports({
    embedder: { model: 'a@1', embedPassages: nothing },
    vectors: { get: nothing, put: nothing },
  })
  await vectors.get('a@1')
  expect(embedder.model).toBe('a@1')
  await embedder.embedPassages(['a text'])
  await vectors.put('a@1')
  expect(watch.counts()).toEqual({
    sideEffects: 0,
    embeddingsComputed: 2,
    offenders: ['embedder.embedPassages', 'vectors.put'],
  })
})

const listening = async (): Promise<{ port: number; close: () => void }> => {
  const server = createServer((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}
const touch = async (port: number): Promise<void> => {
  const socket = connect(port, '127.0.0.1')
  socket.resume()
  await once(socket, 'close')
}

test('connections and requests of this process are counted, but for those to the engines', async () => {
  const [database, elsewhere] = [await listening(), await listening()]
  const outward = watchOutward([database.port])
  await touch(database.port)
  expect(outward.count()).toBe(0)
  await touch(elsewhere.port)
  expect(outward.count()).toBe(1)
  await (await fetch(`http://127.0.0.1:${elsewhere.port}/`)).arrayBuffer()
  expect(outward.count()).toBe(2)
  spawn(process.execPath, ['--version'])
  expect(outward.count()).toBeGreaterThan(2)
  const counted = outward.count()
  outward.stop()
  await touch(elsewhere.port)
  expect(outward.count()).toBe(counted)
  database.close()
  elsewhere.close()
})
