/** The activity of a publication at an hour. */
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import type { Instant } from '#contracts/ids.ts'
import { loadText } from '#ingest/command-handler/text-handler.ts'
import type { WriteDeps } from '#ingest/command-handler/write-deps.ts'
import { refuse } from '#ingest/domain/refusals.ts'
import { publishDue } from '#ingest/editorial/carry-out.ts'
import { millisecondsBetween } from '#ingest/editorial/schedule/due-publications.ts'
import type { ActOutcome } from '#ingest/handlers/editorial.ts'
import { activityOf } from './heartbeat.ts'
import { publicationWorkflowId } from './names.ts'
import { DueRequest } from './payloads.ts'

/** A longest sleep, after which a clock that was set is noticed. */
const SLEEP_MS = { min: 1_000, max: 86_400_000 } as const

/** `waitMs`: the hour has not come. */
export type DueAnswer = ActOutcome | Refusal | { readonly waitMs: number }

export type PublicationActivities = {
  /** Refused as `not-scheduled`: it was published, cancelled, or moved to another hour. */
  publishAtItsHour(request: DueRequest): Promise<DueAnswer>
}

const waitFor = (at: Instant, time: Instant): number =>
  Math.min(SLEEP_MS.max, Math.max(SLEEP_MS.min, millisecondsBetween(time, at)))

export const publicationActivities = (
  deps: WriteDeps,
  now: () => Instant,
): PublicationActivities => ({
  publishAtItsHour: activityOf(DueRequest, async ({ articleId, slug, at }) => {
    const text = await loadText(deps, slug)
    if (isRefusal(text)) return text
    // A timer of an hour that was given up must not publish at the next one.
    if (text.state.draft?.schedule?.at !== at) return refuse('not-scheduled')
    const correlationId = publicationWorkflowId(articleId, at)
    const time = now()
    const outcome = await publishDue(deps, slug, { time, correlationId })
    const isEarly = isRefusal(outcome) && outcome.refused === 'schedule-not-due'
    return isEarly ? { waitMs: waitFor(at, time) } : outcome
  }),
})
