/** Compares the description document with tables of the specification. */
import { beforeAll, describe, expect, test } from 'vitest'
import { BASE, makeHarness } from './harness.ts'

type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly enum?: readonly string[]
  readonly const?: string
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly maxItems?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly format?: string
  readonly pattern?: string
}
type Media = { readonly schema: Schema }
type Response = {
  readonly description: string
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>
  readonly content?: Readonly<Record<string, Media>>
}
type Operation = {
  readonly operationId: string
  readonly description: string
  readonly 'x-price-usd': unknown
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly { name: string; in: string; required: boolean; schema: Schema }[]
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, Media> }
  readonly responses: Readonly<Record<string, Response>>
}
type Document = {
  readonly openapi: string
  readonly info: Readonly<Record<string, unknown>>
  readonly servers: readonly { url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly headers: Readonly<Record<string, { readonly description: string }>>
    readonly securitySchemes: Readonly<Record<string, Record<string, string>>>
  }
}

let document: Document
let text: string
beforeAll(async () => {
  const answer = await makeHarness().app.inject({ url: `${BASE}/openapi.json` })
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  text = answer.body
  document = answer.json<Document>()
})

const resolved = (schema: Schema | undefined): Schema => {
  const name = schema?.$ref?.split('/').at(-1)
  return name === undefined ? (schema ?? {}) : resolved(document.components.schemas[name])
}
const component = (name: string): Schema => resolved(document.components.schemas[name])
const operations = (): Operation[] =>
  Object.values(document.paths).flatMap((methods) => Object.values(methods))
const operation = (path: string, method: string): Operation => {
  const found = document.paths[path]?.[method]
  if (found === undefined) throw new Error(`${method} ${path} is not described`)
  return found
}

/** Forms of an answer besides JSON. */
const ARTICLE_FORMS = ['text/markdown', 'text/html', 'application/akn+xml', 'application/pdf']
const OTHER_FORMS: Readonly<Record<string, readonly string[]>> = {
  getArticle: ARTICLE_FORMS,
  getVersion: ARTICLE_FORMS,
  citeArticle: [
    'text/plain',
    'application/vnd.citationstyles.csl+json',
    'application/x-research-info-systems',
    'application/x-bibtex',
  ],
  ragQuery: ['text/event-stream'],
  mcpServer: ['text/event-stream'],
  exportTexts: ['application/vnd.apache.parquet'],
}

/** The form of an answer that is no JSON. */
const ONLY_FORM: Readonly<Record<string, string>> = {
  getTimeMap: 'application/link-format',
  exportTexts: 'application/x-ndjson',
}

describe('the document', () => {
  test('is OpenAPI 3.1.0 of version 1.0.0, and says so as an extension too', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Pandect', version: '1.0.0', license: { identifier: 'CC-BY-4.0' } },
      'x-service-version': '1.0.0',
      servers: [{ url: '/api/v1' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    })
  })

  test('has the operations of the specification, each behind its scope', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, security }]) => [
        `${method} ${path}`,
        operationId,
        security,
      ]),
    )
    expect(described).toEqual(
      expect.arrayContaining([
        ['post /search', 'searchUnified', [{ bearer: ['search:read'] }]],
        ['get /articles/{slug}', 'getArticle', [{ bearer: ['articles:read'] }]],
        ['get /usage', 'getUsage', [{ bearer: ['usage:read'] }]],
        ['post /verify', 'verifyClaim', [{ bearer: ['verify:invoke'] }]],
        ['get /coverage', 'getCoverage', [{ bearer: ['search:read'] }]],
        ['post /rag', 'ragQuery', [{ bearer: ['rag:invoke'] }]],
        ['post /mcp', 'mcpServer', [{ bearer: ['mcp'] }]],
      ]),
    )
  })

  test('has every schema and header that it references, and no other', () => {
    const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)]
    for (const kind of ['schemas', 'headers'] as const) {
      const named = references.filter(([, of]) => of === kind).map(([, , name]) => name)
      expect(new Set(named)).toEqual(new Set(Object.keys(document.components[kind])))
    }
    expect(text.match(/"\$ref":"(?!#\/components\/(?:schemas|headers)\/)/)).toBeNull()
    expect(text).not.toMatch(/"\$(schema|id)"|PLACEHOLDER/)
  })

  test('describes every answer in words, with a schema wherever there is a body', () => {
    for (const { operationId, responses } of operations())
      for (const [status, { description, content }] of Object.entries(responses)) {
        expect(description, status).toMatch(/\S{3}/)
        const described = Object.keys(content ?? {})
        const forms = status === '200' ? (OTHER_FORMS[operationId] ?? []) : []
        const onlyForm = status === '200' ? ONLY_FORM[operationId] : undefined
        expect(described, status).toEqual(
          ['202', '302', '304'].includes(status) ? [] : [onlyForm ?? 'application/json', ...forms],
        )
      }
  })

  test('allows further members in answers and none in requests', () => {
    for (const name of ['Article', 'Headnote', 'SearchResponse', 'SearchHit', 'Error'])
      expect(component(name).additionalProperties, name).toBeUndefined()
    expect(component('SearchRequest').additionalProperties).toBe(false)
    expect(component('SearchFilters').additionalProperties).toBe(false)
  })
})

