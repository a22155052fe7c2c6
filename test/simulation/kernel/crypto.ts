/** Stands in for `node:crypto` in the simulated process: its random values come from the seed. */
import * as real from 'node:crypto'
import { activeSimulation, currentHost } from './simulation.ts'

export * from 'node:crypto'

export const randomUUID: typeof real.randomUUID = (options) => {
  const random = currentHost()?.random ?? activeSimulation()?.random
  return random === undefined
    ? real.randomUUID(options)
    : (random.uuid() as ReturnType<typeof real.randomUUID>)
}

export const randomBytes = (size: number): Buffer => {
  const random = currentHost()?.random ?? activeSimulation()?.random
  return random === undefined ? real.randomBytes(size) : Buffer.from(random.hex(2 * size), 'hex')
}
