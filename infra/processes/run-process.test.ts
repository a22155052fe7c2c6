import { describe, expect, test } from 'vitest'
import { follow, runUntil } from './run-process.ts'

const stopped = AbortSignal.abort()
const never = new AbortController().signal

describe('a process', () => {
  test('closes all that it opened, in reverse order, although one fails', async () => {
    const closed: string[] = []
    const running = runUntil(stopped, async (stops) => {
      for (const name of ['database', 'log', 'server'])
        stops.add(async () => {
          closed.push(name)
          if (name !== 'database') throw new Error(`${name} does not close`)
        })
    })
    await expect(running).rejects.toThrow('server does not close')
    expect(closed).toEqual(['server', 'log', 'database'])
  })

  test('ends with the error of its start, although closing fails, too', async () => {
    const running = runUntil(never, async (stops) => {
      stops.add(async () => {
        throw new Error('does not close')
      })
      throw new Error('does not start')
    })
    await expect(running).rejects.toThrow('does not start')
  })

  test('ends with the error of a loop that fails, and closes everything', async () => {
    const closed: string[] = []
    const failing = Promise.withResolvers<void>()
    const running = runUntil(never, async (stops) => {
      stops.add(async () => void closed.push('database'))
      follow(stops, () => failing.promise)
      follow(stops, async (signal) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        closed.push('other loop')
      })
    })
    failing.reject(new Error('the loop failed'))
    await expect(running).rejects.toThrow('the loop failed')
    expect(closed).toEqual(['other loop', 'database'])
  })

  test('tells a start that waits for an engine that a loop failed', async () => {
    const running = runUntil(never, async (stops, ending) => {
      follow(stops, () => Promise.reject(new Error('the loop failed')))
      await new Promise((resolve) => ending.addEventListener('abort', resolve))
    })
    await expect(running).rejects.toThrow('the loop failed')
  })

  test('ends without an error when it is stopped', async () => {
    const closed: string[] = []
    await runUntil(stopped, async (stops) => stops.add(async () => void closed.push('database')))
    expect(closed).toEqual(['database'])
  })
})
