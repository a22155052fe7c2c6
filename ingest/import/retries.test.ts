import { expect, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import type { DecidedBatch, ImportActivities } from './activities.ts'
import { withRetries } from './retries.ts'

const PAUSE_MS = 1_000

const activitiesThatFail = (times: number, retryAfterMs: number): ImportActivities => {
  let left = times
  return {
    decide: () => {
      left -= 1
      if (left < 0) return Promise.resolve({} as DecidedBatch)
      return Promise.reject(new Fault('store-full', 'no room', { retryAfterMs }))
    },
  } as Partial<ImportActivities> as ImportActivities
}
const codesOf = async (activities: ImportActivities): Promise<string[]> => {
  const told: string[] = []
  await withRetries(activities, ({ code }) => told.push(code)).decide({} as never)
  return told
}

test('a pause that a person would notice is told with its cause', async () => {
  expect(await codesOf(activitiesThatFail(1, PAUSE_MS))).toEqual(['store-full'])
})

test('a short pause is not told', async () => {
  expect(await codesOf(activitiesThatFail(1, 1))).toEqual([])
})
