/** A meter that is asked again while its provider is away. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '#contracts/fault.ts'
import { pauseAfter } from './follow.ts'
import type { Meter } from './ports.ts'

/** Times that one call is made at most, some minutes in all. */
export const METER_ATTEMPTS_MAX = 10

const isPassing = (error: unknown): error is Fault =>
  error instanceof Fault && error.code === 'meter-unavailable'

/**
 * The same meter; a call that fails because the provider is away is made again, later each time.
 */
export const patientMeter = (meter: Meter, signal: AbortSignal): Meter => {
  const patiently = async <T>(call: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call()
      } catch (error) {
        if (!isPassing(error) || attempt >= METER_ATTEMPTS_MAX) throw error
        await sleep(pauseAfter(attempt, error, Math.random()), undefined, { signal })
      }
    }
  }
  return {
    send: (event) => patiently(() => meter.send(event)),
    sum: (...question) => patiently(() => meter.sum(...question)),
    makeCustomer: (accountId) => patiently(() => meter.makeCustomer(accountId)),
  }
}
