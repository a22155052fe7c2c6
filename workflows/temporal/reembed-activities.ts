/**
 * Activity of a change of the embedding model: gives every published wording its passages in the
 * present model.
 */
import { z } from 'zod'
import { Position } from '#contracts/ids.ts'
import { type ReembedDeps, type ReembeddedPage, reembedPage } from '#ingest/handlers/reembed.ts'
import { activityOf, throwIfCancelled } from './heartbeat.ts'
import { ActContext } from './payloads.ts'

export type { ReembedDeps, ReembeddedPage }

export const ReembedPage = z.strictObject({
  context: ActContext,
  after: Position,
  /** The end of the log when the workflow began: its own facts are not read again. null: now. */
  upTo: Position.nullable(),
})
export type ReembedPage = z.infer<typeof ReembedPage>

export type ReembedActivities = { reembedPage(page: ReembedPage): Promise<ReembeddedPage> }

/** Repeated, it does nothing: a wording that has its passages in the model is passed over. */
export const reembedActivities = (deps: ReembedDeps): ReembedActivities => ({
  reembedPage: activityOf(ReembedPage, (page) =>
    reembedPage({ ...deps, throwIfStopped: throwIfCancelled }, page),
  ),
})
