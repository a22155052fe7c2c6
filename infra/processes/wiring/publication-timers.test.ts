import { expect, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import { openPublicationTimers } from './publication-timers.ts'

const timersOf = () => ({
  list: () => Promise.resolve([]),
  set: () => Promise.resolve(),
  cancel: () => Promise.resolve(),
})

/** A Temporal server that answers when it is told to, and counts its connections. */
const server = () => {
  const connections = { made: 0, closed: 0 }
  const answers: (() => void)[] = []
  let isAway = false
  const load: NonNullable<Parameters<typeof openPublicationTimers>[1]> = async () => ({
    connectTemporalClient: async () => {
      if (isAway) throw new Fault('orchestration-unavailable', 'away')
      connections.made += 1
      await new Promise<void>((resolve) => answers.push(resolve))
      return { client: {} as never, close: async () => void (connections.closed += 1) }
    },
    publicationTimers: timersOf,
  })
  return {
    connections,
    load,
    answer: () => {
      for (const resolve of answers.splice(0)) resolve()
    },
    away: (value: boolean) => {
      isAway = value
    },
  }
}

/** Lets everything go on that waits for nothing but its turn. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('those who ask while it connects get one connection, which is closed', async () => {
  const { connections, load, answer } = server()
  const opened = openPublicationTimers('temporal:7233', load)
  const asked = [opened.timers.list(), opened.timers.list()]
  await turn()
  answer()
  await Promise.all(asked)
  expect(connections.made).toBe(1)
  await opened.close()
  expect(connections).toEqual({ made: 1, closed: 1 })
})

test('it connects again after a failure', async () => {
  const { connections, load, answer, away } = server()
  const opened = openPublicationTimers('temporal:7233', load)
  away(true)
  await expect(opened.timers.list()).rejects.toThrow('away')
  away(false)
  const asked = opened.timers.list()
  await turn()
  answer()
  expect(await asked).toEqual([])
  await opened.close()
  expect(connections).toEqual({ made: 1, closed: 1 })
})
