import type { FastifyInstance } from 'fastify'
import { makeMailAdmin } from '#query-api/mail/admin.ts'
import { makeMailChoices } from '../../postgres/mail/mails.ts'
import type { ApiKeyKind } from '#contracts/api-key.ts'
import { Fault } from '#contracts/fault.ts'
import type { EntailmentModel } from '#contracts/law/claims/entailment.ts'
import { type ArticleId, Day } from '#contracts/ids.ts'
import { API_BASE_PATH } from '#contracts/service.ts'
import { requireModelOfIndex } from '../../embeddings/index-model.ts'
import { openQueryEmbedder } from './embedder.ts'
import { type Database, truthOf } from './database.ts'
import { makeMemoryRateLimiter } from '../../memory/rate-limiter.ts'
import { makeStandbyLimiter } from '../../memory/rate-limiter.ts'
import { openChatModel } from './chat-model.ts'
import { measureAnswers } from '../../metrics/metrics.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { makeArticleReader } from '../../postgres/read-models/article-reader.ts'
import { makeApplications } from '../../postgres/accounts/applications.ts'
import { makeUsageReader as makeAccountUsageReader } from '../../postgres/accounts/accounts-usage.ts'
import { makeKeyAdmin } from '../../postgres/accounts/key-store-admin.ts'
import { makeSessions } from '../../postgres/accounts/sessions.ts'
import { makeUsers } from '../../postgres/accounts/users.ts'
import type { AccountArea } from '#query-api/portal/routes/area.ts'
import { makeAuditedRead } from '../../postgres/platform/audit.ts'
import { makeChangePlaces, makeChangesReader } from '../../postgres/read-models/changes.ts'
import { makeTextHistories } from '../../postgres/read-models/text-histories.ts'
import { makeCoverageCounter } from '../../postgres/read-models/coverage.ts'
import { makeHitTexts } from '../../postgres/log/hit-texts.ts'
import {
  makeAccessTokens,
  makeKeyStore,
  makeNamedOrigins,
} from '../../postgres/accounts/key-store.ts'
import { makeKeyUses, notingUses } from '../../postgres/accounts/key-store-uses.ts'
import { LEDGER, makeLedger } from '../../postgres/money/ledger.ts'
import { makeUsageReader } from '../../postgres/money/ledger-usage.ts'
import { makeBrowseReader } from '../../postgres/read-models/places.ts'
import { makePersonSource } from '../../postgres/read-models/persons.ts'
import { setPaid } from '../../postgres/accounts/accounts.ts'
import { makeProviderEvents } from '../../postgres/money/webhook-events.ts'
import { makePostgresRateLimiter, POSTGRES_LIMITER } from '../../postgres/accounts/rate-limiter.ts'
import { makeKeepReceipt } from '../../postgres/recall/keep.ts'
import { logLevelFor, logStream } from '../../process-log.ts'
import { keyPepper } from '../../secrets.ts'
import { searchIndexFile, type Settings } from '../../settings.ts'
import { say } from '../../terminal.ts'
import { openComputing } from '../computing/open.ts'
import { listenOn } from '../listen.ts'
import { makeReceiptSources } from './receipts.ts'
import { walkSourcesOf } from './walk.ts'
import { openSearchIndex } from './search-index.ts'
import { DEMONSTRATION_KEY, deriveKey } from '#contracts/web/keys.ts'
import { type AppDeps, buildApp } from '#query-api/routes/app.ts'
import { type CallGate, makeCallGate } from '#query-api/billing/call-gate.ts'
import { startSweeper } from '#query-api/billing/sweeper.ts'
import { foldedLabel } from '#contracts/law/analysis/labels.ts'
import { resourcesOf } from '#query-api/mcp/resources/kinds.ts'
import { toolsOf } from '#query-api/mcp/tools/toolsets.ts'
import type { SearchIndex } from '#query-api/ports.ts'
import { usableEmbedding } from '#query-api/projections/articles/embeddings.ts'
import type { PassageVectors, ResearchParts } from '#query-api/relations/ports.ts'
import { makeVectors } from '../../postgres/log/vectors.ts'
import { exportPages, scanPages } from '#query-api/http/cursors.ts'
import { makeExport } from '#query-api/export/export.ts'
import { makeScan } from '#query-api/scan/scan.ts'
import { makeSearch } from '#query-api/search/search.ts'
import { makeWhyNot } from '#query-api/why-not/why-not.ts'
import { makeCitatorReader } from '../../postgres/read-models/treatments.ts'
import { ENDED, PAYING } from '#query-api/routes/webhook/changes.ts'
import { makeGenerations, makeLiveState } from '../../postgres/read-models/generations.ts'
import { makeTextTables } from '../../postgres/read-models/texts.ts'
import { parseTextState, type TextState } from '#query-api/projections/articles/text-state.ts'
import type { RateLimiter } from '#contracts/web/http/limits.ts'
import type { VersionSources } from '#query-api/versions/ports.ts'
import { makeSuggestions } from '#query-api/lookup/suggestions.ts'
import {
  makeArticleHeads,
  makeSuggestionSource,
  makeTextsByName,
} from '../../postgres/read-models/look-ups.ts'
import { makeTextFacts } from '../../postgres/log/text-facts.ts'
import {
  makeConceptReader,
  makeConceptTables,
  makeNarrowerConcepts,
} from '../../postgres/read-models/concepts.ts'
import { makeReplacements } from '#query-api/verify/replacements.ts'
import { makeCoverage, summariseCoverage } from '#query-api/coverage/coverage.ts'
import { recallAdminOf, savedSearchAdminOf, webhookAdminOf } from './webhooks.ts'
import { makePublicTexts } from '../../postgres/read-models/public-texts.ts'
import { makeCitationIndex } from '../../postgres/read-models/citations.ts'

