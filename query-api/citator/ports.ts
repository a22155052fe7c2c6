import type { ArticleId } from '#contracts/ids.ts'
import type { CitatorFact } from '#contracts/law/treatment-log.ts'

/** The citator's facts as they are served: of the live generation. */
export type CitatorReader = {
  /** Facts of these texts (treated, relying, assessed), in log order. */
  factsOf(ids: readonly ArticleId[]): Promise<ReadonlyMap<ArticleId, readonly CitatorFact[]>>
  /** At most `limit` texts that rely on any of these, each once, by id. */
  reliersOf(ids: readonly ArticleId[], limit: number): Promise<readonly ArticleId[]>
}
