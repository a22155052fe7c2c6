import { Fault } from '#contracts/fault.ts'
import type { Settings } from '../settings.ts'
import { repairLine } from '../terminal.ts'
import { wrongServer, wrongVersion } from './faults.ts'
import { TYPESENSE } from './limits.ts'
import { type Address, makeServer } from './server.ts'

export type TypesenseCheck = {
  readonly ok: boolean
  /** null without a server, or if the key may not ask. */
  readonly version: string | null
  readonly note: string
}

/** The server of the settings; null: the embedded index. */
export const addressOf = ({ typesenseUrl, typesenseApiKey }: Settings): Address | null =>
  typesenseUrl === null || typesenseApiKey === null
    ? null
    : { url: typesenseUrl, key: typesenseApiKey }

const VERSION = /^(\d+)\.\d+/

/**
 * Returns the version, or null if the key may only search. Throws a Fault that names the wrong
 * setting.
 */
export const probe = async (address: Address): Promise<string | null> => {
  const server = makeServer(address)
  try {
    if (!(await server.isHealthy().catch(notTypesense)))
      throw new Fault('search-unavailable', 'TYPESENSE_URL: the server is not ready', {
        retryAfterMs: 1_000,
        hint: 'see its log: it may be loading, or out of disk or memory',
      })
    const version = await server.version().catch(async (error: unknown) => {
      if (!(error instanceof Fault) || error.code !== 'search-access-denied') throw error
      // A search key may not ask for the version, so test that it may search.
      await server.search([
        { collection: TYPESENSE.name, q: '*', filter_by: 'row:=1', per_page: 0 },
      ])
      return null
    })
    if (version !== null && Number(VERSION.exec(version)?.[1] ?? 0) < TYPESENSE.majorMin)
      throw wrongVersion(version, TYPESENSE.majorMin)
    return version
  } finally {
    server.close()
  }
}

/** Typesense answers `/health` without a key: another answer comes from another program. */
const notTypesense = (error: unknown): never => {
  if (error instanceof Fault && error.code === 'search-unavailable') throw error
  throw wrongServer()
}

/** Checks the server for `pandect doctor`. */
export const checkTypesense = async (settings: Settings): Promise<TypesenseCheck> => {
  const address = addressOf(settings)
  if (address === null)
    return {
      ok: true,
      version: null,
      note: 'index in memory; set TYPESENSE_URL and TYPESENSE_API_KEY beyond a few hundred thousand passages',
    }
  try {
    const version = await probe(address)
    return {
      ok: true,
      version,
      note:
        version === null
          ? 'reachable; this key may only search, which is enough for `pandect api`'
          : 'reachable',
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { ok: false, version: null, note: repairLine(error) }
  }
}
