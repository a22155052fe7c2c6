import { describe, expect, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import { failing, makeHarness } from '../../../test/api/harness.ts'

describe('health', () => {
  test('a running process is live', async () => {
    const answer = await makeHarness().app.inject({ url: '/health/live' })
    expect(answer.json()).toEqual({ live: true })
  })

  test('a process is live without its database', async () => {
    const unreachable = failing(new Fault('store-failed'))
    const { app } = makeHarness({ limiter: { take: unreachable }, keys: { find: unreachable } })
    const answer = await app.inject({ url: '/health/live' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { live: true }])
  })

  test('ready answers the position of the read models and their lag', async () => {
    const answer = await makeHarness().app.inject({ url: '/health/ready' })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { ready: true, position: 4711, lagEvents: 0, entailment: 'none@0' },
    ])
  })

  test('a service that can not read its state is not ready', async () => {
    const health = failing(new Error('words of an engine'))
    const answer = await makeHarness({ health }).app.inject({ url: '/health/ready' })
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { ready: false, position: null, lagEvents: null, entailment: 'none@0' },
    ])
  })

  test('a service whose search engine lost the index says so', async () => {
    const health = failing(new Fault('search-index-missing'))
    const answer = await makeHarness({ health }).app.inject({ url: '/health/ready' })
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      {
        ready: false,
        position: null,
        lagEvents: null,
        reason: 'search-index-missing',
        entailment: 'none@0',
      },
    ])
  })
})
