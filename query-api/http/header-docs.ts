/** Headers of the answers, as the description document shows them. */
import { HEADERS } from '#contracts/service.ts'

type HeaderDoc = { readonly description: string; readonly schema: Readonly<Record<string, string>> }

const text = (description: string, pattern?: string): HeaderDoc => ({
  description,
  schema: { type: 'string', ...(pattern === undefined ? {} : { pattern }) },
})

const LIMITS: Readonly<Record<string, HeaderDoc>> = {
  'RateLimit-Policy': text('Policy that counts this request: `"rest";q=120;w=60`.'),
  RateLimit: text('What is left of it, and the seconds until a place is free: `"rest";r=57;t=23`.'),
}
const COST: Readonly<Record<string, HeaderDoc>> = {
  [HEADERS.costUsd]: text(
    'USD charged for this call, a plain decimal; `0` for every error and for 304.',
    String.raw`^\d+(\.\d{1,6})?$`,
  ),
}
const POSITION: Readonly<Record<string, HeaderDoc>> = {
  [HEADERS.corpusPosition]: text(
    'Up to which event the answer knows the corpus.',
    String.raw`^\d{15}$`,
  ),
}
const CHARGE: Readonly<Record<string, HeaderDoc>> = {
  [HEADERS.usageId]: text(
    'Names the charge: the same for every answer that was paid by it.',
    '^[0-9a-f]{64}$',
  ),
}
const CAP: Readonly<Record<string, HeaderDoc>> = {
  [HEADERS.capWarning]: text(
    'Present when the monthly spending cap of the key is exceeded: `"soft";cap=12.5;spent=12.51`, in USD.',
  ),
}
const RETRY: Readonly<Record<string, HeaderDoc>> = {
  'Retry-After': {
    description: 'Seconds after which a retry makes sense.',
    schema: { type: 'integer' },
  },
}
const CHALLENGE: Readonly<Record<string, HeaderDoc>> = {
  'WWW-Authenticate': text('`Bearer`, with error and scope where a scope is missing (RFC 6750).'),
}
const ARTICLE: Readonly<Record<string, HeaderDoc>> = {
  ETag: text('Strong: names the whole representation.'),
  'Repr-Digest': text('SHA-256 of the representation (RFC 9530): `sha-256=:…:`.'),
  'Last-Modified': text('`updatedAt`, in whole seconds.'),
  'Cache-Control': text('`private, must-revalidate`.'),
  Vary: text('`Accept`: JSON and Markdown have entity tags of their own.'),
  [HEADERS.articleHash]: text('The article’s `sha256Hash`.', '^[0-9a-f]{64}$'),
}

const BILLABLE: readonly string[] = ['searchUnified', 'getArticle', 'verifyClaim', 'ragQuery']
const AGENTS = 'mcpServer'
const OPERATION: Readonly<Record<string, HeaderDoc>> = {
  [HEADERS.operation]: text(
    'Of a `tools/call`: the operation that was billed: `search`, `article`, `rag` or `verify`.',
  ),
}
const BY_STATUS_OF_BILLABLE: Readonly<Record<string, Readonly<Record<string, HeaderDoc>>>> = {
  200: { ...CHARGE, ...CAP },
  429: CAP,
}

const BY_STATUS: Readonly<Record<string, Readonly<Record<string, HeaderDoc>>>> = {
  304: { ...POSITION, ...ARTICLE },
  401: CHALLENGE,
  403: CHALLENGE,
  409: RETRY,
  429: RETRY,
  500: RETRY,
}

/** Headers of one answer of one operation. */
export const headersOf = (
  operationId: string,
  status: string,
): Readonly<Record<string, HeaderDoc>> => ({
  ...COST,
  ...LIMITS,
  ...BY_STATUS[status],
  ...([...BILLABLE, 'getCoverage'].includes(operationId) && status === '200' ? POSITION : {}),
  ...([...BILLABLE, AGENTS].includes(operationId) ? BY_STATUS_OF_BILLABLE[status] : {}),
  ...(operationId === AGENTS && status === '200' ? OPERATION : {}),
  ...(operationId === 'getArticle' && status === '404' ? POSITION : {}),
  ...(operationId === 'getArticle' && status === '200' ? ARTICLE : {}),
})
