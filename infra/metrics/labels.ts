/**
 * All values that labels can take. Nothing that a caller sends becomes one: no slug, key or text.
 */
export const PROJECTIONS = ['read-models', 'search-index'] as const
export type Projection = (typeof PROJECTIONS)[number]

export const PROCESSES = [
  'projector',
  'relay',
  'search-index',
  'worker',
  'api',
  'meter',
  'assessor',
] as const
export type Process = (typeof PROCESSES)[number]

/** Why streams are parked, and the faults that processes survive. */
const CODES = [
  'event-unreadable',
  'event-unread',
  'stream-gap',
  'version-hash-regression',
  'blob-missing',
  'projection-failed',
  'projection-behind',
  'slug-taken',
  'generation-outdated',
  'generation-unknown',
  'lock-lost',
  'store-unavailable',
  'store-timeout',
  'store-locked',
  'store-contended',
  'store-full',
  'store-access-denied',
  'store-failed',
  'transport-unavailable',
  'search-unavailable',
  'search-index-failed',
  'index-behind',
  'meter-unavailable',
  'meter-denied',
  'meter-misconfigured',
] as const

export const WORKFLOWS = [
  'ingestDoctrine',
  'ingestDecision',
  'publishArticle',
  'unpublishArticle',
  'importCorpus',
  'replayCorpus',
  'reassessGroundedness',
  'reembedCorpus',
  'reportUsage',
] as const
export type WorkflowName = (typeof WORKFLOWS)[number]
export const OUTCOMES = ['completed', 'failed', 'cancelled', 'timed-out'] as const
export type WorkflowOutcome = (typeof OUTCOMES)[number]

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

export const OTHER = 'other'
const among = (list: readonly string[], text: string): string =>
  list.includes(text) ? text : OTHER

export const codeLabel = (code: string): string => among(CODES, code)
export const methodLabel = (method: string): string => among(METHODS, method)
