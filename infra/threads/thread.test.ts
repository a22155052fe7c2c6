import { expect, onTestFinished, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import { makeThread, servesThread, type ThreadOptions } from './thread.ts'

type EchoCalls = {
  echo: { asked: unknown; answered: unknown }
  square: { asked: number; answered: Float32Array }
  refuse: { asked: null; answered: never }
  breakDown: { asked: null; answered: never }
  exit: { asked: number; answered: never }
  block: { asked: number; answered: string }
  never: { asked: null; answered: never }
  untilCancelled: { asked: null; answered: string }
  viaOwner: { asked: number; answered: number }
}

const PROGRAM = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { workerData } from 'node:worker_threads'
    import { Fault } from '${new URL('../../contracts/fault.ts', import.meta.url).href}'
    import { Moved, serveRequests } from '${new URL('./serve.ts', import.meta.url).href}'
    const { notify, call } = serveRequests({
      echo: (asked) => ({ asked, start: workerData }),
      square: (size) => {
        const numbers = new Float32Array(size).fill(2)
        return new Moved(numbers, [numbers.buffer])
      },
      refuse: () => {
        throw new Fault('store-locked', 'held by another', { hint: 'wait', retryAfterMs: 7 })
      },
      breakDown: () => { throw new TypeError('the words of an engine') },
      exit: (code) => process.exit(code),
      block: (ms) => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
        return 'awake'
      },
      never: () => new Promise(() => undefined),
      untilCancelled: (_, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve('cancelled'))),
      viaOwner: (asked, signal) => call('double', asked, signal),
    }, { toFault: () => new Fault('search-index-failed', 'a defect') })
    notify('up')
  `)}`,
)

const open = (options: Partial<ThreadOptions<string>> = {}) => {
  let starts = 0
  const thread = makeThread<EchoCalls, string>({
    program: PROGRAM,
    data: () => (starts += 1),
    toFault: (why) => new Fault('search-unavailable', why),
    ...options,
  })
  onTestFinished(() => thread.close())
  return thread
}

test('answers are matched to requests by number, in any order', async () => {
  const thread = open()
  const answers = await Promise.all(['a', 'b', 'c'].map((one) => thread.ask('echo', one)))
  expect(answers).toEqual(['a', 'b', 'c'].map((asked) => ({ asked, start: 1 })))
  expect(await thread.ask('square', 3)).toEqual(new Float32Array([2, 2, 2]))
  expect(thread.pendingCount()).toBe(0)
})

test('a fault keeps its code, hint and retry time; messages of other errors are dropped', async () => {
  const thread = open()
  await expect(thread.ask('refuse', null)).rejects.toMatchObject({
    code: 'store-locked',
    message: 'held by another',
    hint: 'wait',
    retryAfterMs: 7,
  })
  const broken = thread.ask('breakDown', null)
  await expect(broken).rejects.toBeInstanceOf(Fault)
  await expect(broken).rejects.toMatchObject({ code: 'search-index-failed', message: 'a defect' })
})

test('a lost thread fails its pending requests, and the next request starts another', async () => {
  const lost: Fault[] = []
  const thread = open({ onLost: (fault) => lost.push(fault) })
  const underWay = thread.ask('never', null)
  await Promise.all([
    expect(thread.ask('exit', 3)).rejects.toMatchObject({ message: 'ended' }),
    expect(underWay).rejects.toMatchObject({ message: 'ended' }),
  ])
  expect(lost).toHaveLength(1)
  expect(await thread.ask('echo', 'again')).toEqual({ asked: 'again', start: 2 })
})

test('a late request fails alone; a thread that stays silent is replaced', async () => {
  const thread = open()
  await expect(thread.ask('never', null, { timeMsMax: 20 })).rejects.toMatchObject({
    message: 'late',
  })
  expect(await thread.ask('echo', 1)).toEqual({ asked: 1, start: 1 })
  const silent = open({ silenceMsMax: 0 })
  await silent.ask('echo', 1)
  await expect(silent.ask('block', 60_000, { timeMsMax: 20 })).rejects.toMatchObject({
    message: 'late',
  })
  await expect
    .poll(() => silent.ask('echo', 2).catch(() => null), { timeout: 10_000 })
    .toEqual({ asked: 2, start: 2 })
})

test('a request whose caller leaves is cancelled in the thread', async () => {
  const thread = open()
  const leaving = new AbortController()
  const answer = thread.ask('untilCancelled', null, { signal: leaving.signal })
  leaving.abort()
  expect(await answer).toBe('cancelled')
  expect(await thread.ask('untilCancelled', null, { signal: AbortSignal.abort() })).toBe(
    'cancelled',
  )
})

test('a thread calls its owner, whose faults keep their code and whose work ends with the caller', async () => {
  const left = Promise.withResolvers<void>()
  const thread = open({
    serves: servesThread<{ double: { asked: number; answered: number } }>({
      double: async (asked, signal) => {
        if (asked === 0) throw new Fault('store-locked', 'not now')
        if (asked < 0) {
          signal.addEventListener('abort', () => left.resolve())
          await left.promise
        }
        return 2 * asked
      },
    }),
  })
  expect(await thread.ask('viaOwner', 21)).toBe(42)
  await expect(thread.ask('viaOwner', 0)).rejects.toMatchObject({ code: 'store-locked' })
  const leaving = new AbortController()
  const answer = thread.ask('viaOwner', -1, { signal: leaving.signal })
  await thread.ask('echo', null)
  leaving.abort()
  expect(await answer).toBe(-2)
})

test('notices arrive; closing fails pending requests and waits for the end', async () => {
  const notices: string[] = []
  const thread = open({ onNotice: (notice) => notices.push(notice) })
  await thread.ask('echo', null)
  expect(notices).toEqual(['up'])
  const blocked = thread.ask('block', 50)
  await Promise.all([expect(blocked).rejects.toMatchObject({ message: 'closed' }), thread.close()])
  await thread.close()
})

test('a thread may be closed while it starts, again and again', async () => {
  for (let round = 0; round < 5; round += 1) {
    const thread = open()
    thread.start()
    await thread.close()
  }
})
