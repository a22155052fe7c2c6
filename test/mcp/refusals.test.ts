/** Calls that are refused before a price is held back, and the size of what agents read. */
import { describe, expect, test } from 'vitest'
import { bearer } from '../api/harness.ts'
import { makeBaseLedger } from '../billing/base-ledger.ts'
import { CALLS, legacy, makeMcp, modern, sendRaw } from './harness.ts'

const limits = { anonymous: 1_000, rest: 1_000, mcp: 100_000, mcpFirm: 100_000 }

/** The endpoint with a ledger that counts reservations. */
const counted = () => {
  let reservations = 0
  const base = makeBaseLedger()
  const ledger: typeof base = {
    ...base,
    reserve: (call) => {
      reservations += 1
      return base.reserve(call)
    },
  }
  return { harness: makeMcp({ limits, ledger }), reservations: () => reservations }
}

const EACH = [
  ['2025-11-25', legacy],
  ['2026-07-28', modern],
] as const

describe.each(EACH)('%s', (_, send) => {
  test.each(CALLS)('%s with U+0000 is refused, not broken', async (name, args) => {
    const { harness, reservations } = counted()
    const spoilt = Object.fromEntries(
      Object.entries(args).map(([key, value]) => [
        key,
        typeof value === 'string' ? `${value}\0` : value,
      ]),
    )
    const response = await send(harness, 'tools/call', { name, arguments: spoilt })
    const { result } = response.json()
    expect(result).toMatchObject({
      isError: true,
      structuredContent: {
        error: 'validation_failed',
        details: expect.arrayContaining([expect.objectContaining({ code: 'invalid_character' })]),
      },
    })
    expect(reservations()).toBe(0)
  })

  test.each([
    ['search', { text: 'bail', cursor: 'o20' }],
    ['search', { text: 'bail', cursor: 'o999999999.0123456789abcdef' }],
    ['get_relations', { idOrSlug: 'x', cursor: 'o5.0123456789abcdef' }],
    ['verify_claim', { claim: 'Le bail est écrit.', cursor: 'o5.0123456789abcdef' }],
    ['get_article', { idOrSlug: 'x', cursor: '0123456789abcdef.10.0123456789abcdef' }],
    ['get_decision', { idOrSlug: 'x', cursor: '0123456789abcdef.10' }],
  ])('a forged cursor of %s is refused before a price is held back', async (tool, args) => {
    const { harness, reservations } = counted()
    const response = await send(harness, 'tools/call', { name: `service_${tool}`, arguments: args })
    expect(response.json().result.structuredContent).toMatchObject({
      details: [{ path: 'cursor', code: 'invalid_cursor' }],
    })
    expect(reservations()).toBe(0)
  })

  test.each([
    ['search', { text: 'x', dateFrom: '2024-02-02', dateTo: '2024-02-01' }, 'dates_reversed'],
    [
      'rag_query',
      { question: 'x ?', dateFrom: '2024-02-02', dateTo: '2024-02-01' },
      'dates_reversed',
    ],
    ['rag_query', { question: 'Quel délai ?', language: '!!' }, 'invalid_format'],
    ['search', { text: 'x', courtLevels: ['suprem'] }, 'invalid_value'],
    ['get_article', {}, 'member_missing'],
    ['list_authorities', {}, 'one_of'],
    ['list_authorities', { conceptIds: [] }, 'one_of'],
  ])('%s with %j is refused before a price is held back', async (tool, args, code) => {
    const { harness, reservations } = counted()
    const response = await send(harness, 'tools/call', { name: `service_${tool}`, arguments: args })
    expect(response.json().result.structuredContent).toMatchObject({ details: [{ code }] })
    expect(reservations()).toBe(0)
  })

  test.each([
    ['tools/list', { page: 2 }],
    ['tools/call', { name: 'service_search', argument: { text: 'bail' } }],
  ])('%s with the params %j is refused before a price is held back', async (method, params) => {
    const { harness, reservations } = counted()
    const response = await send(harness, method, params)
    const { error } = response.json()
    expect([-32_602, -32_020]).toContain(error.code)
    expect(response.headers['x-service-cost-usd']).toBe('0')
    expect(reservations()).toBe(0)
  })
})

const MALFORMED: readonly (readonly [string, object])[] = [
  ['a member that is none', { method: 'tools/list', more: 1 }],
  ['params as a list', { method: 'initialize', params: [] }],
  ['params as a list', { method: 'tools/list', params: [] }],
  ['params as a list', { method: 'tools/call', params: ['service_search'] }],
]
test.each(MALFORMED)('%s of a message is refused: %j', async (_, message) => {
  const { harness, reservations } = counted()
  const payload = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message })
  const answer = await sendRaw(harness, payload)
  expect([answer.statusCode, answer.json().error.code]).toEqual([400, -32_600])
  expect(reservations()).toBe(0)
})

test('a query parameter of the endpoint is refused', async () => {
  const { harness, reservations } = counted()
  const response = await harness.app.inject({
    method: 'POST',
    url: '/api/v1/mcp?api_key=x',
    headers: bearer(),
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ error: { code: -32_600 } })
  expect(reservations()).toBe(0)
})

test('a cursor belongs to the arguments that it came with, whatever the length of a page', async () => {
  const { harness } = counted()
  const call = async (args: object) =>
    (await legacy(harness, 'tools/call', { name: 'service_search', arguments: args })).json().result
      .structuredContent
  const first = await call({ text: 'prescription', limit: 2 })
  expect(first.nextCursor).toMatch(/^o2\.[0-9a-f]{16}$/)
  const next = await call({
    text: 'prescription',
    limit: 2,
    cursor: first.nextCursor,
    maxChars: 9_000,
  })
  expect(next.offset).toBe(2)
  const other = await call({ text: 'loyer', limit: 2, cursor: first.nextCursor })
  expect(other.details).toMatchObject([{ code: 'invalid_cursor' }])
})

test('the list of tools names prices and has at most 57,000 characters', async () => {
  // Without the receipt of the answer, which no model reads.
  const { tools } = (await legacy(counted().harness, 'tools/list')).json().result
  expect(JSON.stringify(tools).length).toBeLessThan(57_000)
  for (const { description } of tools)
    expect(description).toMatch(/ Costs 0\.\d+ USD a call; 0\.\d+ from 500 USD a month, /)
})

test('an argument has one name for one idea in all tools', async () => {
  const { tools } = (await legacy(counted().harness, 'tools/list')).json().result
  const names = new Set<string>(
    tools.flatMap(({ inputSchema }: { inputSchema: { properties: object } }) =>
      Object.keys(inputSchema.properties),
    ),
  )
  for (const former of ['reference', 'term', 'conceptId', 'filters'])
    expect(names).not.toContain(former)
})

test('what is held takes little of an answer that found nothing', async () => {
  const { harness } = counted()
  const question = 'Combien de joueurs compte une équipe de football ?'
  const response = await legacy(harness, 'tools/call', {
    name: 'service_rag_query',
    arguments: { question },
  })
  const { structuredContent } = response.json().result
  expect(structuredContent).toMatchObject({ abstained: true, coverage: { jurisdictions: [] } })
})
