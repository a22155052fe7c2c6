/** Reassesses the groundedness of every public text. */
import { continueAsNew, defineQuery, proxyActivities, setHandler } from '@temporalio/workflow'
import type { ArticleId } from '#contracts/ids.ts'
import type { GroundednessActivities, WalkCounts } from './groundedness-activities.ts'
import type { ReassessRequest } from './payloads.ts'
import { BATCH } from './policies.ts'

const { assessPage } = proxyActivities<GroundednessActivities>(BATCH)

/** Progress of a reassessment. `after` null: nothing yet, or done. */
export type Reassessment = {
  readonly counts: WalkCounts
  readonly after: ArticleId | null
  readonly done: boolean
}

export const reassessmentQuery = defineQuery<Reassessment>('reassessment')

const NONE: WalkCounts = {
  read: 0,
  recorded: 0,
  unchanged: 0,
  norms: 0,
  refused: 0,
  flagged: 0,
}

const sumOf = (a: WalkCounts, b: WalkCounts): WalkCounts => ({
  read: a.read + b.read,
  recorded: a.recorded + b.recorded,
  unchanged: a.unchanged + b.unchanged,
  norms: a.norms + b.norms,
  refused: a.refused + b.refused,
  flagged: a.flagged + b.flagged,
})

/** Assesses every public text, page by page; a repetition records only changes. */
export const reassessGroundedness = async (
  request: ReassessRequest,
  carried: Reassessment = { counts: NONE, after: null, done: false },
): Promise<Reassessment> => {
  let now = carried
  setHandler(reassessmentQuery, () => now)
  for (let page = 0; !now.done; page += 1) {
    if (page >= request.pagesPerRun) return continueAsNew<typeof reassessGroundedness>(request, now)
    const { counts, after } = await assessPage({ context: request.context, after: now.after })
    now = { counts: sumOf(now.counts, counts), after, done: after === null }
  }
  return now
}
