/**
 * Every operation that has a price gives a receipt, over the demonstration corpus: an operation
 * that is new needs a line in this table.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_SCOPES } from '#contracts/api-key.ts'
import { ReceiptCheckResponse } from '#contracts/http/receipts.ts'
import type { ReceiptKey } from '#contracts/receipts/format.ts'
import { API_BASE_PATH } from '#contracts/service.ts'
import {
  citedTextsIn,
  fetchReceiptKeys,
  hashOfCitations,
  isReceiptOfAnswer,
  isReceiptOfRequest,
  readReceipt,
} from '#query-api/client/receipts.ts'
import { makeDemonstrationDir } from '../service/prepared-folders.ts'
import { ask, runQuickly, type Service, startService } from '../service/service.ts'

const TIMEOUT_MS = 180_000

let service: Service
let keys: readonly ReceiptKey[]
/** A key with every reading scope. */
let asker: Pick<Service, 'baseUrl' | 'key'>
let remove: () => Promise<void>
beforeAll(async () => {
  const made = await makeDemonstrationDir()
  remove = made.remove
  service = await startService(made.dataDir, { LIMIT_REST: '10000', LIMIT_MCP: '10000' })
  keys = await fetchReceiptKeys(service.baseUrl)
  const scopes = [...DEFAULT_SCOPES, 'magistrates:read'].join()
  const words = ['keys', 'create', '--account', 'Receipts', '--plan', 'firm', '--scopes', scopes]
  const key = await runQuickly(words, made.dataDir)
  if (key.code !== 0) throw new Error(key.stderr)
  asker = { baseUrl: service.baseUrl, key: key.stdout.trim() }
}, TIMEOUT_MS)
afterAll(async () => {
  await service.stop()
  await remove()
}, TIMEOUT_MS)

type Call = { readonly path: string; readonly body?: object }
type Head = { readonly slug: string; readonly version: string }

type Scan = {
  readonly rows: readonly (Head & { readonly id: string })[]
  readonly next: string | null
}
const scanned = async (after = ''): Promise<Scan['rows']> => {
  const { rows, next } = await listed<Scan>(`/scan?limit=100${after}`)
  return next === null ? rows : [...rows, ...(await scanned(`&after=${next}`))]
}

/** Names of texts that the corpus holds. */
const namesHeld = async () => {
  const texts = await scanned()
  const two = texts.find(({ version }) => version !== '1.0.0') ?? texts[0]
  const { courts } = await listed<{ courts: readonly { code: string; texts: number }[] }>('/courts')
  const court = courts.find((one) => one.texts > 0)?.code ?? ''
  const { years } = await listed<{ years: readonly { year: number }[] }>(`/courts/${court}/years`)
  const year = years[0]?.year ?? 0
  const { decisions } = await listed<{ decisions: readonly { slug: string }[] }>(
    `/courts/${court}/years/${year}`,
  )
  const { codes } = await listed<{ codes: readonly { code: string }[] }>('/codes')
  const { concepts } = await listed<{ concepts: readonly { id: string }[] }>(
    '/concepts?query=contrat',
  )
  return {
    slug: texts[0]?.slug ?? '',
    id: texts[0]?.id ?? '',
    two: two?.slug ?? '',
    versions: await listed<{ versions: readonly Head[] }>(`/articles/${two?.slug ?? ''}/versions`),
    decision: decisions[0]?.slug ?? '',
    court: `${court}/years/${year}`,
    code: codes[0]?.code ?? '',
    concept: concepts[0]?.id ?? '',
  }
}
const listed = async <Body>(path: string): Promise<Body> => {
  const { status, body, text } = await ask<Body>(asker, path)
  if (status !== 200) expect.fail(`${path}: ${text}`)
  return body
}

