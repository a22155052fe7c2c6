/** Addresses of names by DNS. */
import { Resolver } from 'node:dns/promises'
import type { Resolve } from './post.ts'

/** One query takes at most twice this. */
const QUERY = { timeout: 2_000, tries: 2 } as const

/**
 * Asks the servers of this machine's configuration. The system's own function would take one of few
 * threads of the process for as long as a server is silent, and reads names of this machine alone.
 */
export const makeResolve = (): Resolve => {
  const resolver = new Resolver(QUERY)
  return async (host) => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  }
}
