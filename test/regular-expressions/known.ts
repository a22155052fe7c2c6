/**
 * Files with expressions that grow with the square of one word or one sentence. What reaches them
 * is bounded by the size of a call. Each file is to leave this list; none is to join it.
 */
export const KNOWN: readonly string[] = [
  // Reads our own README, when it is written.
  'infra/settings-table.ts',
]
