import { expect, test } from 'vitest'
import { makeBell } from '#contracts/toolkit/wait.ts'
import { deliver } from './deliver.ts'
import type { DueMessage, Outcome } from './ports.ts'

const messageOf = (id: string): DueMessage => ({ id, body: '{}', attempts: 0 })
const endpoint = {
  endpointId: 'endpoint',
  url: 'https://receiver.example/',
  sealedSecret: new Uint8Array(),
  beginning: 0,
  previousSealedSecret: null,
}

test('what was answered before an orderly end is kept, and not sent again', async () => {
  const stop = new AbortController()
  const kept: string[] = []
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const isRecording = Promise.withResolvers<void>()
  const queue = {
    dueEndpoints: async () => [endpoint],
    due: async () =>
      new Map([[endpoint.endpointId, kept.length === 0 ? ['a', 'b'].map(messageOf) : []]]),
    record: async (outcomes: readonly Outcome[]) => {
      isRecording.resolve()
      if (kept.length === 0) await first.promise
      kept.push(...outcomes.map(({ messageId }) => messageId))
    },
  }
  const delivering = deliver(
    {
      queue,
      send: async (_, { id }) => {
        if (id === 'b') await second.promise
        return { status: 200, retryAfter: undefined }
      },
      clock: () => 0,
      random: () => 0,
    },
    makeBell(),
    stop.signal,
  )
  await isRecording.promise
  // The second answer comes while the first one is kept, and then the service stops.
  second.resolve()
  await new Promise((resolve) => setImmediate(resolve))
  stop.abort()
  first.resolve()
  await delivering
  expect(kept).toEqual(['a', 'b'])
})
