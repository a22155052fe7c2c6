/** All twelve tools in both eras: listed, called, validated against their schemas, priced. */
import { describe, expect, test } from 'vitest'
import { BASE, bearer } from '../api/harness.ts'
import { ARTICLES, CALLS, CONCEPT, legacy, makeMcp, modern } from './harness.ts'
import { expectValid } from './schemas.ts'

type Listed = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly outputSchema: Readonly<Record<string, unknown>>
  readonly annotations: Readonly<Record<string, unknown>>
  readonly _meta: Readonly<Record<string, unknown>>
}
type Called = {
  readonly structuredContent: Readonly<Record<string, unknown>>
  readonly content: readonly { readonly text: string }[]
  readonly isError: boolean
  readonly _meta: Readonly<Record<string, unknown>>
}

const harness = makeMcp({
  limits: { anonymous: 1_000, rest: 1_000, mcp: 100_000, mcpFirm: 100_000 },
})
const listedBy = async (send: typeof legacy | typeof modern): Promise<Listed[]> =>
  (await send(harness, 'tools/list', {})).json().result.tools

const NAMES = CALLS.map(([name]) => name)
const OPERATIONS: Readonly<Record<string, readonly [string, string]>> = {
  service_get_article: ['article', '0.06'],
  service_get_decision: ['article', '0.06'],
  service_rag_query: ['rag', '0.12'],
  service_verify_claim: ['verify', '0.04'],
}
const SEARCH = ['search', '0.015'] as const

describe.each([
  ['2025-11-25', legacy],
  ['2026-07-28', modern],
] as const)('%s', (_, send) => {
  test('lists the twelve in their order, each with both schemas', async () => {
    const tools = await listedBy(send)
    expect(
      tools.map(({ name }) => name),
      'each tool has a call in CALLS of test/mcp/harness.ts, in the order of the list',
    ).toEqual(NAMES)
    for (const tool of tools) {
      expect(tool.inputSchema, tool.name).toMatchObject({ type: 'object' })
      expect(tool.outputSchema, tool.name).toMatchObject({ type: 'object' })
      expect(
        tool.description.length,
        `characters of the description of ${tool.name}`,
      ).toBeGreaterThan(80)
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false })
      expect(tool._meta['service/priceUsd']).toBe(Number((OPERATIONS[tool.name] ?? SEARCH)[1]))
    }
  })

  test.each(CALLS)('%s answers as its schema says, at its price', async (name, args) => {
    const [operation, price] = OPERATIONS[name] ?? SEARCH
    const response = await send(harness, 'tools/call', { name, arguments: args })
    expect(response.statusCode, response.body.slice(0, 400)).toBe(200)
    const { result } = response.json<{ result: Called }>()
    expect(result.isError, result.content[0]?.text).toBe(false)
    expect(response.headers).toMatchObject({
      'x-service-cost-usd': price,
      'x-service-operation': operation,
    })
    expect(result._meta).toMatchObject({
      'service/operation': operation,
      'service/priceUsd': Number(price),
    })
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent)
    const tool = (await listedBy(send)).find((one) => one.name === name)
    expectValid(tool?.outputSchema ?? {}, result.structuredContent)
    expectValid(tool?.inputSchema ?? {}, args)
  })

  test.each(CALLS)('%s names each fault of its arguments, at no cost', async (name) => {
    const response = await send(harness, 'tools/call', { name, arguments: { txet: 1, limit: 'x' } })
    const { result } = response.json<{ result: Called }>()
    expect(response.statusCode).toBe(200)
    expect(response.headers['x-service-cost-usd']).toBe('0')
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toMatchObject({
      error: 'validation_failed',
      category: 'validation',
      retryable: false,
      details: expect.arrayContaining([expect.objectContaining({ path: 'txet' })]),
    })
    const tool = (await listedBy(send)).find((one) => one.name === name)
    expectValid(tool?.outputSchema ?? {}, result.structuredContent)
  })
})

const call = async (name: string, args: object): Promise<Called> =>
  (await legacy(harness, 'tools/call', { name: `service_${name}`, arguments: args })).json().result

