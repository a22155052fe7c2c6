import type { ConceptId } from '#contracts/ids.ts'

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
