/** Headers of the answers, as the description document shows them. */
import { HEADERS } from '#contracts/service.ts'
import type { Endpoint } from '../routes/endpoint.ts'

type HeaderDoc = { readonly description: string; readonly schema: Readonly<Record<string, string>> }

const text = (description: string, pattern?: string): HeaderDoc => ({
  description,
  schema: { type: 'string', ...(pattern === undefined ? {} : { pattern }) },
})

/** In the order in which an answer lists them. */
const DOCS: Readonly<Record<string, HeaderDoc>> = {
  [HEADERS.costUsd]: text(
    'USD charged for this call, a plain decimal; `0` for every error and for 304.',
    String.raw`^\d+(\.\d{1,6})?$`,
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
  [HEADERS.capWarning]: text(
    'Present when the monthly spending cap of the key is exceeded: `"soft";cap=12.5;spent=12.51`, in USD.',
  ),
  [HEADERS.operation]: text(
    'Of a `tools/call`: the operation that was billed: `search`, `article`, `rag` or `verify`.',
  ),
  ETag: text('Strong: names the whole representation.'),
  'Repr-Digest': text('SHA-256 of the representation (RFC 9530): `sha-256=:…:`.'),
  'Last-Modified': text('`updatedAt`, in whole seconds.'),
  'Cache-Control': text('`private, must-revalidate`.'),
  Vary: text('`Accept`: JSON and Markdown have entity tags of their own.'),
  [HEADERS.articleHash]: text('The article’s `sha256Hash`.', '^[0-9a-f]{64}$'),
}

const EVERY: readonly string[] = [HEADERS.costUsd, 'RateLimit-Policy', 'RateLimit']
const BY_STATUS: Readonly<Record<string, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  500: ['Retry-After'],
}
const BY_STATUS_OF_BILLABLE: typeof BY_STATUS = {
  200: [HEADERS.usageId, HEADERS.capWarning],
  429: [HEADERS.capWarning],
}

/** Headers of one answer of an endpoint. */
export const headerDocsOf = (
  { price, answerHeaders }: Endpoint,
  status: string,
): Readonly<Record<string, HeaderDoc>> => {
  const names = new Set([
    ...EVERY,
    ...(BY_STATUS[status] ?? []),
    ...(price === null ? [] : (BY_STATUS_OF_BILLABLE[status] ?? [])),
    ...(answerHeaders[Number(status)] ?? []),
  ])
  return Object.fromEntries(Object.entries(DOCS).filter(([name]) => names.has(name)))
}
