/** The description document, generated from the schemas that parse requests. */
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import {
  API_BASE_PATH,
  DESCRIPTION_VERSION,
  HEADERS,
  PRODUCT,
  SERVICE,
} from '#contracts/service.ts'
import { pricesOf, priceSentence } from '#contracts/tariff.ts'
import {
  type Json,
  withMembersDescribed,
  withSchemasInUse,
} from '#contracts/web/http/openapi-schemas.ts'
import { type Endpoint, TAGS } from './endpoint.ts'

type HeaderDoc = { readonly description: string; readonly schema: Readonly<Record<string, string>> }

const text = (description: string, pattern?: string): HeaderDoc => ({
  description,
  schema: { type: 'string', ...(pattern === undefined ? {} : { pattern }) },
})

/** In the order of an answer. */
const DOCS: Readonly<Record<string, HeaderDoc>> = {
  [HEADERS.costUsd]: text(
    'USD charged for this call, a plain decimal; `0` for every error and for 304.',
    String.raw`^\d+(\.\d{1,6})?$`,
  ),
  [HEADERS.requestId]: text('Names the request, as the log of the service does.'),
  [HEADERS.sandbox]: text(
    '`not-charged`: on each answer to a sandbox key, whose price is printed and never charged.',
  ),
  'RateLimit-Policy': text('Policy that counts this request: `"rest";q=120;w=60`.'),
  RateLimit: text('What is left of it, and the seconds until a place is free: `"rest";r=57;t=23`.'),
  'WWW-Authenticate': text('`Bearer`, with error and scope where a scope is missing (RFC 6750).'),
  'Retry-After': {
    description: 'Seconds after which a retry makes sense.',
    schema: { type: 'integer' },
  },
  [HEADERS.corpusPosition]: text(
    'Up to which event the answer knows the corpus.',
    String.raw`^\d{15}$`,
  ),
  [HEADERS.usageId]: text(
    'Names the charge: the same for every answer that was paid by it.',
    '^[0-9a-f]{64}$',
  ),
  [HEADERS.receipt]: text(
    'What the answer was, signed with a key of `/receipts/keys.json`, so that an alteration shows.',
  ),
  [HEADERS.capWarning]: text(
    'Present when the monthly spending cap of the key is exceeded: `"soft";cap=12.5;spent=12.51`, in USD.',
  ),
  [HEADERS.operation]: text(
    'Of a `tools/call`: the operation that was billed: `search`, `article`, `rag` or `verify`.',
  ),
  ETag: text('Strong: names the whole representation.'),
  'Repr-Digest': text('SHA-256 of the representation (RFC 9530): `sha-256=:…:`.'),
  'Last-Modified': text('`updatedAt`, in whole seconds.'),
  'Content-Location': text('Address of the article.'),
  'Cache-Control': text(
    'No shared cache keeps an answer: `no-store`, or `private` with `no-store`, `no-cache` or `must-revalidate`.',
  ),
  Vary: text(
    '`Accept`: JSON and Markdown have entity tags of their own; `Accept-Datetime`, where it is looked at.',
  ),
  Location: text('Address of the version.'),
  Link: text(
    'Of an error `help`: the page of its code (RFC 8288). Of an article `original timegate` and `timemap` (RFC 7089), and `alternate`: its other forms.',
  ),
  'Content-Disposition': text('Of Akoma Ntoso and PDF: the name of the file.'),
  'Memento-Datetime': text('When the version was recorded (RFC 7089), in whole seconds.'),
  [HEADERS.articleHash]: text('The article’s `sha256Hash`.', '^[0-9a-f]{64}$'),
}

const EVERY: readonly string[] = [
  HEADERS.costUsd,
  HEADERS.requestId,
  HEADERS.sandbox,
  'RateLimit-Policy',
  'RateLimit',
  'Cache-Control',
]
const BY_STATUS: Readonly<Record<string, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  500: ['Retry-After'],
  503: ['Retry-After'],
}
/** Statuses with the body of an error. */
const REFUSALS: ReadonlySet<string> = new Set([
  '300',
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
const BY_STATUS_OF_BILLABLE: typeof BY_STATUS = {
  200: [HEADERS.usageId, HEADERS.receipt, HEADERS.capWarning],
  429: [HEADERS.capWarning],
}

type HeaderReference = { readonly $ref: string }

/** Headers of one answer of an endpoint, each described once for all. */
const headersOf = (
  { price, answerHeaders }: Endpoint,
  status: string,
): Readonly<Record<string, HeaderReference>> => {
  const names = new Set([
    ...EVERY,
    ...(BY_STATUS[status] ?? []),
    ...(REFUSALS.has(status) ? ['Link'] : []),
    ...(price === null ? [] : (BY_STATUS_OF_BILLABLE[status] ?? [])),
    ...(answerHeaders[Number(status)] ?? []),
  ])
  return Object.fromEntries(
    Object.keys(DOCS)
      .filter((name) => names.has(name))
      .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}

type Operation = {
  readonly operationId: string
  readonly description: string
  readonly responses: Record<string, Json>
}
type Paths = Record<string, Record<string, Operation>>

/** Prices by tier, for programs and in words. */
const priceDocsOf = ({ price }: Endpoint, { description }: Operation): Json =>
  price === null
    ? { 'x-price-usd': [{ fromMonthlySpendUsd: 0, usd: 0 }] }
    : {
        'x-price-usd': pricesOf(price),
        description: `${description}\n\nCosts ${priceSentence(price)}`,
      }

const mapValues = <A, B>(record: Record<string, A>, map: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))

const withHeaders = (document: Json, endpoints: readonly Endpoint[]): Json => {
  const byId = new Map(endpoints.map((endpoint) => [endpoint.operationId, endpoint]))
  const described = (operation: Operation): Operation => {
    const endpoint = byId.get(operation.operationId)
    if (endpoint === undefined) return operation
    const responses = Object.entries(operation.responses).map(([status, response]) => [
      status,
      { ...response, headers: headersOf(endpoint, status) },
    ])
    return {
      ...operation,
      ...priceDocsOf(endpoint, operation),
      responses: Object.fromEntries(responses),
    }
  }
  return {
    ...document,
    paths: mapValues(document['paths'] as Paths, (item) => mapValues(item, described)),
    components: { ...(document['components'] as Json), headers: DOCS },
  }
}

const describe = (guides: string) => ({
  openapi: '3.1.0',
  info: {
    title: PRODUCT,
    version: DESCRIPTION_VERSION,
    description: guides,
    license: { name: 'CC BY 4.0 (content)', identifier: 'CC-BY-4.0' },
  },
  servers: [{ url: API_BASE_PATH }],
  tags: TAGS.map((name) => ({ name })),
  components: {
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'svc_live_…',
        description: '`Authorization: Bearer <API_KEY>`.',
      },
    },
  },
  [`x-${SERVICE}-version`]: DESCRIPTION_VERSION,
})

/** `guides`: Markdown for people and programs, at the head of the document. */
export const swaggerOptions = (
  endpoints: readonly Endpoint[],
  guides: string,
): FastifyDynamicSwaggerOptions => ({
  // The framework accepts extensions, but its type does not.
  openapi: describe(guides) as unknown as NonNullable<FastifyDynamicSwaggerOptions['openapi']>,
  stripBasePath: true,
  transform: jsonSchemaTransform,
  transformObject: (document) => {
    const made: unknown = jsonSchemaTransformObject(document)
    return withHeaders(withMembersDescribed(withSchemasInUse(made as Json)), endpoints)
  },
})
