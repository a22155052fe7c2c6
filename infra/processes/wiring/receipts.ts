import type { Generation } from '#query-api/ports.ts'
import type { ReceiptSources } from '#query-api/receipts/ports.ts'

/** How long the live generation is taken for the same: a swap is rare, calls are many. */
const KEPT_MS = 1_000

/** Names of the models of a service; null: it has none. */
type ModelNames = {
  readonly embedding: string
  readonly entailment: string | null
  readonly chat: string | null
}

const named = (...names: readonly (string | null)[]): string[] =>
  names.filter((name) => name !== null)

/**
 * What receipts say of the service. The generation is read at most once a second; after a fault it
 * is null, since an answer that was charged is sent whatever happens.
 */
export const makeReceiptSources = (
  live: () => Promise<Generation>,
  { embedding, entailment, chat }: ModelNames,
  clock: () => number = () => performance.now(),
): ReceiptSources => {
  let kept: { readonly value: Promise<Generation | null>; readonly until: number } | null = null
  return {
    generation: async () => {
      if (kept === null || clock() >= kept.until)
        kept = { value: live().catch(() => null), until: clock() + KEPT_MS }
      return kept.value
    },
    models: {
      search: named(embedding),
      article: [],
      // The rules alone judge the sentences of an answer.
      rag: named(embedding, chat),
      verify: named(embedding, entailment),
      mcp: [],
    },
  }
}
