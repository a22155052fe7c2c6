/** A billing provider that sums: it remembers identifiers for a day, and its sums lag behind. */
import { Fault } from '#contracts/fault.ts'
import type { Meter, MeterEvent, MeterOutcome } from '#query-api/billing/meter/ports.ts'
import type { Simulation } from '../kernel/simulation.ts'

const LATENCY_MS = 40
const MEMORY_MS = 24 * 3_600_000

export type MeterTrouble = {
  lostBefore: number
  lostAfter: number
  /** Probability that it answers `taken` and loses the event. */
  forgets: number
  /** Probability that it counts an event twice. */
  doubles: number
}

type Counted = MeterEvent & { readonly atMs: number }

export const makeMeterProvider = (simulation: Simulation) => {
  const { random } = simulation
  const counted: Counted[] = []
  let lies = 0
  const known = new Map<string, number>()
  const trouble: MeterTrouble = { lostBefore: 0, lostAfter: 0, forgets: 0, doubles: 0 }
  const arrive = async (what: string): Promise<void> => {
    await simulation.step(`meter ${what}`, LATENCY_MS)
    if (random.chance(trouble.lostBefore)) throw new Fault('meter-unavailable')
  }
  const leave = (): void => {
    if (random.chance(trouble.lostAfter)) throw new Fault('meter-unavailable')
  }
  const take = (event: MeterEvent): MeterOutcome => {
    const at = known.get(event.identifier)
    if (at !== undefined && at > simulation.now() - MEMORY_MS) return { outcome: 'known' }
    if (random.chance(trouble.forgets)) lies += 1
    else {
      known.set(event.identifier, simulation.now())
      const times = random.chance(trouble.doubles) ? 2 : 1
      lies += times - 1
      for (let time = 0; time < times; time += 1) counted.push({ ...event, atMs: simulation.now() })
    }
    return { outcome: 'taken' }
  }
  const meter: Meter = {
    send: async (event) => {
      await arrive('event')
      const outcome = take(event)
      leave()
      return outcome
    },
    sum: async (customerId, fromSeconds, toSeconds) => {
      await arrive('sum')
      return counted
        .filter(
          (one) =>
            one.customerId === customerId &&
            one.atSeconds >= fromSeconds &&
            one.atSeconds < toSeconds,
        )
        .reduce((sum, { microUsd }) => sum + microUsd, 0)
    },
    makeCustomer: async (accountId) => {
      await arrive('customer')
      leave()
      return `cus_${accountId}`
    },
  }
  return {
    meter,
    trouble,
    counted: counted as readonly Counted[],
    hasLied: (): boolean => lies > 0,
    calm: (): void => {
      Object.assign(trouble, { lostBefore: 0, lostAfter: 0, forgets: 0, doubles: 0 })
    },
  }
}
export type MeterProvider = ReturnType<typeof makeMeterProvider>
