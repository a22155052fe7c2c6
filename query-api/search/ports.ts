import type { ConceptId, Sha256Hex } from '#contracts/ids.ts'

/** The taxonomy as a filter needs it, of the live generation. */
export type NarrowerConcepts = {
  /**
   * These concepts and the narrower ones within so many steps, each once, the nearest first; at
   * most `conceptsMax`.
   */
  withNarrower(
    ids: readonly ConceptId[],
    bounds: { readonly stepsMax: number; readonly conceptsMax: number },
  ): Promise<readonly ConceptId[]>
}

/** How much of a text is read for a snippet: code points from its beginning. */
export const HIT_TEXT_CHARACTERS_MAX = 200_000

/** The texts that hits are pieces of. */
export type HitTexts = {
  /** The beginnings of texts by the key of their blob; those that are not there are left out. */
  get(hashes: readonly Sha256Hex[]): Promise<ReadonlyMap<Sha256Hex, string>>
}
