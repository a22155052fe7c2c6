/** Finds out before anything else is done whether the ports of a process are free. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { Fault } from '#contracts/fault.ts'
import type { Settings } from '../settings.ts'

const isTaken = async (host: string, port: number): Promise<boolean> => {
  const server = createServer().listen({ host, port })
  try {
    await once(server, 'listening')
  } catch (error) {
    // What else may be wrong is said by the one that listens.
    return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  }
  server.close()
  await once(server, 'close')
  return false
}

/** Throws Fault `port-taken`, which names every setting to change. */
export const requireFreePorts = async ({
  host,
  port,
  deskPort,
  metricsPort,
}: Settings): Promise<void> => {
  const taken: [string, number][] = []
  for (const [name, one] of [
    ['PORT', port],
    ['DESK_PORT', deskPort],
    ['METRICS_PORT', metricsPort],
  ] as const)
    if (one !== 0 && (await isTaken(host, one))) taken.push([name, one])
  if (taken.length === 0) return
  const places = [...new Set(taken.map(([, one]) => `${host}:${one}`))].join(' and ')
  const names = taken.map(([name]) => name).join(' and ')
  throw new Fault('port-taken', `another program listens on ${places}`, {
    hint: `end it, or set ${names} (0 takes any free one)`,
  })
}
