/**
 * The sandbox: the same API over a database of its own, which holds the demonstration corpus and
 * nothing else (contracts/conventions/sandbox.md). Keys and limits are those of the service.
 */
import type { Fault } from '#contracts/fault.ts'
import { DEMONSTRATION_FOLDER } from '#ingest/sources/demonstration/folder.ts'
import { makeFreeLedger } from '#query-api/billing/free-ledger.ts'
import type { UsageReader } from '#query-api/billing/ports.ts'
import type { SearchIndex } from '#query-api/ports.ts'
import { makeMemoryRateLimiter, makeStandbyLimiter } from '../../memory/rate-limiter.ts'
import { makeKeyStore, makeNamedOrigins } from '../../postgres/accounts/key-store.ts'
import { makeKeyUses, notingUses } from '../../postgres/accounts/key-store-uses.ts'
import { makePostgresRateLimiter } from '../../postgres/accounts/rate-limiter.ts'
import { makeUsageReader } from '../../postgres/money/ledger-usage.ts'
import { ensureDatabase, markDatabase, markOf } from '../../postgres/platform/create-database.ts'
import { migrate } from '../../postgres/platform/migrate.ts'
import { makePool } from '../../postgres/platform/pool.ts'
import { keyPepper } from '../../secrets.ts'
import type { Settings } from '../../settings.ts'
import { say } from '../../terminal.ts'
import { recordKnowledge } from '../demonstration-knowledge.ts'
import { untilIndexed } from '../until-indexed.ts'
import type { Database } from './database.ts'
import { importInto } from './import.ts'
import { openProjections } from './projections.ts'
import { gatesOf, type Models, openServing, type QueryApi } from './query-api.ts'
import { openSearchIndex } from './search-index.ts'

const ACTOR = 'sandbox'
const SUFFIX = '_sandbox'
const CONNECTIONS_MAX = 4
/** Places for calls at once: few, so that a sandbox never takes those of customers. */
const CALLS = { inFlight: 8, perKey: 4, computations: 1 } as const
const COMPUTING_THREADS = 1
/** Says that the demonstration corpus and what is known about it are whole. */
const COMPLETE = 'pandect: the demonstration corpus is complete'

type Embedder = Parameters<typeof openServing>[2]['embedder']

/** Engines of the service have no part in the sandbox: nothing of it is published or metered. */
const settingsOf = (settings: Settings, connectionString: string): Settings => ({
  ...settings,
  databaseUrl: connectionString,
  kafkaBrokers: null,
  temporalAddress: null,
  typesenseUrl: null,
  computingThreads: COMPUTING_THREADS,
})

const open = async (live: Database): Promise<Database> => {
  const connectionString = await ensureDatabase(live.connectionString, SUFFIX)
  await migrate(connectionString)
  const pool = makePool(connectionString, {
    applicationName: 'pandect sandbox',
    max: CONNECTIONS_MAX,
    ...(live.pepper === null ? {} : { pepper: live.pepper }),
  })
  const close = () => pool.close()
  return {
    connectionString,
    pool,
    pepper: live.pepper,
    embedded: live.embedded,
    close,
    abandon: close,
  }
}

/** Imports what is new; once it is complete a start only looks for changes of the corpus. */
const fill = async (settings: Settings, database: Database, stop: AbortSignal): Promise<void> => {
  const order = { paths: [DEMONSTRATION_FOLDER], publish: true, actor: ACTOR, stop }
  const { imported, revised } = await importInto(settings, database, order)
  if (stop.aborted) return
  if (imported + revised === 0 && (await markOf(database.pool)) === COMPLETE) return
  await recordKnowledge(settings, database, ACTOR)
  await markDatabase(database.pool, COMPLETE)
}

const onFault = ({ code }: Fault): void => say(`sandbox: ${code}; trying again`)

/**
 * Nothing is charged, so there is nothing to list; what live keys used is not for a sandbox key.
 */
const noUsage = (live: UsageReader): UsageReader => ({
  currentMonth: () => live.currentMonth(),
  usage: async () => [],
  accountNamed: async () => null,
})

/**
 * Opens the sandbox and returns once its corpus is whole. Throws Faults `sandbox-database` if its
 * database is missing and may not be made, and `aborted` after a stop.
 */
export const openSandbox = async (
  settings: Settings,
  live: Database,
  embedder: Embedder,
  models: Models,
  stop: AbortSignal,
): Promise<Pick<QueryApi, 'app' | 'close'>> => {
  const database = await open(live)
  const own = settingsOf(settings, database.connectionString)
  const stopping = new AbortController()
  const projections = openProjections(own, database)
  const following = projections.projector.follow(stopping.signal)
  let opened: SearchIndex | null = null
  try {
    await fill(own, database, stop)
    const { model } = embedder
    const index = await openSearchIndex(own, database, { model, onFault })
    opened = index
    const pepper = await keyPepper(settings)
    const uses = makeKeyUses(live.pool)
    const { limits } = settings
    const serving = await openServing(own, database, { embedder, index }, models, {
      kind: 'test',
      keys: notingUses(makeKeyStore(live.pool, undefined, 'test'), uses),
      accessTokens: { find: async () => null },
      limiter: makeStandbyLimiter(makePostgresRateLimiter(live.pool), makeMemoryRateLimiter()),
      namedOrigins: makeNamedOrigins(live.pool),
      account: null,
      sandbox: null,
      demonstrationKey: null,
      pepper,
      cursorSecret: `${pepper} sandbox`,
      limits: { ...limits, mcpFirm: limits.mcp },
      ledger: makeFreeLedger(),
      gates: gatesOf({ calls: CALLS }),
      usage: noUsage(makeUsageReader(live.pool)),
      webhook: null,
      keepReceipt: null,
    })
    await untilIndexed(index, await projections.log.head(), stop)
    return {
      app: serving.app,
      close: async () => {
        await serving.close()
        await uses.close()
        stopping.abort()
        await following
        await projections.close()
        await database.close()
      },
    }
  } catch (error) {
    stopping.abort()
    await following
    await opened?.close()
    await projections.close()
    await database.close()
    throw error
  }
}
