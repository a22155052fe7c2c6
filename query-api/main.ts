/** Composition root of the read side: projector, index, read API, and the commands that look after them. */
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Fault, isRefusal } from '#contracts/fault.ts'
import { API_BASE_PATH } from '#contracts/service.ts'
import { printUsd } from '#contracts/tariff.ts'
import { openEmbeddedSearchIndex } from '#infra/embedded/search/search-index.ts'
import { makeSearchWriter } from '#infra/embedded/search/rows.ts'
import { openQueryEmbedder } from '#infra/embeddings/main.ts'
import { type Database, truthOf, withDatabase } from '#infra/main.ts'
import { makeMemoryRateLimiter } from '#infra/memory/rate-limiter.ts'
import { makeArticleReader } from '#infra/postgres/article-reader.ts'
import { makeKeyAdmin, makeKeyStore } from '#infra/postgres/key-store.ts'
import { makeProjectorLock } from '#infra/postgres/lock.ts'
import { makeReadModelStore } from '#infra/postgres/read-models.ts'
import { keyPepper } from '#infra/secrets.ts'
import type { Settings } from '#infra/settings.ts'
import { EXIT, print, say } from '#infra/terminal.ts'
import { createKey as makeKey, revokeKey as endKey, type KeyRequest } from './access/admin.ts'
import { deriveKey } from './access/keys.ts'
import { buildApp } from './app.ts'
import { makeBaseTariff } from './billing/base-tariff.ts'
import type { SearchIndex } from './ports.ts'
import { type Digest, generationDigest } from './projections/digest.ts'
import { makeProjector, type Projector } from './projections/projector.ts'
import { makeSearch } from './search/search.ts'

type Json = { readonly json?: boolean }
const DEMONSTRATION = { account: 'Demonstration', plan: 'firm', purpose: 'demonstration' } as const
const PORT_TAKEN = 'EADDRINUSE'

/** What builds and proves the read models. */
const projectionsOf = (database: Database) => {
  const truth = truthOf(database)
  const store = makeReadModelStore(database.pool)
  const search = makeSearchWriter(database.pool)
  const projector = makeProjector({
    log: truth.log,
    blobs: truth.blobs,
    store,
    search,
    lock: makeProjectorLock(database.connectionString),
    onFault: (fault) =>
      say(`projector: ${fault instanceof Fault ? fault.code : 'internal-error'}; trying again`),
  })
  return { log: truth.log, store, search, projector }
}

export type QueryApi = {
  readonly app: FastifyInstance
  readonly index: SearchIndex
  readonly projector: Projector
  close(): Promise<void>
}

/** The read side, ready to listen; the projector is not started. */
export const openQueryApi = async (settings: Settings, database: Database): Promise<QueryApi> => {
  const { log, projector } = projectionsOf(database)
  const embedder = await openQueryEmbedder(settings)
  const [index, pepper] = await Promise.all([
    openEmbeddedSearchIndex({
      connectionString: database.connectionString,
      model: embedder.model,
      onFault: ({ code }) => say(`search index: ${code}; trying again`),
    }),
    keyPepper(settings),
  ])
  const articles = makeArticleReader(database.pool)
  const app = buildApp({
    search: makeSearch({ index, embedder, clock: () => performance.now() }),
    articles,
    keys: makeKeyStore(database.pool),
    limiter: makeMemoryRateLimiter(),
    pepper,
    limits: settings.limits,
    clock: () => Date.now(),
    billing: makeBaseTariff(),
    trustProxy: settings.trustProxy,
    log: { level: settings.logLevel, destination: process.stderr },
    health: async () => {
      const [position, head] = await Promise.all([index.position(), log.head()])
      return { ready: true, position, lagEvents: Math.max(0, head - position) }
    },
  })
  return {
    app,
    index,
    projector,
    close: async () => {
      await app.close()
      await index.close()
      await log.close()
    },
  }
}