export type QueryApi = {
  readonly app: FastifyInstance
  readonly index: SearchIndex
  close(): Promise<void>
}

/** Opens the search index of these settings for the model that embeds questions. */
export const openIndex = async (
  settings: Settings,
  database: Database,
  onFault: (fault: Fault) => void,
) => {
  const embedder = await openQueryEmbedder(settings)
  await requireModelOfIndex(database.pool, embedder)
  const index = await openSearchIndex(settings, database, {
    model: embedder.model,
    snapshotFile: searchIndexFile(settings.dataDir),
    onFault: (fault) => {
      say(`search index: ${fault.code}; trying again`)
      onFault(fault)
    },
  })
  return { embedder, index }
}

/** Accepts the billing provider's events if their secret is set. */
const webhookOf = ({ stripeWebhookSecret: secret }: Settings, { pool }: Database) =>
  secret === null
    ? null
    : {
        secret,
        events: makeProviderEvents(pool, { paying: PAYING, ended: ENDED }, setPaid),
        clock: () => Date.now(),
      }

const clock = (): number => performance.now()
const today = (): Day => Day.parse(new Date().toISOString().slice(0, 10))

/** Opens the dependencies of the account area. */
const openAccountArea = (
  settings: Settings,
  { pool }: Database,
  index: SearchIndex,
  limiter: RateLimiter,
  pepper: string,
): AccountArea => ({
  users: makeUsers(pool),
  sessions: makeSessions(pool),
  keys: makeKeyAdmin(pool),
  applications: makeApplications(pool),
  usage: makeAccountUsageReader(pool),
  limiter,
  pepper,
  clock: () => Date.now(),
  hasSandbox: settings.sandbox,
  webhooks: webhookAdminOf(settings, { pool }, pepper),
  recall: recallAdminOf({ pool }),
  savedSearches: savedSearchAdminOf({ pool }, index, pepper),
  texts: makePublicTexts(pool),
  articles: makeArticleReader(pool),
  concepts: makeConceptReader(pool, foldedLabel),
  mail: settings.mail === null ? null : makeMailAdmin({ choices: makeMailChoices(pool), pepper }),
})

/** How long a call waits for a place: far less than a caller notices. */
const PLACE_WAIT_MS = 20

export const gatesOf = ({ calls }: Pick<Settings, 'calls'>): AppDeps['gates'] => {
  const { inFlight, perKey, computations } = calls
  const gate = (inFlightMax: number): CallGate =>
    makeCallGate({
      inFlightMax,
      perKeyMax: Math.min(perKey, inFlightMax),
      waitMs: PLACE_WAIT_MS,
    })
  return { reading: gate(inFlight), computing: gate(computations) }
}

/** Reads earlier wordings of texts from the live generation and the log. */
const versionSourcesOf = (
  database: Database,
  stateOf: VersionSources['stateOf'],
  blobs: VersionSources['blobs'],
): VersionSources => {
  const generations = makeGenerations(database.pool)
  const concepts = makeConceptTables(database.pool)
  return {
    ...makeTextFacts(database.pool),
    stateOf,
    blobs,
    conceptsOf: async (ids) => {
      const found = await concepts.get(await generations.live(), ids)
      return new Map([...found].map(([id, { concept }]) => [id, concept]))
    },
  }
}

