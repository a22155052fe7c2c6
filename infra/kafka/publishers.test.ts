import { expect, test } from 'vitest'
import { connectProducer } from './publishers.ts'

test('a producer that fails after it is connected is disconnected', async () => {
  const calls: string[] = []
  const producer = {
    connect: async () => {
      calls.push('connect')
      throw new Error('no id for an idempotent producer')
    },
    disconnect: async () => void calls.push('disconnect'),
  }
  await expect(connectProducer(producer)).rejects.toMatchObject({ code: 'transport-unavailable' })
  expect(calls).toEqual(['connect', 'disconnect'])
})
