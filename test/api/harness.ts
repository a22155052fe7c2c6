/** The read API over small fakes of its ports. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { DEFAULT_SCOPES, keyOf } from '#contracts/api-key.ts'
import { Article } from '#contracts/http/article.ts'
import type { SearchRequest, SearchResponse } from '#contracts/http/search.ts'
import { ArticleId, Instant, Position, Sha256Hex, Slug } from '#contracts/ids.ts'
import { makeMemoryRateLimiter } from '#infra/memory/rate-limiter.ts'
import { secretHmacOf } from '#contracts/web/keys.ts'
import { makeCallGate } from '#query-api/billing/call-gate.ts'
import { type AppDeps, buildApp } from '#query-api/routes/app.ts'
import type { StoredArticle } from '#query-api/ports.ts'
import type { ResearchParts } from '#query-api/relations/ports.ts'
import type { KeyRecord } from '#query-api/auth/ports.ts'
import { makeBaseLedger, NO_USAGE } from '../billing/base-ledger.ts'
import { articleReaderOver } from '../harness/article-reader.ts'

export const PEPPER = 'a pepper of more than thirty-two characters'
export const KEY = keyOf('live', 'K'.repeat(30))
export const OTHER_KEY = keyOf('live', 'L'.repeat(30))
export const UNKNOWN_KEY = keyOf('live', 'U'.repeat(30))
export const BASE = '/api/v1'
export const POSITION = Position.parse(4_711)
export const PRINTED_POSITION = '000000000004711'

export const bearer = (key: string = KEY) => ({ authorization: `Bearer ${key}` })

export const keyRecord = (changes: Partial<KeyRecord> = {}): KeyRecord => ({
  keyId: '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f0001',
  accountId: '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f00aa',
  plan: 'practitioner',
  scopes: DEFAULT_SCOPES,
  capMicroUsd: null,
  capMode: 'soft',
  expiresAt: null,
  revokedAt: null,
  ...changes,
})

export const SLUG = Slug.parse('responsabilite-contractuelle-0a1b2c3d')
export const ARTICLE: Article = Article.parse({
  id: '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f0002',
  slug: SLUG,
  title: 'Responsabilité contractuelle',
  abstract: null,
  contentClean: 'Le débiteur répond de l’inexécution de son obligation.',
  language: 'fr',
  jurisdiction: ['FR'],
  legalDomain: ['civil.contracts'],
  contentType: 'doctrine',
  doctrineSubtype: 'article',
  publishedAt: '2024-05-02T00:00:00.000Z',
  updatedAt: '2024-05-03T08:30:15.250Z',
  version: '1.0.0',
  sha256Hash: 'ab'.repeat(32),
  hashProfile: 'article/1',
  groundednessScore: null,
  groundedness: null,
  hasIntegrityWarning: false,
  integrityFlags: [],
  statusFlag: 'gray',
  statusDerivation: {
    flag: 'gray',
    rule: 'never-assessed',
    because: [],
    asOf: null,
    assessedThrough: null,
  },
  headnotes: [],
  concepts: [],
  judicialDecision: null,
  validity: { validFrom: null, validTo: null },
  provision: null,
  source: { id: 'demo:1', version: null, url: null },
  licence: 'CC-BY-4.0',
})

export const storedArticle = (article: Article = ARTICLE): StoredArticle => ({
  id: ArticleId.parse(article.id),
  json: JSON.stringify(article),
  sha256Hash: Sha256Hex.parse(article.sha256Hash),
  updatedAt: Instant.parse(article.updatedAt),
})

export const emptyResponse = ({ offset, limit }: SearchRequest): SearchResponse => ({
  hits: [],
  total: 0,
  offset,
  limit,
  embeddingCostUsd: 0,
  latencyMs: 1,
  warnings: [],
})

export type Harness = {
  readonly app: FastifyInstance
  /** Requests that reached the search. */
  readonly searched: SearchRequest[]
  /** Keys by their plain form; tests may change them. */
  readonly keys: Map<string, KeyRecord>
  readonly articles: Map<string, StoredArticle>
  /** Moves the clock of the limiter. */
  readonly pass: (seconds: number) => void
  readonly log: () => string
}

