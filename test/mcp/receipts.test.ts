/** Every call that is charged has a receipt in `_meta`, in both eras. */
import { afterAll, describe, expect, test } from 'vitest'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { citedTextsIn, hashOfCitations } from '#contracts/receipts/cited-texts.ts'
import { isReceiptOfAnswer, isReceiptOfRequest, readReceipt } from '#contracts/receipts/format.ts'
import { makeReceiptSigner } from '#contracts/receipts/signing.ts'
import { HEADERS } from '#contracts/service.ts'
import { PEPPER } from '../api/harness.ts'
import { ARTICLES, CALLS, legacy, makeMcp, MCP_URL, modern } from './harness.ts'

type Result = {
  readonly content?: readonly { readonly text: string }[]
  readonly structuredContent?: Readonly<Record<string, unknown>>
  readonly _meta?: Readonly<Record<string, unknown>>
}
const harness = makeMcp({
  limits: { anonymous: 1_000, rest: 1_000, mcp: 100_000, mcpFirm: 100_000 },
})
afterAll(() => harness.app.close())
const KEYS = [makeReceiptSigner(PEPPER, 'live').publicKey]

const readIn = ({ _meta: meta }: Result) => {
  const printed = meta?.['service/receipt']
  const found = readReceipt(String(printed), KEYS)
  if ('refused' in found) expect.fail(found.refused)
  return { ...found, printed }
}
const askedFor = (method: string, params: object) => ({
  method: 'POST',
  path: MCP_URL,
  body: { method, params },
})

describe.each([
  ['2025-11-25', legacy],
  ['2026-07-28', modern],
] as const)('%s', (_, send) => {
  test.each(CALLS)('%s', async (name, args) => {
    const params = { name, arguments: args }
    const answer = await send(harness, 'tools/call', params)
    const { result } = answer.json<{ result: Result }>()
    const given = readIn(result)
    expect(answer.headers['x-service-receipt']).toBe(given.printed)
    expect(given.receipt).toMatchObject({
      usageId: answer.headers[HEADERS.usageId.toLowerCase()],
      priceUsd: String(result._meta?.['service/priceUsd']),
      operation: result._meta?.['service/operation'],
      position: result.structuredContent?.['corpusPosition'] ?? null,
      generation: 3,
    })
    expect(isReceiptOfRequest(given, askedFor('tools/call', params))).toBe(true)
    expect(isReceiptOfAnswer(given, result.content?.[0]?.text ?? '')).toBe(true)
    const cited = citedTextsIn(result.structuredContent)
    expect(given.receipt.cites?.count).toBe(cited.length)
    // A citation without a position could not be checked later.
    if (cited.length > 0) expect(given.receipt.position).not.toBeNull()
  })

  test('a list of the tools', async () => {
    const { result } = (await send(harness, 'tools/list', {})).json<{ result: Result }>()
    const given = readIn(result)
    const { _meta: __, ...listed } = result
    expect(given.receipt).toMatchObject({ operation: 'mcp', priceUsd: '0.05', position: null })
    expect(isReceiptOfRequest(given, askedFor('tools/list', {}))).toBe(true)
    expect(isReceiptOfAnswer(given, canonicalJson(listed))).toBe(true)
    expect(given.receipt.cites?.count).toBe(0)
  })

  test('nothing that is free', async () => {
    const name = 'service_search'
    const refused = await send(harness, 'tools/call', { name, arguments: { txet: 'x' } })
    const unknown = await send(harness, 'tools/call', { name: 'none', arguments: {} })
    const missing = await send(harness, 'tools/call', {
      name: 'service_get_article',
      arguments: { idOrSlug: 'no-such-text' },
    })
    for (const answer of [refused, unknown, missing]) {
      expect(answer.headers).not.toHaveProperty('x-service-receipt')
      expect(answer.json<{ result?: Result }>().result?._meta ?? {}).not.toHaveProperty(
        'service/receipt',
      )
    }
    expect(missing.json<{ result: object }>().result).toMatchObject({ isError: true })
  })
})

test('a request without params is one with an empty object', async () => {
  const answer = await harness.app.inject({
    method: 'POST',
    url: MCP_URL,
    headers: { authorization: `Bearer ${[...harness.keys.keys()][0] ?? ''}` },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  })
  const given = readIn(answer.json<{ result: Result }>().result)
  expect(isReceiptOfRequest(given, askedFor('tools/list', {}))).toBe(true)
})

test('the hello of each era has one', async () => {
  const hello = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }
  const first = (await legacy(harness, 'initialize', hello)).json<{ result: Result }>()
  expect(isReceiptOfRequest(readIn(first.result), askedFor('initialize', hello))).toBe(true)
  const second = (await modern(harness, 'server/discover')).json<{ result: Result }>()
  expect(readIn(second.result).receipt.operation).toBe('mcp')
  expect(second.result._meta).toHaveProperty(['io.modelcontextprotocol/serverInfo'])
})

test('a request without a canonical form is answered, and its receipt says so', async () => {
  const body = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","x":1e999}}`
  const answer = await harness.app.inject({
    method: 'POST',
    url: MCP_URL,
    headers: {
      authorization: `Bearer ${[...harness.keys.keys()][0] ?? ''}`,
      'content-type': 'application/json',
    },
    payload: body,
  })
  expect(answer.statusCode).toBe(200)
  expect(readIn(answer.json<{ result: Result }>().result).receipt.request).toBeNull()
})

test('a text that is read as a resource is cited, with its version and hash', async () => {
  const [article] = ARTICLES
  const params = { uri: `service://articles/${article?.slug}` }
  const { result } = (await modern(harness, 'resources/read', params)).json<{ result: Result }>()
  const given = readIn(result)
  const { receipt } = given
  const { _meta: __, ...sent } = result
  expect(isReceiptOfRequest(given, askedFor('resources/read', params))).toBe(true)
  expect(isReceiptOfAnswer(given, canonicalJson(sent))).toBe(true)
  const cited = citedTextsIn(article)
  expect(cited).toContainEqual({
    slug: article?.slug,
    version: article?.version,
    sha256Hash: article?.sha256Hash,
    headnoteSequence: null,
  })
  expect(receipt).toMatchObject({
    operation: 'article',
    position: result._meta?.['service/position'],
    cites: { count: cited.length, sha256: hashOfCitations(cited) },
  })
  expect(receipt.position).toMatch(/^\d{15}$/)
})