const TABLES: readonly (readonly [string, string])[] = [
  [
    'Article',
    'slug title abstract contentClean language jurisdiction legalDomain contentType doctrineSubtype publishedAt updatedAt sha256Hash version groundednessScore hasIntegrityWarning headnotes concepts integrityFlags judicialDecision',
  ],
  ['Headnote', 'sequence summary sourceText legalRuleType'],
  ['SearchHit', 'type score slug title abstract jurisdiction contentType publishedAt'],
  [
    'HeadnoteHit',
    'type headnoteId articleSlug articleTitle sequence summary snippet legalRuleType statusFlag score',
  ],
  [
    'SearchFilters',
    'jurisdictions conceptIds courtLevels statusFlags legalRuleTypes doctrineSubtypes legalDomains treatmentTypes dateFrom dateTo',
  ],
  ['SearchRequest', 'text filters limit offset includeHeadnotes enableVector'],
  ['SearchResponse', 'hits total offset limit embeddingCostUsd latencyMs'],
  ['Error', 'error message detail details'],
]
const required = (name: string): readonly string[] => component(name).required ?? []

describe('the tables of the specification', () => {
  for (const [name, members] of TABLES) {
    test(`${name} has every member`, () => {
      expect(Object.keys(component(name).properties ?? {})).toEqual(
        expect.arrayContaining(members.split(' ')),
      )
    })
  }

  test('required members are required', () => {
    expect(required('Article')).toEqual(
      expect.arrayContaining(['slug', 'title', 'contentType', 'sha256Hash', 'version']),
    )
    expect(required('Headnote')).toEqual(expect.arrayContaining(['sequence', 'summary']))
    expect(required('SearchHit')).toEqual(expect.arrayContaining(['type', 'score']))
    expect(required('Error')).toContain('error')
    expect(required('SearchRequest')).toEqual([])
    expect(required('SearchFilters')).toEqual([])
  })

  test('bounds and defaults of a search are those of the table', () => {
    const { properties = {} } = component('SearchRequest')
    expect(properties['text']).toMatchObject({ type: 'string', maxLength: 500, default: '' })
    expect(properties['limit']).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 20,
    })
    expect(properties['offset']).toMatchObject({ minimum: 0, maximum: 1000, default: 0 })
    expect(properties['includeHeadnotes']).toMatchObject({ type: 'boolean', default: true })
    expect(properties['enableVector']).toMatchObject({ type: 'boolean', default: true })
  })

  const SIZES = {
    jurisdictions: 10,
    conceptIds: 20,
    courtLevels: 10,
    statusFlags: 5,
    legalRuleTypes: 20,
    doctrineSubtypes: 10,
    legalDomains: 20,
    treatmentTypes: 20,
  }
  test('filters have the sizes and values of the table', () => {
    const { properties = {} } = component('SearchFilters')
    for (const [name, size] of Object.entries(SIZES))
      expect(properties[name]?.maxItems, name).toBe(size)
    expect(properties['jurisdictions']?.items?.enum).toEqual(['FR', 'EU', 'LU', 'MC', 'AD'])
    expect(properties['statusFlags']?.items?.enum).toEqual([
      'red',
      'orange',
      'yellow',
      'green',
      'gray',
    ])
    for (const name of ['dateFrom', 'dateTo'])
      expect(properties[name]).toMatchObject({ type: 'string', format: 'date' })
  })

  test('forms of an article are those of the table', () => {
    const { properties = {} } = component('Article')
    expect(properties['contentType']?.enum).toEqual([
      'jurisprudence',
      'legislation',
      'doctrine',
      'regulation',
      'convention_collective',
      'soft_law',
      'custom',
    ])
    expect(properties['sha256Hash']?.pattern).toBe('^[0-9a-f]{64}$')
    expect(properties['version']?.pattern).toBe(String.raw`^\d+\.\d+\.\d+$`)
    expect(properties['updatedAt']?.format).toBe('date-time')
    expect(properties['groundednessScore']?.anyOf).toEqual([
      { type: 'integer', minimum: 0, maximum: 100 },
      { type: 'null' },
    ])
  })

  test('a hit is an article or a headnote', () => {
    const hits = component('SearchResponse').properties?.['hits']?.items?.oneOf ?? []
    expect(hits.map((hit) => resolved(hit).properties?.['type']?.const)).toEqual([
      'article',
      'headnote',
    ])
  })

  test('the slug is a path parameter of at most 600 characters', () => {
    expect(operation('/articles/{slug}', 'get').parameters).toContainEqual(
      expect.objectContaining({
        name: 'slug',
        in: 'path',
        required: true,
        schema: expect.objectContaining({ type: 'string', maxLength: 600 }),
      }),
    )
  })
})

