/**
 * The MCP endpoint over the demonstration texts, with in-memory stores and otherwise real readers.
 */
import type { AddressInfo } from 'node:net'
import { Day } from '#contracts/ids.ts'
import { Concept } from '#contracts/concept.ts'
import type { Relations } from '#contracts/citation-index.ts'
import type { Article } from '#contracts/http/article.ts'
import { HOLDER_SCOPES } from '#contracts/api-key.ts'
import { builtinVector, makeBuiltinEmbedder } from '#infra/embeddings/builtin.ts'
import { embeddedPassage, passagesOf } from '#ingest/enrich/passages.ts'
import type { AppDeps } from '#query-api/routes/app.ts'
import { foldedLabel, foldedLabels } from '#contracts/law/analysis/labels.ts'
import type { ConceptReader } from '#query-api/vocabularies/ports.ts'
import type { Act } from '#contracts/audit.ts'
import { toolsOf } from '#query-api/mcp/tools/toolsets.ts'
import type { ToolParts } from '#query-api/mcp/ports.ts'
import type { Toolset } from '#query-api/mcp/tools/toolsets.ts'
import { resourcesOf } from '#query-api/mcp/resources/kinds.ts'
import { makeChangesOf } from '#query-api/changes/changes.testing.ts'
import type { PublicTexts } from '#query-api/public/ports.ts'
import { NO_WORDINGS } from '#query-api/versions/wording-article.testing.ts'
import { makeAnswering } from '#query-api/rag/answer.ts'
import { makeSearch } from '#query-api/search/search.ts'
import { makeCoverage, summariseCoverage } from '#query-api/coverage/coverage.ts'
import { verifyOver } from '#query-api/verify/verify.ts'
import { BASE, bearer, type Harness, KEY, keyRecord, makeHarness, UNUSED } from '../api/harness.ts'
import { currentTexts } from '../claims/demonstration.ts'
import { articleOf, citationIndexOf, POSITION, readerOf } from '../claims/held.ts'
import { naiveIndex, type NaiveText } from '../relevance/naive-index.ts'

export const MCP_URL = `${BASE}/mcp`
export const MODERN = '2026-07-28'
const NOW = Date.parse('2026-01-01T00:00:00.000Z')

export const ARTICLES: readonly Article[] = currentTexts().map(({ content }) => articleOf(content))

const naiveTextsOf = ({ slug, title, contentClean, headnotes }: Article): NaiveText[] => [
  {
    slug,
    title,
    text: contentClean,
    vectors: passagesOf(contentClean).map((span) =>
      builtinVector(embeddedPassage(title, contentClean, span)),
    ),
  },
  ...headnotes.map(({ summary }) => ({
    slug,
    title,
    text: contentClean,
    headnote: summary,
    vectors: [builtinVector(summary)],
  })),
]

export const CONCEPT: Concept = Concept.parse({
  id: '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f00c1',
  vocabulary: 'lkif',
  externalId: 'http://example.org/norm#Obligation',
  prefLabel: { fr: 'Obligation', en: 'Obligation' },
  definition: { en: 'A norm that commands.' },
})

const conceptsOf = (concepts: readonly Concept[]): ConceptReader => ({
  counts: async () =>
    new Map(
      [...Map.groupBy(concepts, ({ vocabulary }) => vocabulary)].map(([name, all]) => [
        name,
        all.length,
      ]),
    ),
  byId: async (id) => concepts.find((one) => one.id === id) ?? null,
  search: async (query, vocabulary, limit) =>
    concepts
      .filter(
        (one) =>
          (vocabulary === null || one.vocabulary === vocabulary) &&
          foldedLabels(one).includes(
            query.includes('://') ? query.toLowerCase() : foldedLabel(query),
          ),
      )
      .slice(0, limit),
})

const now = (): number => NOW
const clock = (): number => 0

const NO_RELATIONS: Relations = { citing: [], cited: [], more: false }

/** The parts behind the tools, with what was recorded. */
export const toolParts = (
  articles: readonly Article[] = ARTICLES,
): ToolParts & { readonly acts: Act[] } => {
  const acts: Act[] = []
  const read = readerOf(articles)
  const byId = new Map<string, Article>(articles.map((article) => [article.id, article]))
  const reader: ToolParts['articles'] = {
    ...read,
    byId: async (id) => {
      const slug = byId.get(id)?.slug
      return slug === undefined ? { article: null, position: POSITION } : read.bySlug(slug)
    },
  }
  const index = naiveIndex(articles.flatMap(naiveTextsOf))
  const embedder = makeBuiltinEmbedder()
  const search = makeSearch({
    index,
    embedder,
    clock: () => 0,
    today: () => Day.parse('2026-11-22'),
  })
  const coverage = summariseCoverage(
    makeCoverage({ counts: async () => ({ position: POSITION, groups: [] }) }),
  )
  const citations = { ...citationIndexOf(articles), relationsOf: async () => NO_RELATIONS }
  return {
    search,
    articles: reader,
    coverage,
    // No log: the wording that is read is the one there is.
    versions: { ...UNUSED.versions, stateOf: async () => null },
    citations,
    citator: { factsOf: async () => new Map(), reliersOf: async () => [] },
    verify: verifyOver({
      search,
      articles: reader,
      citations,
      replacements: async () => new Map(),
      ...NO_WORDINGS,
      coverage,
      now,
      clock,
    }),
    answer: makeAnswering({ search, articles: reader, ...NO_WORDINGS, coverage, now, clock }),
    cursorSecret: 'a secret of the tests that signs cursors',
    concepts: conceptsOf([CONCEPT]),
    nearest: {
      index,
      similarityFloor: embedder.similarityFloor,
      vectorsOf: async (id) => {
        const article = byId.get(id)
        return article === undefined ? [] : (naiveTextsOf(article)[0]?.vectors ?? [])
      },
    },
    persons: async (look, actsOf) => {
      const answer = await look({ named: async () => [] })
      acts.push(...actsOf(answer))
      return answer
    },
    acts,
  }
}

