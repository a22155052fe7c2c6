/**
 * What a source says otherwise than the claim. `said` is the claim's words, `source` those of the
 * source where it has some.
 */
export type Conflict = {
  readonly kind: 'polarity' | 'number' | 'date' | 'citation' | 'party' | 'name' | 'quotation'
  readonly said: string
  readonly source: string | null
  /** Concept of a word that is disputed. */
  readonly concept?: string
}

/** What a comparison turns up: what is said otherwise, and what is not said at all. */
export type Found = { readonly conflicts: readonly Conflict[]; readonly missing: readonly string[] }
export const NOTHING: Found = { conflicts: [], missing: [] }
