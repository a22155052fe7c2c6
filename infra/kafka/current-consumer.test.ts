import type { Consumer } from 'kafkajs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeCurrentConsumer } from './current-consumer.ts'

type Fake = {
  readonly consumer: Consumer
  readonly isConnected: () => boolean
  /** Says that the client gave it up. */
  readonly crash: () => void
}

const makeFake = (): Fake => {
  let connected = false
  const listeners: ((event: unknown) => void)[] = []
  const consumer = {
    events: { CRASH: 'consumer.crash' },
    on: (_: string, listener: (event: unknown) => void) => void listeners.push(listener),
    connect: async () => void (connected = true),
    disconnect: async () => void (connected = false),
  }
  return {
    consumer: consumer as unknown as Consumer,
    isConnected: () => connected,
    crash: () => {
      for (const listener of listeners) listener({ payload: { restart: false } })
    },
  }
}

const openOn = (fakes: readonly Fake[], run: () => Promise<void> = async () => undefined) => {
  const left = [...fakes]
  const faults: unknown[] = []
  const current = makeCurrentConsumer({
    make: async () => left.shift()?.consumer as Consumer,
    start: async (one) => {
      await one.connect()
      await run()
    },
    onAway: (fault) => faults.push(fault),
  })
  return { current, faults }
}

test('a consumer that fails after it is connected is disconnected, and reported', async () => {
  const one = makeFake()
  const { current, faults } = openOn([one], () => Promise.reject(new Error('no such topic')))
  await current.openUnlessAway()
  expect(faults).toMatchObject([{ code: 'transport-unavailable' }])
  expect(one.isConnected()).toBe(false)
  expect(await current.get()).toBeNull()
})

test('a consumer that crashes late does not take a newer one with it', async () => {
  const [old, next] = [makeFake(), makeFake()]
  const { current } = openOn([old, next])
  await current.openUnlessAway()
  old.crash()
  await current.openUnlessAway()
  expect(await current.get()).toBe(next.consumer)
  old.crash()
  expect(await current.get()).toBe(next.consumer)
  expect([old.isConnected(), next.isConnected()]).toEqual([false, true])
})

test('closing disconnects the consumer that is open', async () => {
  const one = makeFake()
  const { current } = openOn([one])
  await current.openUnlessAway()
  await current.close()
  expect(one.isConnected()).toBe(false)
})

test('after a clock that was set back the next attempt comes no later', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const [absent, next] = [makeFake(), makeFake()]
  let away = true
  const { current } = openOn([absent, next], () =>
    away ? Promise.reject(new Error('away')) : Promise.resolve(),
  )
  await current.openUnlessAway()
  away = false
  vi.advanceTimersByTime(60_000)
  vi.setSystemTime(Date.now() - 3_600_000)
  await current.openUnlessAway()
  expect(await current.get()).toBe(next.consumer)
})