const CODES: Readonly<Record<string, string>> = {
  400: 'validation_failed',
  401: 'unauthorized',
  403: 'insufficient_scope',
  404: 'not_found',
  406: 'not_acceptable',
  412: 'precondition_failed',
  429: 'rate_limit',
  500: 'internal_error',
  503: 'overloaded',
}
const statuses = (path: string, method: string): string[] =>
  Object.keys(operation(path, method).responses)

/** Places of members without a description, under a schema. */
const undescribed = (schema: unknown, place: string): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, inner]: [string, unknown]) => {
    const below = undescribed(inner, `${place}.${key}`)
    if (key !== 'properties' || typeof inner !== 'object' || inner === null) return below
    const bare = Object.entries(inner).filter(([, member]) => !('description' in Object(member)))
    return [...bare.map(([name]) => `${place}.${name}`), ...below]
  })
}

test('every member has a description', () => {
  expect(undescribed(document.components.schemas, '')).toEqual([])
})

test('what is asked of a request is described', () => {
  const verify = component('VerifyRequest')
  expect(verify.oneOf).toEqual([{ required: ['claim'] }, { required: ['text'] }])
  for (const asked of [
    verify.properties?.['claim'],
    component('RagRequest').properties?.['question'],
  ]) {
    const form = new RegExp(asked?.pattern ?? '')
    expect(['Le bail', ' a\n'].every((one) => form.test(one))).toBe(true)
    expect(['', ' \n', '\u00a0\ufeff', 'a\0'].some((one) => form.test(one))).toBe(false)
  }
  const key = operation('/search', 'post').parameters?.find(
    ({ name }) => name === 'Idempotency-Key',
  )
  expect(key?.schema).toMatchObject({ type: 'string', maxLength: 255 })
  expect(new RegExp(key?.schema.pattern ?? '').test('no é')).toBe(false)
  expect(component('McpRequest').additionalProperties).toBe(false)
})

/** The patterns of a description, wherever they stand. */
const patternsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    key === 'pattern' && typeof inner === 'string' ? [inner] : patternsIn(inner),
  )
}

