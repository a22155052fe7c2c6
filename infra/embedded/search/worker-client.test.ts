import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Fault } from '#contracts/fault.ts'
import { Position } from '#contracts/ids.ts'
import { queryFor } from '../../../test/contract/search-fixtures.ts'
import { BM25 } from '#contracts/search/parameters.ts'
import { WorkerClient } from './worker-client.ts'

/** A worker of a few lines: answers what the script says, dies when asked for displays. */
const script = (body: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort, workerData } from 'node:worker_threads'
      ${body}
    `)}`,
  )

const FRAGILE = script(`
  parentPort.postMessage({ kind: 'ready' })
  parentPort.on('message', ({ id, name }) => {
    if (name === 'displays') process.exit(3)
    if (name === 'knownValues') throw new Error('a defect')
    if (name === 'position') parentPort.postMessage({ kind: 'answer', id, answer: workerData.firstEntry })
    if (name === 'close') parentPort.postMessage({ kind: 'answer', id, answer: null })
  })`)

const clientOf = (worker: URL, onFault: (fault: Fault) => void = () => undefined): WorkerClient => {
  const client = new WorkerClient({
    worker,
    connectionString: '',
    model: null,
    parameters: BM25,
    onFault,
  })
  onTestFinished(() => client.close())
  return client
}

describe('a worker that is lost', () => {
  for (const name of ['displays', 'knownValues'] as const)
    test(`fails what was under way (${name}), is replaced, and counts entries elsewhere`, async () => {
      const faults: Fault[] = []
      const client = clientOf(FRAGILE, (fault) => faults.push(fault))
      await client.open()
      const first = await client.ask('position', null)
      const asked = name === 'displays' ? client.ask(name, [1]) : client.ask(name, 'courtLevels')
      const underWay = client.ask('search', queryFor('bail'))
      await expect(asked).rejects.toMatchObject({ code: 'search-unavailable', retryAfterMs: 1_000 })
      await expect(underWay).rejects.toMatchObject({ code: 'search-unavailable' })
      await expect(client.ask('position', null)).rejects.toMatchObject({
        code: 'search-unavailable',
      })
      const again = await vi.waitFor(() => client.ask('position', null), 5_000)
      expect(again).toBeGreaterThan(first + 2 ** 30)
      expect(faults).toHaveLength(1)
    })

  test('before it was ready refuses to open', async () => {
    const client = clientOf(script('process.exit(1)'))
    await expect(client.open()).rejects.toMatchObject({ code: 'search-unavailable' })
  })
})

describe('a worker that does not answer', () => {
  test('fails the request after its time, and others go on', async () => {
    const client = clientOf(FRAGILE)
    await client.open()
    const wait = { position: Position.parse(1), timeoutMs: 1 }
    await expect(client.ask('waitFor', wait, 50)).rejects.toMatchObject({
      code: 'search-unavailable',
    })
    expect(await client.ask('position', null)).toBe(1)
  })

  test('is not given more than it can hold', async () => {
    const client = clientOf(FRAGILE)
    await client.open()
    const asked = Array.from({ length: 600 }, () =>
      client.ask('search', queryFor('bail')).catch((fault: Fault) => fault.message),
    )
    const outcome = await Promise.race(asked.slice(590))
    expect(outcome).toBe('too many searches are under way')
    await client.close()
    expect(await Promise.all(asked)).toContain('the search index is closed')
  })
})

test('a worker that ends as it was asked to is no fault', async () => {
  const faults: Fault[] = []
  const ENDS = script(`
    parentPort.postMessage({ kind: 'ready' })
    parentPort.on('message', ({ name }) => name === 'close' && process.exit(0))`)
  const client = clientOf(ENDS, (fault) => faults.push(fault))
  await client.open()
  await client.close()
  expect(faults).toEqual([])
})