/** A good call of each operation with a price, by its id. */
const callsOf = (held: Awaited<ReturnType<typeof namesHeld>>): Readonly<Record<string, Call>> => {
  const { slug, id, two, versions, decision, court, code, concept } = held
  const [first = '', second = ''] = versions.versions.map(({ version }) => version)
  const about = (name: string): Call => ({ path: `/articles/${slug}/${name}` })
  return {
    searchUnified: { path: '/search', body: { text: 'responsabilité contractuelle' } },
    lookUpArticles: { path: `/articles?id=${id}` },
    resolveCitations: {
      path: '/citations/resolve',
      body: { citations: ['article 1240 du code civil'] },
    },
    explainMissing: { path: '/search/why-not', body: { request: { text: 'bail' }, slug } },
    scanTexts: { path: '/scan?limit=50' },
    exportTexts: { path: '/export?limit=3&format=parquet' },
    getArticle: { path: `/articles/${slug}` },
    listVersions: { path: `/articles/${two}/versions` },
    getVersion: { path: `/articles/${slug}/versions/1.0.0` },
    compareVersions: { path: `/articles/${two}/diff?from=${first}&to=${second}` },
    verifyClaim: {
      path: '/verify',
      body: { claim: 'Les actions personnelles ou mobilières se prescrivent par cinq ans.' },
    },
    ragQuery: {
      path: '/rag',
      body: { question: 'Quel est le délai de prescription des actions personnelles ?' },
    },
    mcpServer: { path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
    getDecision: { path: `/decisions/${decision}` },
    getRelations: about('relations'),
    getChronology: { path: `/articles/${decision}/chronology` },
    getSimilarTexts: about('similar'),
    getCitations: about('citations'),
    listAuthorities: { path: '/authorities?text=bail' },
    explainTerm: { path: '/terms?term=bail' },
    findConcepts: { path: '/concepts?query=contrat' },
    getConcept: { path: `/concepts/${concept}` },
    findMagistrates: { path: '/magistrates?name=Jeanne%20Exemple' },
    listCourtDecisions: { path: `/courts/${court}` },
    browseCode: { path: `/codes/${code}` },
  }
}

type Described = {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { operationId: string; 'x-price-usd': readonly { usd: number }[] }>>
    >
  >
}
const pricedOperations = async (): Promise<string[]> => {
  const { paths } = await listed<Described>('/openapi.json')
  return Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .filter(({ 'x-price-usd': [first] }) => (first?.usd ?? 0) > 0)
    .map(({ operationId }) => operationId)
}

test(
  'every operation with a price gives one that verifies, and what it cites is known',
  async () => {
    const held = await namesHeld()
    const calls = callsOf(held)
    expect(Object.keys(calls).toSorted()).toEqual((await pricedOperations()).toSorted())
    for (const [operation, { path, body }] of Object.entries(calls)) {
      const { status, headers, text, body: answer } = await ask(asker, path, { body })
      expect([operation, status, text.slice(0, status === 200 ? 0 : 300)]).toEqual([
        operation,
        200,
        '',
      ])
      const printed = headers.get('x-service-receipt') ?? ''
      const found = readReceipt(printed, keys)
      if ('refused' in found) expect.fail(`${operation}: ${found.refused}`)
      const { receipt } = found
      expect(receipt, operation).toMatchObject({
        usageId: headers.get('x-service-usage-id'),
        priceUsd: headers.get('x-service-cost-usd'),
        position: headers.get('x-service-corpus-position'),
        generation: 1,
      })
      const method = body === undefined ? 'GET' : 'POST'
      const { id: _, jsonrpc: __, ...message } = { id: 0, jsonrpc: '', ...body }
      const asked = operation === 'mcpServer' ? { ...message, params: {} } : body
      const request = { method, path: `${API_BASE_PATH}${path}`, body: asked }
      expect(isReceiptOfRequest(found, request), operation).toBe(true)
      if (operation === 'exportTexts') {
        expect([receipt.answer, receipt.cites]).toEqual([null, null])
        continue
      }
      if (operation !== 'mcpServer')
        expect(isReceiptOfAnswer(found, text), `${operation}: its bytes`).toBe(true)
      const citations = citedTextsIn(answer)
      expect(receipt.cites, operation).toMatchObject({
        count: citations.length,
        sha256: hashOfCitations(citations),
      })
      const checked = await ask(service, '/receipts/check', {
        body: { receipts: [{ receipt: printed, citations }] },
      })
      expect(checked.status, `${operation}: ${checked.text}`).toBe(200)
      const [one] = ReceiptCheckResponse.parse(checked.body).receipts
      expect([operation, one?.complete]).toEqual([operation, true])
      const states = new Set(one?.outcomes.map(({ state }) => state))
      expect([...states].filter((state) => state !== 'current' && state !== 'superseded')).toEqual(
        [],
      )
    }
  },
  TIMEOUT_MS,
)

test('the texts of an answer are cited', async () => {
  const { body, headers } = await ask<{ hits: readonly object[] }>(service, '/search', {
    body: { text: 'bail', limit: 3 },
  })
  const found = readReceipt(headers.get('x-service-receipt') ?? '', keys)
  if ('refused' in found) expect.fail(found.refused)
  expect(found.receipt.cites?.count).toBe(body.hits.length)
  expect(found.receipt.models[0]).toMatch(/./)
})