test('every pattern is one of every engine: no flag and no property of Unicode is needed', () => {
  for (const pattern of patternsIn(document)) {
    expect(() => new RegExp(pattern)).not.toThrow()
    expect(pattern).not.toMatch(/\\p|\\P|\(\?[^:]/)
  }
  const tag = component('SearchFilters').properties?.['languages']?.items?.pattern ?? ''
  expect(['fr', 'fr-LU', 'FR'].every((one) => new RegExp(tag).test(one))).toBe(true)
})

const parameterOf = (path: string, name: string): Schema =>
  operation(path, 'get').parameters?.find((one) => one.name === name)?.schema ?? {}

test('the rules of requests are described where a description can say them', () => {
  const either = [{ required: ['search'] }, { required: ['cites'] }]
  expect(component('NewSavedSearch').oneOf).toEqual(either)
  expect(component('ReceiptCheckRequest').anyOf).toMatchObject([
    { required: ['citations'], properties: { citations: { minItems: 1 } } },
    { required: ['receipts'], properties: { receipts: { minItems: 1 } } },
  ])
  expect(parameterOf('/articles', 'court').enum).toContain('fr.ccass')
  expect(parameterOf('/webhooks/{id}', 'id').format).toBe('uuid')
  const forms: readonly (readonly [string, string, string, string])[] = [
    ['/articles/{slug}/versions/{version}', 'version', '1.0.0', 'latest'],
    ['/changes', 'after', '000000000000920', 'now'],
    ['/watch/{handle}', 'handle', 'my-watch_1', 'no space'],
    ['/articles/{slug}', 'Accept-Datetime', 'Thu, 31 May 2007 20:35:00 GMT', '2007-05-31'],
    ['/terms', 'term', 'bail', ' b '],
  ]
  for (const [path, name, good, bad] of forms) {
    const form = new RegExp(parameterOf(path, name).pattern ?? '')
    expect([form.test(good), form.test(bad)], `${path} ${name}`).toEqual([true, false])
  }
})

test('answers that `fields` shortens are described beside the whole ones', () => {
  for (const [path, method, names] of [
    ['/search', 'post', ['SearchResponse', 'SearchResponseOfFields']],
    ['/articles/{slug}', 'get', ['Article', 'ArticleOfFields']],
    ['/articles/{slug}/versions/{version}', 'get', ['Article', 'ArticleOfFields']],
  ] as const)
    expect(
      operation(path, method).responses['200']?.content?.['application/json']?.schema.anyOf,
    ).toEqual(names.map((name) => ({ $ref: `#/components/schemas/${name}` })))
  expect(required('ArticleOfFields').toSorted()).toEqual(['sha256Hash', 'slug', 'version'])
  for (const name of ['SearchHitOfFields', 'HeadnoteHitOfFields'])
    expect(required(name).toSorted()).toEqual(['score', 'sha256Hash', 'slug', 'type', 'version'])
})

test('every operation names its price by tier', () => {
  const prices = Object.fromEntries(
    operations().map(({ operationId, ...rest }) => [operationId, rest['x-price-usd']]),
  )
  expect(prices['searchUnified']).toEqual([
    { fromMonthlySpendUsd: 0, usd: 0.015 },
    { fromMonthlySpendUsd: 500, usd: 0.0135 },
    { fromMonthlySpendUsd: 2_000, usd: 0.012 },
  ])
  expect(prices['getCoverage']).toEqual([{ fromMonthlySpendUsd: 0, usd: 0 }])
  expect(Object.values(prices)).not.toContain(undefined)
  expect(operation('/rag', 'post').description).toContain(
    'Costs 0.12 USD a call; 0.108 from 500 USD a month, 0.096 from 2000.',
  )
})

describe('answers', () => {
  test('every error of the table is described where it can happen', () => {
    expect(statuses('/search', 'post')).toEqual([
      '200',
      '400',
      '401',
      '403',
      '409',
      '422',
      '429',
      '500',
      '503',
    ])
    expect(statuses('/articles/{slug}', 'get')).toEqual([
      '200',
      '302',
      '304',
      '400',
      '401',
      '403',
      '404',
      '406',
      '409',
      '412',
      '422',
      '429',
      '500',
      '503',
    ])
    for (const { operationId, responses } of operations())
      for (const [status, { content, description }] of Object.entries(responses)) {
        const code = CODES[status]
        // What is wrong with a message is answered in the words of JSON-RPC.
        const isRpc = operationId === 'mcpServer' && ['400', '404'].includes(status)
        if (code === undefined || isRpc) continue
        expect(description).toContain(code)
        expect(content?.['application/json']?.schema).toEqual({
          $ref: '#/components/schemas/Error',
        })
        expect(component('Error').properties?.['error']?.enum).toContain(code)
      }
  })

  const HEADERS: readonly (readonly [string, string])[] = [
    ['200', 'X-Service-Usage-Id'],
    ['200', 'X-Service-Cap-Warning'],
    ['200', 'X-Service-Corpus-Position'],
    ['409', 'Retry-After'],
    ['401', 'WWW-Authenticate'],
    ['403', 'WWW-Authenticate'],
    ['429', 'Retry-After'],
    ['500', 'Retry-After'],
    ['503', 'Retry-After'],
  ]
  test('every header is described', () => {
    for (const { operationId, responses } of operations()) {
      for (const [status, { headers, content }] of Object.entries(responses))
        if (content?.['application/json']?.schema.$ref === '#/components/schemas/Error')
          expect(Object.keys(headers), `${operationId} ${status}`).toContain('Link')
      for (const [name, { $ref }] of Object.values(responses).flatMap(({ headers }) =>
        Object.entries(headers),
      )) {
        expect($ref).toBe(`#/components/headers/${name}`)
        expect(document.components.headers[name]?.description).toMatch(/\.$/u)
      }
      for (const { headers } of Object.values(responses))
        expect(Object.keys(headers)).toEqual(
          expect.arrayContaining([
            'X-Service-Cost-USD',
            'X-Request-Id',
            'X-Service-Sandbox',
            'RateLimit-Policy',
            'RateLimit',
            'Cache-Control',
          ]),
        )
      const isFree = responses['409'] === undefined
      for (const [status, name] of isFree ? [] : HEADERS)
        if (operationId !== 'mcpServer' || name !== 'X-Service-Corpus-Position')
          expect(Object.keys(responses[status]?.headers ?? {}), status).toContain(name)
    }
    const article = operation('/articles/{slug}', 'get').responses
    for (const status of ['200', '304'])
      expect(Object.keys(article[status]?.headers ?? {})).toEqual(
        expect.arrayContaining([
          'ETag',
          'Repr-Digest',
          'Last-Modified',
          'Cache-Control',
          'Content-Disposition',
          'X-Service-Article-Hash',
          'X-Service-Corpus-Position',
        ]),
      )
  })
})
