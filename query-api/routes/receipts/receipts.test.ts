/** Receipts on answers, and what becomes of one that comes back. */
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { keyOf } from '#contracts/api-key.ts'
import { ReceiptCheckResponse } from '#contracts/http/receipts.ts'
import { SearchResponse } from '#contracts/http/search.ts'
import { Position, printPosition } from '#contracts/ids.ts'
import { citedTextsIn, hashOfCitations } from '#contracts/receipts/cited-texts.ts'
import {
  isReceiptOfAnswer,
  isReceiptOfRequest,
  readReceipt,
  type ReceiptKey,
} from '#contracts/receipts/format.ts'
import { VALIDATION_LIMITS } from '#contracts/web/http/validation.ts'
import {
  ARTICLE,
  BASE,
  bearer,
  failing,
  keyRecord,
  makeHarness,
  POSITION,
  PRINTED_POSITION,
  SLUG,
} from '../../../test/api/harness.ts'

const HITS = 60
const WORDS = 'une question que personne ne doit lire'
const hitAt = (number: number) => ({
  type: 'article' as const,
  slug: `texte-${number}`,
  score: 1,
  version: '1.0.0',
  sha256Hash: 'ab'.repeat(32),
})
const found = (count: number) => async () => ({
  response: {
    ...SearchResponse.parse({
      hits: [],
      total: count,
      offset: 0,
      limit: 10,
      embeddingCostUsd: 0,
      latencyMs: 1,
      warnings: [],
    }),
    hits: Array.from({ length: count }, (_, number) => hitAt(number)) as never,
  },
  position: POSITION,
})

const Keys = z.object({ keys: z.array(z.custom<ReceiptKey>()) })
const open = async (changes: Parameters<typeof makeHarness>[0] = {}) => {
  const harness = makeHarness({ search: found(2), ...changes })
  afterAll(() => harness.app.close())
  const { keys } = Keys.parse((await harness.app.inject('/receipts/keys.json')).json())
  const read = (printed: unknown) => {
    const receipt = readReceipt(String(printed), keys)
    if ('refused' in receipt) expect.fail(receipt.refused)
    return receipt
  }
  const search = (body: object, headers = {}) =>
    harness.app.inject({
      method: 'POST',
      url: `${BASE}/search`,
      headers: { ...bearer(), ...headers },
      payload: body,
    })
  const check = (payload: object) =>
    harness.app.inject({
      method: 'POST',
      url: `${BASE}/receipts/check`,
      headers: bearer(),
      payload,
    })
  const get = (path: string, headers = {}) =>
    harness.app.inject({ url: `${BASE}${path}`, headers: { ...bearer(), ...headers } })
  return { ...harness, receiptKeys: keys, read, search, check, get }
}

