import { describe, expect, test } from 'vitest'
import { startBlock } from './start-block.ts'

const API = 'http://127.0.0.1:8080/api/v1'
const DESK = 'http://127.0.0.1:8081'
const KEY = 'svc_live_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA2AKiuZ'

describe('what npm start prints', () => {
  test('names each address, the key and one request to paste', () => {
    const block = startBlock({ api: API, desk: DESK, key: KEY })
    for (const place of [
      API,
      `${DESK}/`,
      'http://127.0.0.1:8080/docs/',
      'http://127.0.0.1:8080/account',
      KEY,
    ])
      expect(block).toContain(place)
    expect(block.split('\n').filter((line) => line.includes('curl'))).toHaveLength(1)
    expect(block.split('\n').length).toBeLessThanOrEqual(14)
  })

  test('leaves key and request out where there is no demonstration', () => {
    expect(startBlock({ api: API, desk: DESK, key: null })).not.toMatch(/key|curl/)
  })
})
