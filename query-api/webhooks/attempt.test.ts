import { describe, expect, test } from 'vitest'
import { RETRY_PAUSES_MS } from '#contracts/webhooks/schedule.ts'
import { outcomeOf } from './attempt.ts'
import type { Posted } from './ports.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')
const HOUR = 3_600_000

const outcome = (posted: Posted, { attempts = 0, failuresBefore = 0, random = 0 } = {}) =>
  outcomeOf({
    endpointId: 'endpoint',
    beginning: 0,
    message: { id: 'msg', body: '{}', attempts },
    posted,
    beganMs: NOW,
    tookMs: 12.4,
    failuresBefore,
    random,
  })
const status = (code: number, retryAfter?: string): Posted => ({ status: code, retryAfter })

describe('what an attempt means', () => {
  test('any 2xx is a delivery, and nothing else is', () => {
    for (const code of [200, 201, 204, 299])
      expect(outcome(status(code)), String(code)).toMatchObject({ becomes: 'delivered', restMs: 0 })
    for (const code of [199, 300, 301, 304, 400, 404, 410, 500, 503, 999])
      expect(outcome(status(code)), String(code)).toMatchObject({ becomes: 'retry' })
    expect(outcome({ fault: 'answer_timeout' })).toMatchObject({
      becomes: 'retry',
      attempt: { status: null, fault: 'answer_timeout', durationMs: 12 },
    })
  })

  test('the pauses are those of the specification, up to a tenth longer; then it is given up', () => {
    const pauses = RETRY_PAUSES_MS.map((_, attempts) => outcome(status(500), { attempts }).pauseMs)
    expect(pauses).toEqual([
      5_000,
      300_000,
      1_800_000,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
    ])
    expect(outcome(status(500), { random: 0.999 }).pauseMs).toBe(5_500)
    expect(outcome(status(500), { attempts: 9 })).toMatchObject({ becomes: 'given_up', pauseMs: 0 })
  })

  test('Retry-After of 429 and 503 counts, in seconds or as a date, for a day at most', () => {
    const date = 'Sun, 01 Mar 2026 12:10:00 GMT'
    expect(outcome(status(429, '120')).pauseMs).toBe(120_000)
    expect(outcome(status(503, '120')).restMs).toBe(120_000)
    expect(outcome(status(503, date)).restMs).toBe(599_988)
    expect(outcome(status(503, '1')).pauseMs).toBe(5_000)
    expect(outcome(status(429, '99999999')).restMs).toBe(24 * HOUR)
    expect(outcome(status(500, '120')).restMs).toBe(0)
    for (const text of ['', 'soon', '-5', '1e9', 'x'.repeat(100_000)])
      expect(outcome(status(503, text)), text.slice(0, 9)).toMatchObject({ pauseMs: 5_000 })
  })

  test('after five failures in a row the endpoint rests, longer each time, five minutes at most', () => {
    const rests = [0, 3, 4, 5, 6, 20, 10_000].map(
      (failuresBefore) => outcome(status(500), { failuresBefore }).restMs,
    )
    expect(rests).toEqual([0, 0, 5_000, 10_000, 20_000, 300_000, 300_000])
  })

  test('410 says that the endpoint is gone', () => {
    expect(outcome(status(410)).isGone).toBe(true)
    expect(outcome(status(404)).isGone).toBe(false)
  })
})