describe('texts', () => {
  const [long] = ARTICLES.toSorted(
    (one, other) => other.contentClean.length - one.contentClean.length,
  )

  test('a long text comes in stretches that join to the whole, to the letter', async () => {
    let joined = ''
    let cursor: string | null = null
    let pages = 0
    do {
      const args = { idOrSlug: long?.slug, maxChars: 2_000, ...(cursor === null ? {} : { cursor }) }
      const { structuredContent } = await call('get_article', args)
      const { text, nextCursor } = structuredContent as {
        text: { content: string; span: { utf16: { start: number; end: number } } }
        nextCursor: string | null
      }
      expect(long?.contentClean.slice(text.span.utf16.start, text.span.utf16.end)).toBe(
        text.content,
      )
      joined += text.content
      cursor = nextCursor
      pages += 1
    } while (cursor !== null && pages < 200)
    expect(joined).toBe(long?.contentClean)
    expect(pages).toBeGreaterThan(1)
  })

  test.each([2_000, 5_000, 60_000])('no page of a text is longer than %i', async (maxChars) => {
    for (const { slug } of ARTICLES) {
      let cursor: string | null = null
      do {
        const args = { idOrSlug: slug, maxChars, ...(cursor === null ? {} : { cursor }) }
        const { content, structuredContent } = await call('get_article', args)
        expect(content[0]?.text.length, slug).toBeLessThanOrEqual(maxChars)
        expect(structuredContent['article']).toMatchObject({ title: expect.any(String) })
        cursor = structuredContent['nextCursor'] as string | null
      } while (cursor !== null)
    }
  })

  test('members that have no room are named, and come where they are asked for', async () => {
    const ruling = ARTICLES.find(({ judicialDecision }) => judicialDecision !== null)
    const read = async (args: object) =>
      (await call('get_article', { idOrSlug: ruling?.slug, maxChars: 2_000, ...args }))
        .structuredContent as { article: object; leftOut: string[]; truncated: boolean }
    const { article, leftOut, truncated } = await read({})
    expect(truncated).toBe(true)
    expect(leftOut.length).toBeGreaterThan(0)
    expect([...Object.keys(article), ...leftOut].toSorted()).toEqual(
      Object.keys(ruling ?? {})
        .filter((name) => name !== 'contentClean')
        .toSorted(),
    )
    const [name = ''] = leftOut
    expect((await read({ fields: [name], maxChars: 60_000 })).article).toHaveProperty(name)
    expect((await read({ maxChars: 60_000 })).leftOut).toEqual([])
  })

  test('a cursor of another wording is refused', async () => {
    const { structuredContent, isError } = await call('get_article', {
      idOrSlug: long?.slug,
      cursor: '0123456789abcdef.10',
    })
    expect(isError).toBe(true)
    expect(structuredContent).toMatchObject({
      details: [{ path: 'cursor', code: 'invalid_cursor' }],
    })
  })

  test('an unknown slug is answered with what may be meant and what is held', async () => {
    const { structuredContent } = await call('get_article', { idOrSlug: `${long?.slug}x` })
    expect(structuredContent).toMatchObject({ error: 'not_found', coverage: expect.anything() })
    expect(structuredContent['candidates']).toEqual(
      expect.arrayContaining([expect.objectContaining({ slug: long?.slug })]),
    )
  })

  test('a text is read by its id too', async () => {
    const { structuredContent } = await call('get_article', { idOrSlug: long?.id })
    expect(structuredContent['article']).toMatchObject({ slug: long?.slug })
  })

  test('what is not held is answered over REST with the position up to which that is known', async () => {
    for (const path of [
      '/decisions/22-12.345',
      '/concepts/nothing',
      '/articles/nothing/relations',
    ]) {
      const { statusCode, headers } = await harness.app.inject({
        url: `${BASE}${path}`,
        headers: bearer(),
      })
      expect(statusCode, path).toBe(404)
      expect(headers['x-service-corpus-position'], path).toMatch(/^\d{15}$/u)
    }
  })

  test('a decision is found by its docket number; a text of another type is refused', async () => {
    const decision = ARTICLES.find(({ judicialDecision: one }) =>
      one?.identifiers.some(({ scheme }) => scheme === 'docket'),
    )
    const docket = decision?.judicialDecision?.identifiers.find(({ scheme }) => scheme === 'docket')
    const { structuredContent } = await call('get_decision', { idOrSlug: `n° ${docket?.value}` })
    expect(structuredContent['article']).toMatchObject({ slug: decision?.slug })
    const law = ARTICLES.find(({ judicialDecision: one }) => one === null)
    expect((await call('get_decision', { idOrSlug: law?.slug })).structuredContent).toMatchObject({
      error: 'not_found',
      hint: expect.stringContaining('service_get_article'),
    })
    expect(
      (await call('get_decision', { idOrSlug: 'Civ. 1re, 3 mars 2011, n° 10-99.999' })).isError,
    ).toBe(true)
  })

  test('a number that no decision can have is refused as REST refuses it', async () => {
    const idOrSlug = 'Civ. 1re, 2 mai 2019, n° 22-12.345'
    const { structuredContent } = await call('get_decision', { idOrSlug })
    const rest = await harness.app.inject({
      url: `${BASE}/decisions/${encodeURIComponent(idOrSlug)}`,
      headers: bearer(),
    })
    const { error, details } = rest.json()
    expect([rest.statusCode, error, details[0].code]).toEqual([
      400,
      'validation_failed',
      'docket_after_decision',
    ])
    expect(structuredContent).toMatchObject({
      error,
      category: 'validation',
      details: [{ ...details[0], path: 'idOrSlug' }],
    })
  })

  test.each([2_000, 5_000])('no page of a verification is longer than %i', async (maxChars) => {
    const numbers = Array.from({ length: 60 }, (_, at) => `l’article ${1_100 + at} du code civil`)
    const text = `Les actions personnelles se prescrivent par cinq ans. Voir ${numbers.join(', ')}.`
    const LISTS = ['claims', 'quotes', 'citations', 'integrity'] as const
    type Found = Readonly<Record<(typeof LISTS)[number], unknown[]>>
    const pages: Found[] = []
    let cursor: unknown = null
    do {
      const args = { text, maxChars, ...(cursor === null ? {} : { cursor }) }
      const { content, structuredContent } = await call('verify_claim', args)
      const size = content[0]?.text.length ?? 0
      const count = LISTS.flatMap((list) => structuredContent[list] as unknown[]).length
      expect(size <= maxChars || count === 1, `${size} characters`).toBe(true)
      pages.push(structuredContent as Found)
      cursor = structuredContent['nextCursor']
    } while (cursor !== null && pages.length < 200)
    const rest = await harness.app.inject({
      method: 'POST',
      url: `${BASE}/verify`,
      headers: bearer(),
      payload: { text },
    })
    expect(pages.length).toBeGreaterThan(2)
    for (const list of LISTS)
      expect(pages.flatMap((page) => page[list])).toEqual(rest.json<Found>()[list])
  })

  test('a search goes on with its cursor', async () => {
    const first = (await call('search', { text: 'contrat', limit: 2 })).structuredContent
    const second = (
      await call('search', { text: 'contrat', limit: 2, cursor: first['nextCursor'] })
    ).structuredContent
    expect(second['offset']).toBe(2)
    expect(second['hits']).not.toEqual(first['hits'])
  })

  test('a mistyped value is answered with the closest one', async () => {
    const { structuredContent } = await call('search', { text: 'x', jurisdictions: ['FRA'] })
    expect(structuredContent['hint']).toContain('did you mean FR?')
  })

  test('an argument that is like none is answered with those that there are', async () => {
    const { structuredContent } = await call('list_authorities', { query: 'x' })
    expect(structuredContent['hint']).toContain(
      'query: unknown member; known are text, conceptIds, jurisdictions, courtLevels, asOf, limit',
    )
  })
})

