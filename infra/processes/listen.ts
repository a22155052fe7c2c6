import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Fault } from '#contracts/fault.ts'

const PORT_TAKEN = 'EADDRINUSE'

export type Place = {
  readonly host: string
  readonly port: number
  /** The setting of the port, for hints. */
  readonly setting: 'PORT' | 'DESK_PORT'
}

/** Starts listening and returns the origin. Throws Faults `port-taken` and `listen-failed`. */
export const listenOn = async (
  app: FastifyInstance,
  { host, port, setting }: Place,
): Promise<string> => {
  try {
    await app.listen({ host, port })
  } catch (cause) {
    const taken =
      typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === PORT_TAKEN
    throw new Fault(taken ? 'port-taken' : 'listen-failed', `can't listen on ${host}:${port}`, {
      cause,
      hint: taken
        ? `end what listens there, or set ${setting} (0 takes any free one)`
        : `check HOST and ${setting}`,
    })
  }
  const address = app.server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${name}:${address.port}`
}