describe('an answer that is charged', () => {
  test('has a receipt of its request, its bytes and what it cites', async () => {
    const { search, read } = await open()
    const body = { text: WORDS }
    const answer = await search(body)
    const given = read(answer.headers['x-service-receipt'])
    expect(given.receipt).toMatchObject({
      usageId: answer.headers['x-service-usage-id'],
      operation: 'search',
      priceUsd: answer.headers['x-service-cost-usd'],
      time: '2026-01-01T00:00:00.000Z',
      position: PRINTED_POSITION,
      generation: 3,
      models: ['embedder@1'],
      cites: { count: 2, listed: citedTextsIn(answer.json()) },
    })
    expect(isReceiptOfAnswer(given, answer.rawPayload)).toBe(true)
    // The body as it was sent: defaults that the service fills in are no part of it.
    const asked = { method: 'POST', path: `${BASE}/search`, body }
    expect(isReceiptOfRequest(given, asked)).toBe(true)
    expect(isReceiptOfRequest(given, { ...asked, body: { ...body, limit: 10 } })).toBe(false)
  })

  test('has one in each form, of the bytes before they are compressed', async () => {
    const { get, read } = await open()
    for (const path of ['', '?format=markdown', '?fields=title']) {
      const plain = await get(`/articles/${SLUG}${path}`)
      const given = read(plain.headers['x-service-receipt'])
      expect(isReceiptOfAnswer(given, plain.rawPayload), path).toBe(true)
      const { slug, version, sha256Hash } = ARTICLE
      expect(given.receipt.cites?.listed).toEqual([
        { slug, version, sha256Hash, headnoteSequence: null },
      ])
      expect([given.receipt.operation, given.receipt.position]).toEqual([
        'article',
        PRINTED_POSITION,
      ])
    }
    const { search, read: readOther } = await open({ search: found(HITS) })
    const packed = await search({ text: WORDS }, { 'accept-encoding': 'gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    const unpacked = new Response(
      new Blob([packed.rawPayload]).stream().pipeThrough(new DecompressionStream('gzip')),
    )
    const bytes = new Uint8Array(await unpacked.arrayBuffer())
    expect(isReceiptOfAnswer(readOther(packed.headers['x-service-receipt']), bytes)).toBe(true)
  })

  test('that cites more than a header holds has the hash of the whole list', async () => {
    const { search, read } = await open({ search: found(HITS) })
    const answer = await search({ text: WORDS })
    const printed = String(answer.headers['x-service-receipt'])
    const { cites } = read(printed).receipt
    const all = citedTextsIn(answer.json())
    expect([all.length, cites?.count, cites?.sha256]).toEqual([HITS, HITS, hashOfCitations(all)])
    expect(cites?.listed).toEqual(all.slice(0, cites?.listed.length))
    const bytes = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`)
    expect(bytes.join('\r\n').length).toBeLessThan(4_096)
  })

  test('in the sandbox costs nothing, and its receipt is of a key of its own', async () => {
    const sandboxKey = keyOf('test', 'S'.repeat(30))
    const sandbox = makeHarness({ kind: 'test', search: found(2) })
    sandbox.keys.set(sandboxKey, keyRecord())
    const { app, receiptKeys, search, read } = await open({ sandbox: sandbox.app })
    const answer = await search({ text: WORDS }, bearer(sandboxKey))
    expect(answer.headers['x-service-cost-usd']).toBe('0.015')
    const printed = String(answer.headers['x-service-receipt'])
    expect(read(printed).receipt).toMatchObject({ priceUsd: '0', operation: 'search' })
    expect(readReceipt(printed, receiptKeys.slice(0, 1))).toEqual({ refused: 'receipt_other_key' })
    const checked = await app.inject({
      method: 'POST',
      url: `${BASE}/receipts/check`,
      headers: bearer(),
      payload: { receipts: [{ receipt: printed }] },
    })
    expect(checked.json().details).toMatchObject([{ code: 'receipt_other_key' }])
  })

  test('is sent without a generation where none can be told', async () => {
    const receipts = {
      generation: async () => null,
      models: { search: [], article: [], rag: [], verify: [], mcp: [] },
    }
    const { search, read } = await open({ receipts })
    const answer = await search({ text: WORDS })
    expect(read(answer.headers['x-service-receipt']).receipt.generation).toBeNull()
  })
})

test('an answer that is not charged has none', async () => {
  const { get, search, app } = await open()
  const { headers } = await get(`/articles/${SLUG}`)
  const again = await get(`/articles/${SLUG}`, { 'if-none-match': String(headers['etag']) })
  const head = await app.inject({
    method: 'HEAD',
    url: `${BASE}/articles/${SLUG}`,
    headers: bearer(),
  })
  const broken = await open({ search: failing(new Error('away')) })
  const answers = [
    again,
    head,
    await get('/articles/none'),
    await get('/articles?x=1'),
    await search({ limit: 'x' }),
    await search({}, { authorization: 'Bearer x' }),
    await broken.search({}),
    await app.inject('/receipts/keys.json'),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([
    304, 200, 404, 400, 400, 401, 500, 200,
  ])
  for (const { headers: given } of answers) expect(given).not.toHaveProperty('x-service-receipt')
})

test('the keys are public, and pages of others may read them', async () => {
  const { app, receiptKeys: keys } = await open()
  const answer = await app.inject({
    url: '/receipts/keys.json',
    headers: { origin: 'https://reader.example' },
  })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/jwk-set+json; charset=utf-8',
    'access-control-allow-origin': '*',
  })
  expect(keys).toHaveLength(2)
  for (const key of keys)
    expect(key).toEqual({
      kty: 'OKP',
      crv: 'Ed25519',
      x: expect.stringMatching(/^[\w-]{43}$/),
      use: 'sig',
      alg: 'EdDSA',
      kid: expect.stringMatching(/^[\w-]{43}$/),
    })
})

const histories = {
  since: async () => ({ head: Position.parse(5_000), texts: [] }),
}

describe('POST /receipts/check', () => {
  test('gives a receipt back with what became of each text, free', async () => {
    const { search, check, read } = await open({ histories })
    const answer = await search({ text: WORDS })
    const receipt = String(answer.headers['x-service-receipt'])
    const checked = await check({ receipts: [{ receipt }, { receipt: receipt.split('~')[0] }] })
    expect(checked.statusCode, checked.body).toBe(200)
    expect(checked.headers['x-service-cost-usd']).toBe('0')
    expect(checked.headers).not.toHaveProperty('x-service-receipt')
    const { receipts, outcomes, head } = ReceiptCheckResponse.parse(checked.json())
    expect([outcomes, head]).toEqual([[], printPosition(Position.parse(5_000))])
    for (const one of receipts) {
      expect(one.receipt).toEqual(read(receipt).receipt)
      expect(one.complete).toBe(true)
      expect(one.outcomes.map(({ slug, state }) => [slug, state])).toEqual([
        ['texte-0', 'unknown'],
        ['texte-1', 'unknown'],
      ])
    }
  })

  test('takes the whole list beside a receipt that had no room for it', async () => {
    const { search, check } = await open({ histories, search: found(HITS) })
    const answer = await search({ text: WORDS })
    const receipt = String(answer.headers['x-service-receipt'])
    const citations = citedTextsIn(answer.json())
    const alone = ReceiptCheckResponse.parse((await check({ receipts: [{ receipt }] })).json())
    expect(alone.receipts[0]?.complete).toBe(false)
    const whole = await check({ receipts: [{ receipt, citations }] })
    const [first] = ReceiptCheckResponse.parse(whole.json()).receipts
    expect([first?.complete, first?.outcomes.length]).toEqual([true, HITS])
    for (const other of [citations.slice(1), citations.toReversed(), []]) {
      const refused = await check({ receipts: [{ receipt, citations: other }] })
      expect(refused.json()).toMatchObject({
        details: [{ path: 'receipts.0.citations', code: 'receipt_citations_differ' }],
      })
    }
  })

  test('refuses one that was altered, with its place and a stable code', async () => {
    const { search, check } = await open({ histories })
    const good = String((await search({ text: WORDS })).headers['x-service-receipt'])
    const other = await open({
      pepper: 'another pepper of more than thirty-two characters',
      keys: { find: async () => keyRecord() },
    })
    const cases = [
      [good.replace(/.~/u, (end) => (end === 'A~' ? 'B~' : 'A~')), 'receipt_altered'],
      [`${good.slice(0, -3)}${good.endsWith('AAA') ? 'BBB' : 'AAA'}`, 'receipt_altered'],
      ['no receipt', 'receipt_malformed'],
      [String((await other.search({})).headers['x-service-receipt']), 'receipt_other_key'],
    ] as const
    for (const [receipt, code] of cases) {
      const answer = await check({ receipts: [{ receipt: good }, { receipt }] })
      expect([answer.statusCode, answer.json().error], code).toEqual([400, 'validation_failed'])
      expect(answer.json().details).toMatchObject([{ path: 'receipts.1.receipt', code }])
    }
  })

  test('names the fault of each receipt, as far as an answer has room', async () => {
    const { search, check } = await open({ histories, search: found(2) })
    const answer = await search({})
    const receipt = String(answer.headers['x-service-receipt'])
    const citations = citedTextsIn(answer.json())
    const refused = await check({
      receipts: [
        { receipt: 'no receipt' },
        { receipt, citations: citations.toReversed() },
        { receipt, citations },
        { receipt: `${receipt.slice(0, -3)}AAA` },
      ],
    })
    expect(refused.json().details).toMatchObject([
      { path: 'receipts.0.receipt', code: 'receipt_malformed' },
      { path: 'receipts.1.citations', code: 'receipt_citations_differ' },
      { path: 'receipts.3.receipt', code: 'receipt_altered' },
    ])
    const many = await check({ receipts: Array.from({ length: 100 }, () => ({ receipt: 'none' })) })
    expect(many.json().details).toHaveLength(VALIDATION_LIMITS.detailsMax)
  })

  test('refuses an empty request, and more than it takes', async () => {
    const { search, check } = await open({ histories, search: found(20) })
    const answer = await search({})
    const receipt = String(answer.headers['x-service-receipt'])
    const citations = citedTextsIn(answer.json())
    for (const [body, path, code] of [
      [{}, 'citations', 'one_of'],
      [{ receipts: Array.from({ length: 101 }, () => ({ receipt })) }, 'receipts', 'too_big'],
      [
        { receipts: Array.from({ length: 51 }, () => ({ receipt, citations })) },
        'receipts',
        'too_big',
      ],
    ] as const)
      expect((await check(body)).json().details).toMatchObject([{ path, code }])
  })

  test('refuses each of a position that is not known yet', async () => {
    const behind = { since: async () => ({ head: Position.parse(1), texts: [] }) }
    const { search, check } = await open({ histories: behind })
    const answer = await search({})
    const receipt = String(answer.headers['x-service-receipt'])
    const [cited] = citedTextsIn(answer.json())
    const body = {
      citations: ['0', '2', PRINTED_POSITION].map((position) => ({ ...cited, position })),
      receipts: [{ receipt }],
    }
    expect((await check(body)).json().details).toMatchObject(
      ['citations.1.position', 'citations.2.position', 'receipts.0.receipt'].map((path) => ({
        path,
        code: 'cursor_beyond_head',
      })),
    )
  })
})

test('nothing of a request stands in the log, its receipt or an error', async () => {
  const { search, check, log } = await open({ histories })
  const answer = await search({ text: WORDS })
  const receipt = String(answer.headers['x-service-receipt'])
  const refused = await check({ receipts: [{ receipt: `${receipt}x` }] })
  expect(log()).not.toContain(WORDS)
  expect(log()).not.toContain(receipt.slice(0, 40))
  expect(refused.body).not.toContain(receipt.slice(0, 40))
})