/** The texts of the corpus by slug. */
const TEXTS: Pick<PublicTexts, 'after'> = {
  after: async (slug, limit) =>
    ARTICLES.toSorted((one, other) => (one.slug < other.slug ? -1 : 1))
      .filter((one) => slug === null || one.slug > slug)
      .slice(0, limit),
}

export type McpHarness = Harness & { readonly parts: ReturnType<typeof toolParts> }

/** One key with every reading scope, and the union of the tools. */
export const makeMcp = (
  options: {
    readonly toolset?: Toolset
    readonly scopes?: readonly string[]
  } & Partial<AppDeps> = {},
): McpHarness => {
  const { toolset = 'union', scopes = HOLDER_SCOPES, ...changes } = options
  const parts = toolParts()
  const { changes: feed = makeChangesOf([]) } = changes
  const resources = resourcesOf({
    articles: parts.articles,
    texts: TEXTS,
    changes: feed,
    cursorSecret: parts.cursorSecret,
  })
  const harness = makeHarness({
    search: parts.search,
    articles: parts.articles,
    verify: parts.verify,
    answer: parts.answer,
    research: parts,
    mcp: {
      tools: toolsOf(toolset, parts),
      resources,
      allowedOrigins: ['https://agents.example'],
    },
    changes: feed,
    ...changes,
  })
  harness.keys.set(KEY, keyRecord({ scopes }))
  return { ...harness, parts }
}

export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
} as const

type Sent = {
  readonly headers?: Readonly<Record<string, string>>
  readonly payload: string | Buffer
}
const inject = ({ app }: Harness, { headers = {}, payload }: Sent) =>
  app.inject({
    method: 'POST',
    url: MCP_URL,
    headers: { ...bearer(), 'content-type': 'application/json', ...headers },
    payload,
  })

/** Sends a body as it is. */
export const sendRaw = (harness: Harness, payload: string | Buffer, headers = {}) =>
  inject(harness, { payload, headers })

/** A request of the legacy era. */
export const legacy = (harness: Harness, method: string, params?: unknown, headers = {}) =>
  inject(harness, {
    payload: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      ...(params === undefined ? {} : { params }),
    }),
    headers: { 'mcp-protocol-version': '2025-11-25', ...headers },
  })

/** A request of the modern era, with its headers. */
export const modern = (
  harness: Harness,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
) =>
  inject(harness, {
    payload: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { _meta: modernMeta, ...params },
    }),
    headers: {
      'mcp-protocol-version': MODERN,
      'mcp-method': method,
      ...(typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}),
      ...(typeof params['uri'] === 'string' ? { 'mcp-name': params['uri'] } : {}),
      ...headers,
    },
  })

/**
 * Listens on a free port of this machine; every request comes with the good key, as a client with
 * its settings would send it.
 */
export const listenWithKey = async ({
  app,
}: Harness): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  await app.ready()
  app.server.prependListener('request', (request) => {
    request.headers.authorization ??= bearer().authorization
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}${MCP_URL}`, close: () => app.close() }
}

const DECISION = ARTICLES.find(({ judicialDecision }) => judicialDecision !== null)
const [FIRST] = ARTICLES
/** One good call of each tool, in the order of the list. */
export const CALLS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['service_search', { text: 'prescription', jurisdictions: ['FR'], limit: 3 }],
  ['service_get_article', { idOrSlug: FIRST?.slug }],
  [
    'service_rag_query',
    { question: 'Quel est le délai de prescription des actions personnelles ?' },
  ],
  [
    'service_verify_claim',
    { claim: 'Les actions personnelles ou mobilières se prescrivent par cinq ans.' },
  ],
  ['service_get_decision', { idOrSlug: DECISION?.slug }],
  ['service_get_concept', { idOrUri: CONCEPT.id }],
  ['service_get_relations', { idOrSlug: FIRST?.slug }],
  ['service_explain_legal_term', { text: 'prescription' }],
  ['service_list_authorities', { text: 'prescription', limit: 5 }],
  ['service_get_chronology', { idOrSlug: DECISION?.slug }],
  ['service_taxonomy_lookup', { query: 'obligation', vocabulary: 'lkif' }],
  ['service_magistrate_lookup', { name: 'Jeanne Exemple' }],
]
