/**
 * The published interface uses a neutral brand, from which all its names derive
 * (contracts/conventions/conflicts.md).
 */
export const SERVICE = 'service'
export const PRODUCT = 'Pandect'
export const API_VERSION = 'v1'
export const API_BASE_PATH = `/api/${API_VERSION}`
/** Version of the OpenAPI document. */
export const DESCRIPTION_VERSION = '1.0.0'

const header = (name: string): string => `X-${SERVICE[0]?.toUpperCase()}${SERVICE.slice(1)}-${name}`
export const HEADERS = {
  costUsd: header('Cost-USD'),
  capWarning: header('Cap-Warning'),
  operation: header('Operation'),
  corpusPosition: header('Corpus-Position'),
  articleHash: header('Article-Hash'),
  usageId: header('Usage-Id'),
  /** On each charged answer: what it was, signed (contracts/conventions/receipts.md). */
  receipt: header('Receipt'),
  /** On each answer to a sandbox key: its price is printed, and never charged. */
  sandbox: header('Sandbox'),
  /** Without a brand, because proxies and clients know it under this name. */
  requestId: 'X-Request-Id',
} as const

export const IDEMPOTENCY_KEY_CHARACTERS_MAX = 255
/** Printable ASCII, no blank at an end. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/
