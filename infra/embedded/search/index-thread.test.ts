import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Fault } from '#contracts/fault.ts'
import { Position } from '#contracts/ids.ts'
import { queryFor } from '../../../test/contract/search-fixtures.ts'
import { BM25 } from '#contracts/search/parameters.ts'
import { makeIndexThread } from './index-thread.ts'

/** A thread of a few lines that runs the script and exits when asked for displays. */
const script = (body: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort, workerData } from 'node:worker_threads'
      ${body}
    `)}`,
  )

const FRAGILE = script(`
  parentPort.postMessage({ kind: 'notice', notice: { kind: 'ready' } })
  parentPort.on('message', ({ kind, id, name }) => {
    if (kind === 'end') parentPort.close()
    if (name === 'displays') process.exit(3)
    if (name === 'knownValues') throw new Error('a defect')
    if (name === 'position') parentPort.postMessage({ kind: 'answer', id, answer: workerData.firstEntry })
  })`)

const threadOf = (program: URL, onFault: (fault: Fault) => void = () => undefined) => {
  const thread = makeIndexThread({
    program,
    pepper: null,
    snapshotFile: null,
    connectionString: '',
    model: null,
    parameters: BM25,
    onFault,
  })
  onTestFinished(() => thread.close())
  return thread
}

describe('a thread that is lost', () => {
  for (const name of ['displays', 'knownValues'] as const)
    test(`fails pending requests (${name}), is replaced, and counts entries elsewhere`, async () => {
      const faults: Fault[] = []
      const thread = threadOf(FRAGILE, (fault) => faults.push(fault))
      await thread.open()
      const first = await thread.ask('position', null)
      const asked =
        name === 'displays'
          ? thread.ask(name, { entries: [1], nearTo: null })
          : thread.ask(name, 'courtLevels')
      const underWay = thread.ask('search', queryFor('bail'))
      await expect(asked).rejects.toMatchObject({ code: 'search-unavailable', retryAfterMs: 1_000 })
      await expect(underWay).rejects.toMatchObject({ code: 'search-unavailable' })
      await expect(thread.ask('position', null)).rejects.toMatchObject({
        code: 'search-unavailable',
      })
      const again = await vi.waitFor(() => thread.ask('position', null), 5_000)
      expect(again).toBeGreaterThan(first + 2 ** 30)
      expect(faults).toHaveLength(1)
    })

  test('before it is ready makes opening fail', async () => {
    const thread = threadOf(script('process.exit(1)'))
    await expect(thread.open()).rejects.toMatchObject({ code: 'search-unavailable' })
  })
})

describe('a thread that does not answer', () => {
  test('fails the request after its time limit, and others continue', async () => {
    const thread = threadOf(FRAGILE)
    await thread.open()
    const wait = { position: Position.parse(1), timeoutMs: 1 }
    await expect(thread.ask('waitFor', wait, 50)).rejects.toMatchObject({
      code: 'search-unavailable',
    })
    expect(await thread.ask('position', null)).toBe(1)
  })

  test('gets no more requests than its limit', async () => {
    const thread = threadOf(FRAGILE)
    await thread.open()
    const asked = Array.from({ length: 600 }, () =>
      thread.ask('search', queryFor('bail')).catch((fault: Fault) => fault.message),
    )
    const outcome = await Promise.race(asked.slice(590))
    expect(outcome).toBe('too many searches are under way')
    await thread.close()
    expect(await Promise.all(asked)).toContain('the search index is closed')
  })
})

test('a thread that ends on request causes no fault', async () => {
  const faults: Fault[] = []
  const ENDS = script(`
    parentPort.postMessage({ kind: 'notice', notice: { kind: 'ready' } })
    parentPort.on('message', ({ kind }) => kind === 'end' && process.exit(0))`)
  const thread = threadOf(ENDS, (fault) => faults.push(fault))
  await thread.open()
  await thread.close()
  expect(faults).toEqual([])
})