describe('vocabularies and persons', () => {
  test('a concept is had by URI and by label; an unknown one is not found', async () => {
    for (const idOrUri of [CONCEPT.externalId, 'obligation'])
      expect((await call('get_concept', { idOrUri })).structuredContent).toMatchObject({
        concept: { id: CONCEPT.id },
      })
    expect(
      (await call('get_concept', { idOrUri: 'nothing such' })).structuredContent,
    ).toMatchObject({
      error: 'not_found',
    })
  })

  test('a look-up without a result is recorded, without the name', async () => {
    const { parts } = harness
    parts.acts.length = 0
    const { structuredContent } = await call('magistrate_lookup', { name: 'Jeanne Exemple' })
    expect(structuredContent).toMatchObject({ persons: [], audited: true })
    expect(parts.acts).toMatchObject([{ kind: 'magistrate.looked-up', subject: null, data: {} }])
    expect(JSON.stringify(parts.acts)).not.toContain('Jeanne')
  })
})

test('a key sees the tools that its scopes allow, and a refusal names the scope that is missing', async () => {
  const narrow = makeMcp({ scopes: ['mcp', 'articles:read'] })
  const { tools } = (await legacy(narrow, 'tools/list')).json().result
  expect(tools.map(({ name }: Listed) => name)).toEqual([
    'service_get_article',
    'service_get_decision',
  ])
  const refused = await legacy(narrow, 'tools/call', {
    name: 'service_search',
    arguments: { text: 'x' },
  })
  expect(refused.json().result).toMatchObject({
    isError: true,
    structuredContent: { category: 'auth', hint: expect.stringContaining('search:read') },
  })
  expect(refused.headers['x-service-cost-usd']).toBe('0')
})

test.each([
  ['a', 10],
  ['b', 4],
  ['core', 4],
] as const)('toolset %s has %i tools', async (toolset, count) => {
  const { tools } = (await legacy(makeMcp({ toolset }), 'tools/list')).json().result
  expect(tools).toHaveLength(count)
})

test('a key without the scope mcp is answered as REST does', async () => {
  const response = await legacy(makeMcp({ scopes: ['search:read'] }), 'tools/list')
  expect(response.statusCode).toBe(403)
  expect(response.json()).toMatchObject({
    error: 'insufficient_scope',
    reason: 'requires scope mcp',
  })
  const anonymous = await legacy(makeMcp(), 'tools/list', undefined, { authorization: '' })
  expect(anonymous.statusCode).toBe(401)
  expect(anonymous.headers['www-authenticate']).toBe('Bearer')
  expect(bearer().authorization).toMatch(/^Bearer /)
})
