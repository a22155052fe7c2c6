import { expect, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import { StreamId } from '#contracts/ids.ts'
import { readableStreams } from './readable-streams.ts'

const streamOf = (digit: string): StreamId =>
  StreamId.parse(`article-00000000-0000-4000-8000-00000000000${digit}`)
const [A, B, C] = [streamOf('a'), streamOf('b'), streamOf('c')]

test('a stream that this program cannot read does not keep the others from being read', async () => {
  const store = {
    readStreams: async (ids: readonly StreamId[]) => {
      if (ids.includes(B)) throw new Fault('event-unreadable')
      return new Map(ids.map((id) => [id, []]))
    },
  }
  expect([...(await readableStreams(store, [A, B, C])).keys()]).toEqual([A, C])
})

test('any other fault is not hidden', async () => {
  const store = { readStreams: () => Promise.reject(new Fault('store-unavailable')) }
  await expect(readableStreams(store, [A, B])).rejects.toMatchObject({ code: 'store-unavailable' })
})