/** Reads states of texts in the live generation. */
const liveStateOf = ({ pool }: Database) => {
  const generations = makeGenerations(pool)
  const texts = makeTextTables(pool, parseTextState)
  return async (id: ArticleId): Promise<TextState | null> =>
    (await texts.load(await generations.live(), [id])).get(id) ?? null
}

/** Reads the vectors of a wording that its entries in the index carry. */
const vectorsOf = (database: Database, model: string): PassageVectors => {
  const stateOf = liveStateOf(database)
  const vectors = makeVectors(database.pool)
  return async (id, version) => {
    const state = await stateOf(id)
    const { passages = [] } = usableEmbedding(state?.embeddings[version] ?? [], model) ?? {}
    const known = await vectors.get(
      model,
      passages.map(({ textSha256 }) => textSha256),
    )
    return passages.flatMap(({ textSha256 }) => known.get(textSha256) ?? [])
  }
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

/** The pages show the demonstration key to the person at this machine, and to nobody else. */
const shownKeyOf = async (settings: Settings, database: Database): Promise<string | null> =>
  settings.demonstration &&
  database.embedded &&
  settings.trustProxy === null &&
  LOOPBACK.has(settings.host)
    ? deriveKey(await keyPepper(settings), DEMONSTRATION_KEY)
    : null

type Searching = Awaited<ReturnType<typeof openIndex>>

/** What one process has once, for its own API and for the sandbox. */
export type Models = {
  readonly entailment: EntailmentModel | null
  /** Called with every fault of models and open streams that the process survives. */
  readonly onFault: (fault: unknown) => void
}

/** Who may ask, and what a call costs. */
export type Access = Pick<
  AppDeps,
  | 'keys'
  | 'accessTokens'
  | 'limiter'
  | 'namedOrigins'
  | 'account'
  | 'sandbox'
  | 'demonstrationKey'
  | 'limits'
  | 'ledger'
  | 'gates'
  | 'usage'
  | 'webhook'
  | 'keepReceipt'
> & {
  readonly kind: ApiKeyKind
  readonly pepper: string
  /** Signs cursors: those of one corpus are none of another. */
  readonly cursorSecret: string
}

/** Makes the read API over a corpus and its index. `close` leaves the index and the log, too. */
export const openServing = async (
  settings: Settings,
  database: Database,
  { embedder, index }: Searching,
  { entailment, onFault }: Models,
  { cursorSecret, ...access }: Access,
): Promise<QueryApi> => {
  const { log, blobs } = truthOf(database)
  const concepts = makeNarrowerConcepts(database.pool)
  const texts = makeHitTexts(database.pool)
  const searching = { index, texts, embedder, clock, today, concepts }
  const search = makeSearch(searching)
  const articles = makeArticleReader(database.pool)
  const publicTexts = makePublicTexts(database.pool)
  const changes = makeChangesReader(database.pool)
  const coverage = makeCoverage(makeCoverageCounter(database.pool))
  const held = summariseCoverage(coverage)
  const citations = makeCitationIndex(database.pool)
  const citator = makeCitatorReader(database.pool)
  const state = makeLiveState(database.pool)
  const stateOf = liveStateOf(database)
  const heads = makeArticleHeads(database.pool)
  const suggestions = makeSuggestions(makeSuggestionSource(database.pool))
  suggestions.load()
  const versions = versionSourcesOf(database, stateOf, blobs)
  const model = openChatModel(settings)
  const generations = makeGenerations(database.pool)
  const computing = openComputing(settings.computingThreads, {
    search,
    articles,
    stateOf,
    blobs,
    coverage: held,
    citations,
    heads,
    replacements: makeReplacements(citator),
    entailment,
    onModelFault: onFault,
    model,
    state,
  })
  const { verify, answer, compareWordings, makeDocument, resolve } = computing
  const research: ResearchParts = {
    search,
    articles,
    citations,
    citator,
    coverage: held,
    concepts: makeConceptReader(database.pool, foldedLabel),
    persons: makeAuditedRead(database.pool, makePersonSource),
    nearest: {
      index,
      similarityFloor: embedder.similarityFloor,
      vectorsOf: vectorsOf(database, embedder.model),
    },
    versions,
  }
  const walking = { ...walkSourcesOf(database, log), concepts }
  const scan = makeScan({ ...walking, pages: scanPages(cursorSecret), today })
  const app = buildApp({
    search,
    whyNot: makeWhyNot(searching),
    scan,
    exportPart: makeExport({ ...walking, pages: exportPages(cursorSecret) }),
    changes,
    changePlaces: makeChangePlaces(database.pool),
    histories: makeTextHistories(database.pool),
    articles,
    versions,
    compareWordings,
    makeDocument,
    resolve,
    suggestions,
    lookUps: { articles, names: makeTextsByName(database.pool), heads },
    coverage,
    verify,
    answer,
    research,
    browse: makeBrowseReader(database.pool),
    mcp: {
      tools: toolsOf(settings.mcp.toolset, {
        ...research,
        verify,
        answer,
        cursorSecret,
      }),
      resources: resourcesOf({ articles, texts: publicTexts, changes, cursorSecret }),
      allowedOrigins: settings.mcp.allowedOrigins,
      onFault,
    },
    texts: publicTexts,
    webhooks: webhookAdminOf(settings, database, access.pepper),
    recall: recallAdminOf(database),
    savedSearches: savedSearchAdminOf(database, index, access.pepper),
    ...access,
    clock: () => Date.now(),
    trustProxy: settings.trustProxy,
    log: {
      level: logLevelFor(process.stderr, settings.logLevel),
      destination: logStream(process.stderr),
    },
    entailment: entailment?.model ?? null,
    receipts: makeReceiptSources(() => generations.live(), {
      embedding: embedder.model,
      entailment: entailment?.model ?? null,
      chat: model?.name ?? null,
    }),
    health: async () => {
      const [position, head] = await Promise.all([index.position(), log.head()])
      return { ready: true, position, lagEvents: Math.max(0, head - position) }
    },
  })
  return {
    app,
    index,
    close: async () => {
      await app.close()
      await computing.close()
      await index.close()
      await log.close()
    },
  }
}

/** The holder of the answer has the receipt in its header. */
const onReceiptFault = (fault: unknown): void =>
  say(`receipts: ${fault instanceof Fault ? fault.code : 'internal-error'}; one was not kept`)

/** Makes the read API over an open index, ready to listen; `sandbox` answers for its keys. */
export const openQueryApi = async (
  settings: Settings,
  database: Database,
  searching: Searching,
  metrics: Metrics,
  { models, sandbox }: { readonly models: Models; readonly sandbox: FastifyInstance | null },
): Promise<QueryApi> => {
  const { pool } = database
  const limiter = makePostgresRateLimiter(pool)
  const ledger = makeLedger(pool, { reservationSeconds: settings.reservationSeconds })
  const shared = makeStandbyLimiter(limiter, makeMemoryRateLimiter())
  const uses = makeKeyUses(pool)
  const pepper = await keyPepper(settings)
  const serving = await openServing(settings, database, searching, models, {
    kind: 'live',
    keys: notingUses(makeKeyStore(pool), uses),
    accessTokens: notingUses(makeAccessTokens(pool), uses),
    limiter: shared,
    namedOrigins: makeNamedOrigins(pool),
    account: openAccountArea(settings, database, searching.index, shared, pepper),
    sandbox,
    demonstrationKey: await shownKeyOf(settings, database),
    pepper,
    cursorSecret: pepper,
    limits: settings.limits,
    ledger,
    gates: gatesOf(settings),
    usage: makeUsageReader(pool),
    webhook: webhookOf(settings, database),
    keepReceipt: makeKeepReceipt(pool, onReceiptFault),
  })
  measureAnswers(serving.app, metrics)
  const sweeper = startSweeper(
    [
      async () => (await limiter.sweep()) === POSTGRES_LIMITER.sweepMax,
      async () => Math.max(...Object.values(await ledger.sweep())) === LEDGER.sweepMax,
    ],
    ({ code }) => say(`housekeeping: ${code}; trying again`),
  )
  return {
    ...serving,
    close: async () => {
      await serving.close()
      await uses.close()
      await sweeper.close()
    },
  }
}

/** Starts listening and returns the address of the API. Throws Fault `port-taken`. */
export const listen = async (app: FastifyInstance, { host, port }: Settings): Promise<string> =>
  `${await listenOn(app, { host, port, setting: 'PORT' })}${API_BASE_PATH}`
