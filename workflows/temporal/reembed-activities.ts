/** Activity that embeds every published wording in the current model. */
import { z } from 'zod'
import { Position } from '#contracts/ids.ts'
import { type ReembedDeps, type ReembeddedPage, reembedPage } from '#ingest/handlers/reembed.ts'
import { activityOf, throwIfCancelled } from './heartbeat.ts'
import { ActContext } from './payloads.ts'

export type { ReembedDeps, ReembeddedPage }

export const ReembedPage = z.strictObject({
  context: ActContext,
  after: Position,
  /** The head of the log when the workflow began, so that it skips its own events. null: now. */
  upTo: Position.nullable(),
})
export type ReembedPage = z.infer<typeof ReembedPage>

export type ReembedActivities = { reembedPage(page: ReembedPage): Promise<ReembeddedPage> }

/** Idempotent: a wording with passages in the model is skipped. */
export const reembedActivities = (deps: ReembedDeps): ReembedActivities => ({
  reembedPage: activityOf(ReembedPage, (page) =>
    reembedPage({ ...deps, throwIfStopped: throwIfCancelled }, page),
  ),
})
