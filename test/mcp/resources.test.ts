/** Resources of the MCP server: lists, templates, reading, scopes and prices. */
import { expect, test } from 'vitest'
import { ChangesResponse } from '#contracts/http/changes.ts'
import { Instant, Slug, SLUG_MAX } from '#contracts/ids.ts'
import { changeAt, makeChangesOf } from '#query-api/changes/changes.testing.ts'
import { articleResources } from '#query-api/mcp/resources/articles.ts'
import { ARTICLES, legacy, makeMcp, modern } from './harness.ts'

const LIMITS = { anonymous: 1_000, rest: 1_000, mcp: 100_000, mcpFirm: 100_000 }
const CHANGES = [changeAt(1), changeAt(2, { type: 'article.withdrawn', jurisdictions: ['LU'] })]
const harness = makeMcp({ limits: LIMITS, changes: makeChangesOf(CHANGES) })
const [FIRST] = ARTICLES
const URI = `service://articles/${FIRST?.slug}`

test('the modern era alone offers resources, which clients may watch', async () => {
  const found = await modern(harness, 'server/discover')
  expect(found.json().result.capabilities).toEqual({
    tools: {},
    resources: { listChanged: true, subscribe: true },
  })
  expect((await legacy(harness, 'resources/read', { uri: URI })).json().error.code).toBe(-32_601)
})

test('the list has the changes first, then every text once, at the MCP rate', async () => {
  const listed: string[] = []
  for (let cursor: string | undefined; ;) {
    const answer = await modern(harness, 'resources/list', cursor === undefined ? {} : { cursor })
    expect(answer.headers['x-service-cost-usd']).toBe('0.05')
    const { result } = answer.json()
    expect(result).toMatchObject({ resultType: 'complete', cacheScope: 'private' })
    expect(result.resources.length).toBeLessThanOrEqual(101)
    listed.push(...result.resources.map(({ uri }: { uri: string }) => uri))
    cursor = result.nextCursor
    if (cursor === undefined) break
  }
  expect(listed[0]).toBe('service://changes')
  expect(listed.slice(1).toSorted()).toEqual(
    ARTICLES.map(({ slug }) => `service://articles/${slug}`).toSorted(),
  )
})

test('a list of many texts has pages, and ends where it ends', async () => {
  const all = Array.from({ length: 200 }, (_, index) => ({
    slug: Slug.parse(`text-${1_000 + index}`),
    title: `Text ${index}`,
    updatedAt: Instant.parse('2026-01-01T00:00:00.000Z'),
  }))
  const kind = articleResources(
    harness.parts.articles,
    {
      after: async (slug, limit) =>
        all.filter((one) => slug === null || one.slug > slug).slice(0, limit),
    },
    'secret',
  )
  const first = await kind.page?.(null)
  expect([first?.resources.length, first?.next]).toEqual([
    100,
    expect.stringMatching(/^text-1099\./),
  ])
  const second = await kind.page?.(first?.next ?? null)
  expect([second?.resources.length, second?.next]).toEqual([100, null])
})

const longSlug = (index: number) => `text-${1_000 + index}-`.padEnd(SLUG_MAX, 'x')

test('the longest slug has a next page', async () => {
  const updatedAt = Instant.parse('2026-01-01T00:00:00.000Z')
  const all = Array.from({ length: 101 }, (_, index) => ({
    slug: Slug.parse(longSlug(index)),
    title: `Text ${index}`,
    updatedAt,
  }))
  const after = async (slug: Slug | null, limit: number) =>
    all.filter((one) => slug === null || one.slug > slug).slice(0, limit)
  const kind = articleResources(harness.parts.articles, { after }, 'secret')
  const first = await kind.page?.(null)
  expect(first?.next?.startsWith(longSlug(99))).toBe(true)
  const second = await kind.page?.(first?.next ?? null)
  expect([second?.resources.length, second?.next]).toEqual([1, null])
})