/** Gates with a place for every call. */
export const makeOpenGates = (): AppDeps['gates'] => {
  const bounds = { inFlightMax: 10_000, perKeyMax: 10_000, waitMs: 0 }
  return { reading: makeCallGate(bounds), computing: makeCallGate(bounds) }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

export const LIMITS = { anonymous: 30, rest: 120, mcp: 60, mcpFirm: 600 } as const

const unused = (): never => {
  throw new Error('this test gave the operation no double')
}
export const NO_RESEARCH: ResearchParts = {
  search: unused,
  articles: { bySlug: unused, bySlugs: unused, byId: unused, position: unused },
  citations: { textsNamed: unused, coverage: unused, relationsOf: unused },
  citator: { factsOf: unused, reliersOf: unused },
  concepts: { search: unused, byId: unused, counts: unused },
  persons: unused,
  coverage: unused,
  nearest: {
    index: { search: unused, displays: unused },
    similarityFloor: 0,
    vectorsOf: unused,
  },
  versions: {
    stateOf: unused,
    factsOf: unused,
    keptTexts: unused,
    conceptsOf: unused,
    blobs: { get: unused },
  },
}

/** Doubles for operations that a test does not use. */
export const UNUSED = {
  research: NO_RESEARCH,
  namedOrigins: async () => false,
  accessTokens: { find: async () => null },
  browse: {
    courts: unused,
    years: unused,
    decisions: unused,
    works: unused,
    sections: unused,
    provisions: unused,
  },
  whyNot: unused,
  scan: unused,
  exportPart: unused,
  changes: { read: unused },
  changePlaces: { lastOfTexts: unused },
  histories: { since: unused },
  keepReceipt: null,
  recall: {
    keeping: unused,
    setKeeping: unused,
    receipts: unused,
    receipt: unused,
    removeReceipt: unused,
    removeReceipts: unused,
    recalls: unused,
    watches: unused,
    watch: unused,
    startWatch: unused,
    watchServed: unused,
    removeWatch: unused,
    removeWatches: unused,
  },
  receipts: {
    generation: async () => 3,
    models: { search: ['embedder@1'], article: [], rag: [], verify: [], mcp: [] },
  },
  verify: unused,
  answer: unused,
  coverage: unused,
  versions: NO_RESEARCH.versions,
  compareWordings: unused,
  makeDocument: unused,
  resolve: unused,
  suggestions: { suggest: unused },
  lookUps: {
    articles: { byId: unused },
    names: { idsNamed: unused },
    heads: { headsOf: unused },
  },
  mcp: { tools: [], resources: [], allowedOrigins: [] },
  account: null,
  sandbox: null,
  demonstrationKey: null,
  webhook: null,
  webhooks: {
    list: unused,
    one: unused,
    messages: unused,
    register: unused,
    registerOnce: unused,
    change: unused,
    remove: unused,
    rotate: unused,
    test: unused,
    redeliver: unused,
  },
  savedSearches: {
    list: unused,
    one: unused,
    save: unused,
    change: unused,
    remove: unused,
    news: unused,
    recent: unused,
    renewFeed: unused,
    fed: unused,
  },
  texts: {
    cards: async () => new Map(),
    parts: async () => [],
    part: async () => [],
    after: async () => [],
  },
} as const

/** An app with one good key and one article. `changes` replaces parts of it. */
export const makeHarness = (changes: Partial<AppDeps> = {}): Harness => {
  const searched: SearchRequest[] = []
  const keys = new Map([[KEY, keyRecord()]])
  const articles = new Map<string, StoredArticle>([[SLUG, storedArticle()]])
  const lines: string[] = []
  let now = 0
  const app = buildApp({
    search: async (request) => {
      searched.push(request)
      return { response: emptyResponse(request), position: POSITION }
    },
    articles: articleReaderOver(articles, POSITION),
    keys: {
      find: async (hmac) =>
        [...keys].find(([key]) => hex(secretHmacOf(PEPPER, key)) === hex(hmac))?.[1] ?? null,
    },
    limiter: makeMemoryRateLimiter(() => now),
    ...UNUSED,
    ledger: makeBaseLedger(),
    gates: makeOpenGates(),
    usage: NO_USAGE,
    health: async () => ({ ready: true, position: POSITION, lagEvents: 0 }),
    entailment: 'none@0',
    pepper: PEPPER,
    limits: LIMITS,
    trustProxy: null,
    clock: () => Date.parse('2026-01-01T00:00:00.000Z'),
    log: { level: 'trace', destination: { write: (line: string) => void lines.push(line) } },
    ...changes,
  })
  return {
    app,
    searched,
    keys,
    articles,
    pass: (seconds) => (now += seconds * 1_000),
    log: () => lines.join(''),
  }
}

/** A port that fails. */
export const failing = (thrown: unknown) => (): Promise<never> => Promise.reject(thrown)

export const sha256 = (text: string, encoding: 'hex' | 'base64' | 'base64url'): string =>
  createHash('sha256').update(text).digest(encoding)