/** Starts listening and answers the address of the API. Throws Fault `port-taken`. */
export const listen = async (app: FastifyInstance, { host, port }: Settings): Promise<string> => {
  try {
    await app.listen({ host, port })
  } catch (cause) {
    const taken =
      typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === PORT_TAKEN
    throw new Fault(taken ? 'port-taken' : 'listen-failed', `can't listen on ${host}:${port}`, {
      cause,
      mend: taken
        ? 'end what listens there, or set PORT (0 takes any free one)'
        : 'check HOST and PORT',
    })
  }
  const address = app.server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${name}:${address.port}${API_BASE_PATH}`
}

/** The key that `npm start` prints: derived from the pepper, so it is the same at each start and stored nowhere. */
export const demonstrationKey = async (settings: Settings, database: Database): Promise<string> => {
  const pepper = await keyPepper(settings)
  const { account, plan, purpose } = DEMONSTRATION
  const admin = makeKeyAdmin(database.pool)
  const created = await makeKey({ admin, pepper }, { account, plan }, deriveKey(pepper, purpose))
  if (isRefusal(created)) throw new Fault(created.refused, created.reason, { mend: created.mend })
  return created.key
}

const DIGEST_WAIT = { pollMs: 100, pollsMax: 3_000 } as const

/** Digest of the live generation with everything projected that stands in the log now. */
const currentDigest = async (database: Database): Promise<Digest & { generation: number }> => {
  const { log, store, search, projector } = projectionsOf(database)
  try {
    const head = await log.head()
    const generation = await store.liveGeneration()
    // A running service projects already and holds the lock: wait for it; where none runs, project here.
    const projecting = new AbortController()
    const here = projector.follow(projecting.signal)
    for (let poll = 0; (await store.progress(generation)).position < head; poll += 1) {
      if (poll >= DIGEST_WAIT.pollsMax)
        throw new Fault('projection-behind', 'the read models do not catch up')
      await pause(DIGEST_WAIT.pollMs)
    }
    projecting.abort()
    await here
    return { generation, ...(await generationDigest({ store, search }, generation)) }
  } finally {
    await log.close()
  }
}

export const digest = (settings: Settings, { json = false }: Json): Promise<void> =>
  withDatabase(settings, 'digest', async (database) => {
    const found = await currentDigest(database)
    if (json) return print(JSON.stringify(found))
    print(`root        ${found.root}`)
    print(`articles    ${found.counts.articles}`)
    print(`search      ${found.counts.searchDocuments}`)
    print(`position    ${found.position}`)
    print(`generation  ${found.generation}`)
  })

const refuse = (outcome: { refused: string; reason: string; mend: string }): void => {
  say(`pandect: ${outcome.refused}: ${outcome.reason}`)
  say(`  mend: ${outcome.mend}`)
  process.exitCode = EXIT.failed
}

export const createKey = (settings: Settings, request: KeyRequest): Promise<void> =>
  withDatabase(settings, 'keys', async ({ pool }) => {
    const pepper = await keyPepper(settings)
    const created = await makeKey({ admin: makeKeyAdmin(pool), pepper }, request)
    if (isRefusal(created)) return refuse(created)
    print(created.key)
    say(`key ${created.keyId} is shown once: keep it now`)
  })

export const listKeys = (settings: Settings, { json = false }: Json): Promise<void> =>
  withDatabase(settings, 'keys', async ({ pool }) => {
    const listed = await makeKeyAdmin(pool).list()
    if (json) return print(JSON.stringify(listed))
    for (const key of listed) {
      const state = key.revokedAt === null ? 'live' : `revoked ${key.revokedAt}`
      const cap =
        key.capMicroUsd === null ? 'no cap' : `cap ${printUsd(key.capMicroUsd)} USD ${key.capMode}`
      print(
        `${key.keyId}  …${key.last4}  ${key.account} (${key.plan})  ${cap}  ${state}  ${key.scopes.join(' ')}`,
      )
    }
  })

export const revokeKey = (settings: Settings, keyId: string): Promise<void> =>
  withDatabase(settings, 'keys', async ({ pool }) => {
    const outcome = await endKey({ admin: makeKeyAdmin(pool) }, keyId)
    if (isRefusal(outcome)) return refuse(outcome)
    say(`key ${keyId} is revoked since ${outcome.revokedAt}`)
  })
