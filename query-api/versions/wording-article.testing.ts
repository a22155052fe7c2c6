import type { WordingSources } from './wording-article.ts'

/** Each text has the wording that is served, and no other. */
export const NO_WORDINGS: WordingSources = {
  stateOf: async () => null,
  blobs: { get: async () => new Map() },
}
