/** Activity of a reassessment: one page of the public texts. */
import { z } from 'zod'
import { ArticleId } from '#contracts/ids.ts'
import { assessPage, type WalkDeps, type WalkedPage } from '#ingest/groundedness/walk.ts'
import { activityOf, throwIfCancelled } from './heartbeat.ts'
import { ActContext } from './payloads.ts'

export type { WalkCounts, WalkedPage } from '#ingest/groundedness/walk.ts'

export const AssessPage = z.strictObject({
  context: ActContext,
  /** The last text of the page before; null: from the beginning. */
  after: ArticleId.nullable(),
})
export type AssessPage = z.infer<typeof AssessPage>

export type GroundednessActivities = { assessPage(page: AssessPage): Promise<WalkedPage> }

/** Idempotent: a repetition records nothing new. */
export const groundednessActivities = (deps: WalkDeps): GroundednessActivities => ({
  assessPage: activityOf(AssessPage, (page) =>
    assessPage({ ...deps, throwIfStopped: throwIfCancelled }, { ...page, dryRun: false }),
  ),
})