test('templates name both kinds', async () => {
  const { result } = (await modern(harness, 'resources/templates/list')).json()
  expect(result.resourceTemplates.map((one: { uriTemplate: string }) => one.uriTemplate)).toEqual([
    'service://changes{?after,limit,types,jurisdictions}',
    'service://articles/{slug}',
  ])
})

test('a text is read as REST answers it, at the price of an article', async () => {
  const answer = await modern(harness, 'resources/read', { uri: URI })
  const { result } = answer.json()
  expect(result).toMatchObject({
    resultType: 'complete',
    contents: [{ uri: URI, mimeType: 'application/json' }],
    ttlMs: expect.any(Number),
    cacheScope: 'private',
    _meta: { 'service/operation': 'article', 'service/priceUsd': 0.06 },
  })
  expect(JSON.parse(result.contents[0].text)).toEqual(FIRST)
  expect(answer.headers).toMatchObject({
    'x-service-cost-usd': '0.06',
    'x-service-operation': 'article',
  })
})

test('changes are read as REST answers them, free', async () => {
  const uri = 'service://changes?types=article.withdrawn&limit=10'
  const answer = await modern(harness, 'resources/read', { uri })
  const [contents] = answer.json().result.contents
  expect(ChangesResponse.parse(JSON.parse(contents.text)).changes).toEqual([CHANGES[1]])
  expect(answer.headers['x-service-cost-usd']).toBe('0')
})

test.each([
  ['service://articles/no-such-text', { message: 'Resource not found' }],
  ['service://articles/NOT A SLUG', { message: 'Resource not found' }],
  ['service://articles/', { message: 'Resource not found' }],
  ['file:///etc/passwd', { message: 'Resource not found' }],
  ['service://changesets', { message: 'Resource not found' }],
  ['service://changes?after=9', { data: { details: [{ code: 'cursor_beyond_head' }] } }],
  ['service://changes?since=9', { data: { details: [{ code: 'unknown_parameter' }] } }],
  ['service://changes?limit=0', { data: { details: [{ code: 'too_small' }] } }],
] as const)('%s is refused, free', async (uri, error) => {
  const answer = await modern(harness, 'resources/read', { uri })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().error).toMatchObject({ code: -32_602, ...error })
  expect(answer.headers['x-service-cost-usd']).toBe('0')
})

test.each([
  ['resources/read', {}],
  ['resources/read', { uri: 5 }],
  ['resources/read', { uri: URI, limit: 5 }],
  ['resources/list', { cursor: 5 }],
  ['resources/list', { cursor: 'NO CURSOR' }],
  ['resources/list', { cursor: 'zzzz' }],
  ['resources/list', { cursor: 'zzzz.0123456789abcdef' }],
  ['resources/list', { limit: 5 }],
  ['resources/templates/list', { cursor: 'x' }],
])('%s with %j is refused', async (method, params) => {
  const answer = await modern(harness, method, params)
  expect([answer.statusCode, answer.json().error.code]).toEqual([400, -32_602])
  expect(answer.headers['x-service-cost-usd']).toBe('0')
})

test('the header Mcp-Name repeats the address', async () => {
  const answer = await modern(harness, 'resources/read', { uri: URI }, { 'mcp-name': 'other' })
  expect(answer.json().error.code).toBe(-32_020)
})

test('a key sees and reads what its scopes allow', async () => {
  const scopes = ['mcp', 'articles:read']
  const limited = makeMcp({ limits: LIMITS, scopes, changes: makeChangesOf(CHANGES) })
  const list = (await modern(limited, 'resources/list')).json().result.resources
  expect(list.some(({ uri }: { uri: string }) => uri === 'service://changes')).toBe(false)
  const read = await modern(limited, 'resources/read', { uri: 'service://changes' })
  expect(read.json().error.data).toMatchObject({
    reason: 'requires scope changes:read',
    error: 'insufficient_scope',
  })
})
